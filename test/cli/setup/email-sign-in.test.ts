import { expect, test } from 'vitest'
import type { MailAccount } from '../../../src/channels/email/account.ts'
import type { TrialResult } from '../../../src/channels/email/wire/mailbox-trial.ts'
import { mailTroubleText } from '../../../src/channels/email/wire/trouble-words.ts'
import { signInToMailbox } from '../../../src/cli/setup/email.ts'
import { accountWith } from '../../channels/email/send/rig.ts'

const refused: TrialResult<string> = { ok: false, step: 'imap', failure: { kind: 'refused', reason: 'NO' } }
const away: TrialResult<string> = { ok: false, step: 'imap', failure: { kind: 'lost', reason: 'ECONNREFUSED' } }

/** Signs in with what is typed one after the other; only "right" is let in. */
async function type(typed: string[], other: TrialResult<string> = refused) {
  const [given = '', ...next] = typed
  const explained: string[] = []
  const tryPassword = async (password: string) => (password === 'right' ? ({ ok: true, value: 'in' } as const) : other)
  const again = async () => next.shift()
  const { password, tried } = await signInToMailbox(given, tryPassword, again, ({ failure }) =>
    explained.push(failure.kind),
  )
  return { password, isIn: tried.ok, explained }
}

test('a refused password is explained and asked for again, three times in all', async () => {
  expect(await type(['right'])).toEqual({ password: 'right', isIn: true, explained: [] })
  expect(await type(['wrong', 'right'])).toEqual({ password: 'right', isIn: true, explained: ['refused'] })
  expect(await type(['a', 'b', 'c', 'right'])).toMatchObject({ isIn: false, explained: ['refused', 'refused'] })
  expect(await type(['a'])).toMatchObject({ isIn: false, explained: ['refused'] })
})

test('another password does not help where the server is away, or where nobody is there to type it', async () => {
  expect(await type(['a', 'right'], away)).toMatchObject({ isIn: false, explained: [] })
  const { tried } = await signInToMailbox(
    'a',
    async () => refused,
    undefined,
    () => {},
  )
  expect(tried).toEqual(refused)
})

test('STARTTLS at a port that speaks TLS at once is told with the address to use', () => {
  const at: MailAccount = accountWith({}, { imap: { host: 'imap.x', port: 993, security: 'starttls' } })
  const failure = { kind: 'lost', reason: 'Failed to receive greeting from server in required time' } as const
  const { says } = mailTroubleText('imap', failure, at, (server) => `email.${server} = `)
  expect(says.en).toContain('this port speaks TLS from the first byte. Give email.imap = imaps://imap.x:993.')
  expect(says.de).toContain('Dieser Port spricht vom ersten Byte an TLS. Gib email.imap = imaps://imap.x:993 an.')
})
