import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readUnread, type WatchedMailbox } from '../../../../src/channels/email/receive/unread-mails.ts'
import { createDovecot, type Dovecot, hasDovecot } from '../../../peers/mail/dovecot.ts'
import { passwordOf } from '../../../peers/mail/dovecot-config.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { letter, newAddress } from '../rig.ts'
import { createScriptedImap } from './scripted-imap.ts'

const signal = new AbortController().signal
const look = (box: WatchedMailbox, limit = 10, timeoutMs = 20_000) =>
  readUnread({ log: silentLog, timeoutMs }, box, limit, signal)

describe.skipIf(!hasDovecot())('unread mail of a mailbox on a real server', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await createDovecot()
  })
  afterAll(() => dovecot.close())

  const boxOf = (user: string, more: Partial<WatchedMailbox> = {}): WatchedMailbox => {
    const { host, imap: port } = dovecot.ports
    return { server: { host, port, security: 'plain' }, user, password: passwordOf(user), folder: 'INBOX', ...more }
  }

  test('is told by its headers, newest first, and is as unread as before', async () => {
    const address = newAddress()
    const box = dovecot.mailbox(address)
    const subject = '=?utf-8?B?w5xiZXIgZGllIEbDpGhyZQ==?='
    await box.append('INBOX', letter({ subject: 'read already' }), ['\\Seen'])
    await box.append('INBOX', letter({ subject, from: '=?utf-8?Q?J=C3=B6rg?= <joerg@friends.test>' }))
    await box.append('INBOX', letter({ subject: 'plain', from: 'bob@friends.test' }))
    await box.append('INBOX', letter({ subject: 'thrown away' }), ['\\Deleted'])
    const first = await look(boxOf(address))
    expect(first).toMatchObject({
      status: 'found',
      mails: [
        { from: 'bob@friends.test', subject: 'plain' },
        { from: 'Jörg', subject: 'Über die Fähre' },
      ],
    })
    expect(await look(boxOf(address))).toEqual(first)
    const flags = (await box.mails()).map((mail) => mail.flags.filter((flag) => flag !== '\\Recent'))
    expect(flags).toEqual([['\\Seen'], [], [], ['\\Deleted']])
  })

  test('is only the newest so many', async () => {
    const address = newAddress()
    for (let n = 0; n < 6; n++) await dovecot.mailbox(address).append('INBOX', letter({ subject: `mail ${n}` }))
    expect(await look(boxOf(address), 2)).toMatchObject({ mails: [{ subject: 'mail 5' }, { subject: 'mail 4' }] })
  })

  test('of an empty mailbox is none', async () => {
    expect(await look(boxOf(newAddress()))).toEqual({ status: 'found', mails: [] })
  })

  test('is not told with a wrong password, and it is said why', async () => {
    const address = newAddress()
    expect(await look(boxOf(address, { password: 'wrong' }))).toEqual({
      status: 'failed',
      reason: expect.objectContaining({
        en: expect.stringMatching(new RegExp(`refused the sign-in of ${address}: .*[Aa]uthentication failed`)),
      }),
    })
  })

  test('is not told of a folder that is not there', async () => {
    const said = await look(boxOf(newAddress(), { folder: 'Nowhere' }))
    expect(said).toMatchObject({ status: 'failed', reason: { en: expect.stringContaining('has no folder Nowhere') } })
  })
})

describe('a mailbox whose server hangs', () => {
  async function hanging(verb: string): Promise<WatchedMailbox> {
    const imap = await createScriptedImap()
    onTestFinished(() => imap.close())
    imap.add(letter({ subject: 'hello' }))
    imap.plan = () => ({ fault: (turn) => (turn.verb === verb ? true : undefined) })
    const server = { host: '127.0.0.1', port: imap.port, security: 'plain' } as const
    return { server, user: 'ana', password: 'secret', folder: 'INBOX' }
  }

  test.each(['LOGIN', 'EXAMINE', 'UID SEARCH', 'UID FETCH'])('at %s is given up after its time', async (verb) => {
    expect(await look(await hanging(verb), 10, 300)).toEqual({
      status: 'failed',
      reason: expect.objectContaining({ en: '127.0.0.1 did not answer within 0.3 seconds' }),
    })
  })

  test('is not waited for by whoever stops', async () => {
    const stopped = AbortSignal.timeout(200)
    const said = await readUnread({ log: silentLog }, await hanging('EXAMINE'), 10, stopped)
    expect(said.status).toBe('failed')
  })

  test('that nobody listens at is told', async () => {
    const server = { host: '127.0.0.1', port: 9, security: 'plain' } as const
    const said = await look({ server, user: 'ana', password: 'secret', folder: 'INBOX' })
    expect(said).toMatchObject({
      status: 'failed',
      reason: { en: expect.stringContaining('127.0.0.1 could not be read') },
    })
  })
})
