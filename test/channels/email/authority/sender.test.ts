import { expect, test } from 'vitest'
import { genuineSigned } from './genuine/signed.ts'
import { genuineStamped } from './genuine/stamped.ts'
import { bytesOf, judge } from './post.ts'

const genuine = [...genuineStamped, ...genuineSigned]

test('who really wrote is believed', async () => {
  const refused: string[] = []
  for (const { what, mail, address, authservId, resolve } of genuine) {
    const bytes = what.includes('LF alone')
      ? Buffer.from(bytesOf(mail).toString().replaceAll('\r\n', '\n'))
      : bytesOf(mail)
    const verdict = await judge(bytes, { ...(authservId && { authservId }), ...(resolve && { resolve }) })
    if (verdict.status !== 'proven') refused.push(`${what}: ${verdict.reason}`)
    else expect(verdict.address).toBe(address)
  }
  expect(genuine.length).toBeGreaterThanOrEqual(50)
  expect(refused).toEqual([])
})
