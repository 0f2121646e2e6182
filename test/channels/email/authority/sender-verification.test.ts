import { expect, test } from 'vitest'
import { readHeaders } from '../../../../src/channels/email/authority/headers.ts'
import { verifySender } from '../../../../src/channels/email/authority/sender-verification.ts'
import { genuineProviders } from './genuine/providers.ts'
import { genuineSigned } from './genuine/signed.ts'
import { genuineStamped, stampedOnTop } from './genuine/stamped.ts'
import { bytesOf, judge, now } from './post.ts'

const genuine = [...genuineStamped, ...genuineSigned, ...genuineProviders]

test('who really wrote is believed', async () => {
  const refused: string[] = []
  for (const { what, mail, address, authservId, resolve } of genuine) {
    const bytes = what.includes('LF alone')
      ? Buffer.from(bytesOf(mail).toString().replaceAll('\r\n', '\n'))
      : bytesOf(mail)
    const verdict = await judge(bytes, { ...(authservId && { authservId }), ...(resolve && { resolve }) })
    if (verdict.status !== 'proven') refused.push(`${what}: ${verdict.reason.en}`)
    else expect(verdict.address).toBe(address)
  }
  expect(genuine.length).toBeGreaterThanOrEqual(50)
  expect(refused).toEqual([])
})

test('what our own server wrote above everything is believed without a look at any signature', async () => {
  expect(stampedOnTop.length).toBeGreaterThan(1)
  for (const { what, mail, authservId } of stampedOnTop) {
    const headers = readHeaders(bytesOf(mail))
    const verdict = await verifySender({ headers }, { authservId: authservId ?? '', now }, new AbortController().signal)
    expect([what, verdict.status]).toEqual([what, 'proven'])
  }
})

test.each(genuineStamped.filter(({ what }) => stampedOnTop.every((one) => `stamped: ${one.what}` !== what)))(
  'the same words below the line of the way in prove nothing without a signature ($what)',
  async ({ mail, authservId }) => {
    const unsigned = { ...mail, headers: mail.headers.filter((line) => !line.startsWith('DKIM-Signature')) }
    expect(await judge(bytesOf(unsigned), { authservId: authservId ?? '' })).toMatchObject({ status: 'unproven' })
  },
)
