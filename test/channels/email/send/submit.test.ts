import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSender } from '../../../../src/channels/email/send/sender.ts'
import { makeCertificate } from '../../../peers/mail/certificate.ts'
import { readMime } from '../../../peers/mail/mime.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { until } from '../../../support/until.ts'
import { ana, delivery, never, password, startSending, us } from './rig.ts'
import { type Script, startScriptedSmtp } from './scripted-smtp.ts'

describe('an answer by mail', () => {
  test('goes to who wrote, in the thread, and under the id that its receipt gives', async () => {
    const smtp = await startScriptedSmtp()
    const { sender } = startSending({ smtp: smtp.port })
    const receipt = await sender.send(delivery('It is **this**.'), never)
    expect(smtp.taken).toMatchObject([{ from: us, to: [ana] }])
    const mail = readMime(smtp.taken[0]?.bytes ?? Buffer.alloc(0))
    expect(receipt).toEqual({ status: 'sent', remoteId: mail.header('message-id') })
  })

  test('arrives as it was made, also with dots and long', async () => {
    const smtp = await startScriptedSmtp()
    const { sender, shelf } = startSending({ smtp: smtp.port })
    const content = Buffer.from('.\r\n..\r\n'.repeat(50_000))
    await sender.send(delivery('.\n.\n', {}, { files: [shelf.put('dots.bin', content)] }), never)
    expect(readMime(smtp.taken[0]?.bytes ?? Buffer.alloc(0)).files[0]?.bytes.equals(content)).toBe(true)
  })

  test('is the same bytes in every copy', async () => {
    const smtp = await startScriptedSmtp()
    const { sender, start } = startSending({ smtp: smtp.port })
    const one = delivery('the same')
    await sender.send(one, never)
    await start().send({ ...one, attempt: 2, maybeRepeat: true }, never)
    expect(smtp.taken).toHaveLength(2)
    expect(smtp.taken[1]?.bytes.equals(smtp.taken[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  test('goes by the id that the server says it gave it', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { end: '250 2.0.0 OK <AB12@XY.prod.outlook.com> [Hostname=XY]\r\n' } })
    const { sender } = startSending({ smtp: smtp.port })
    expect(await sender.send(delivery('x'), never)).toEqual({ status: 'sent', remoteId: '<AB12@XY.prod.outlook.com>' })
  })

  test('goes out three at a time at most', async () => {
    const smtp = await startScriptedSmtp()
    const { sender } = startSending({ smtp: smtp.port })
    const all = await Promise.all(Array.from({ length: 12 }, (_, at) => sender.send(delivery(String(at)), never)))
    expect(all.every(({ status }) => status === 'sent')).toBe(true)
    expect(smtp.taken).toHaveLength(12)
    expect(smtp.mostAtOnce).toBeLessThanOrEqual(3)
  })
})

/** What the server says, and what is made of it. */
type Case = [name: string, script: Script, receipt: object]

const minutes = (many: number) => many * 60_000

describe('what a server says to a mail', () => {
  test.each<Case>([
    ['not now, to the sender', { at: { mail: '451 4.7.1 later\r\n' } }, { status: 'retry', afterMs: minutes(1) }],
    [
      'not now, to the recipient',
      { at: { rcpt: '450 4.2.0 grey\r\n' } },
      { status: 'retry', reason: '450 4.2.0 grey' },
    ],
    ['not now, to the mail', { at: { data: '452 full\r\n' } }, { status: 'retry', reason: '452 full' }],
    ['not now, to the end', { at: { end: '451 greylisted\r\n' } }, { status: 'retry', afterMs: minutes(1) }],
    ['it goes down', { at: { end: { words: '421 bye\r\n', end: 'drop' } } }, { status: 'retry', reason: '421 bye' }],
    ['it goes down at once', { at: { mail: { words: '421 bye\r\n', end: 'drop' } } }, { status: 'retry' }],
    [
      'no, to the sender',
      { at: { mail: '550 5.7.1 not you\r\n' } },
      { status: 'refused', reason: '550 5.7.1 not you' },
    ],
    ['no, to the recipient', { at: { rcpt: '550 5.1.1 who?\r\n' } }, { status: 'refused', reason: '550 5.1.1 who?' }],
    ['no, to the mail', { at: { data: '554 no\r\n' } }, { status: 'refused' }],
    ['no, to the end', { at: { end: '554 5.6.0 spam\r\n' } }, { status: 'refused', reason: '554 5.6.0 spam' }],
    [
      'no, in many lines',
      { at: { end: '554-5.6.0 first\r\n554-second\r\n554 5.6.0 third\r\n' } },
      { status: 'refused' },
    ],
    ['no, in half a line', { at: { end: { words: '554 5.6.0 spa', end: 'drop' } } }, { status: 'refused' }],
    ['a wrong order', { at: { rcpt: '503 5.5.1 what?\r\n' } }, { status: 'retry' }],
    ['no, to everybody', { at: { greeting: '554 no service\r\n' } }, { status: 'retry', afterMs: minutes(1) }],
    ['not now, to everybody', { at: { greeting: '421 busy\r\n' } }, { status: 'retry', reason: '421 busy' }],
    ['yes, and goes', { at: { end: { words: '250 ok\r\n', end: 'drop' } } }, { status: 'sent' }],
    ['nothing, and goes with the mail', { at: { end: { end: 'drop', takes: true } } }, { status: 'unknown' }],
    ['nothing, and goes without it', { at: { end: { end: 'reset', takes: false } } }, { status: 'unknown' }],
    ['half of an answer, and goes', { at: { end: { words: '25', end: 'drop', takes: true } } }, { status: 'unknown' }],
    ['no words at all', { at: { end: { words: 'hello\r\n', end: 'drop', takes: true } } }, { status: 'unknown' }],
    ['nothing, and goes before the mail', { at: { data: { end: 'drop' } } }, { status: 'retry', afterMs: minutes(1) }],
    ['nothing, and goes at the sender', { at: { mail: { end: 'reset' } } }, { status: 'retry', afterMs: minutes(1) }],
    ['one answer too many', { at: { mail: '250 ok\r\n250 ok\r\n' } }, { status: 'retry' }],
    ['the end before the mail', { at: { data: '354 go\r\n250 taken\r\n' } }, { status: 'retry' }],
    ['too large', { at: { end: '552 5.3.4 too big\r\n' } }, { status: 'refused', reason: '552 5.3.4 too big' }],
    ['a limit below the mail', { offers: ['SIZE 100'] }, { status: 'refused' }],
  ])('%s', async (_, script, receipt) => {
    const smtp = await startScriptedSmtp()
    smtp.always(script)
    const { sender } = startSending({ smtp: smtp.port })
    const given = await sender.send(delivery('x'), never)
    expect(given).toMatchObject(receipt)
    if (given.status === 'sent') expect(smtp.taken).toHaveLength(1)
    if (given.status === 'retry' || given.status === 'refused') expect(smtp.taken).toHaveLength(0)
    if (given.status === 'retry') expect(given.away).toBeUndefined()
  })

  test('again and again: waits longer, up to an hour', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { rcpt: '451 later\r\n' } })
    const { sender } = startSending({ smtp: smtp.port })
    const waits: unknown[] = []
    for (let attempt = 1; attempt <= 7; attempt++) {
      const receipt = await sender.send(delivery('x', {}, { attempt }), never)
      waits.push(receipt.status === 'retry' && receipt.afterMs)
    }
    expect(waits).toEqual([1, 5, 15, 30, 60, 60, 60].map(minutes))
  })

  test('in the middle of a long mail: it goes away, and nothing was sent', async () => {
    const smtp = await startScriptedSmtp()
    smtp.script({ dropAfterBytes: 100_000 })
    const { sender, shelf } = startSending({ smtp: smtp.port })
    const files = [shelf.put('long.bin', Buffer.alloc(12 * 1024 * 1024))]
    expect(await sender.send(delivery('x', {}, { files }), never)).toMatchObject({ status: 'retry' })
    expect(smtp.ends).toBe(0)
  })

  test('that the files are too much: the words go without them', async () => {
    const smtp = await startScriptedSmtp()
    const { sender, shelf } = startSending({ smtp: smtp.port })
    const one = () => delivery('the words', {}, { files: [shelf.put('large.bin', Buffer.alloc(300_000))] })
    for (const script of [{ offers: ['SIZE 200000'] }, { at: { end: '552 5.3.4 too big\r\n' } }]) {
      smtp.script(script, script.offers ? script : {})
      expect(await sender.send(one(), never)).toMatchObject({ status: 'sent' })
      const mail = readMime(smtp.taken.at(-1)?.bytes ?? Buffer.alloc(0))
      expect(mail.files).toEqual([])
      expect(mail.text).toContain('the words')
      expect(mail.text).toContain('large.bin could not be attached')
    }
  })
})

describe('a server that is not there', () => {
  test('is waited for', async () => {
    const smtp = await startScriptedSmtp()
    await smtp.stop()
    const { sender } = startSending({ smtp: smtp.port })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', away: true })
  })

  test('but for a name that nobody knows, or one who hangs up: the same', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { greeting: { end: 'drop' } } })
    const { sender } = startSending({ smtp: smtp.port })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', away: true })
    const server = { host: 'no-such-host.invalid', port: 25, security: 'plain' } as const
    const { sender: lost } = startSending({}, { smtp: server })
    expect(await lost.send(delivery('x'), never)).toMatchObject({ status: 'retry', away: true })
  })

  test('is told of once, after a while', async () => {
    const { sender, clock, troubles } = startSending({ smtp: 1 })
    await sender.send(delivery('x'), never)
    clock.advance(9 * 60_000)
    await sender.send(delivery('x'), never)
    expect(troubles).toEqual([])
    clock.advance(2 * 60_000)
    for (let times = 0; times < 3; times++) await sender.send(delivery('x'), never)
    expect(troubles).toHaveLength(1)
    expect(troubles[0]).toContain(us)
  })
})

describe('the login', () => {
  test('that is refused is tried rarely, and told of once', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { auth: `535 5.7.8 ${Buffer.from(`\0${us}\0${password}`).toString('base64')} is wrong\r\n` } })
    const { sender, troubles } = startSending({ smtp: smtp.port })
    const first = await sender.send(delivery('x'), never)
    expect(first).toMatchObject({ status: 'retry', afterMs: minutes(15) })
    expect(await sender.send(delivery('x', {}, { attempt: 2 }), never)).toMatchObject({ afterMs: minutes(60) })
    expect(troubles).toHaveLength(1)
    expect(smtp.taken).toEqual([])
    const said = JSON.stringify([first, troubles])
    expect(said).toContain('is wrong')
    for (const secret of [password, Buffer.from(password).toString('base64').slice(0, 20)])
      expect(said).not.toContain(secret)
  })

  test('that cannot be judged now is tried again soon', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { auth: '454 4.7.0 later\r\n' } })
    const { sender, troubles } = startSending({ smtp: smtp.port })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', afterMs: minutes(1) })
    expect(troubles).toEqual([])
  })

  test('with a token asks for a new one each time', async () => {
    const smtp = await startScriptedSmtp()
    let tokens = 0
    const credential = async () => ({ user: us, accessToken: `token-${++tokens}` })
    const { sender } = startSending({ smtp: smtp.port }, {}, { credential })
    await sender.send(delivery('x'), never)
    await sender.send(delivery('y'), never)
    const logins = smtp.heard.filter((line) => line.startsWith('AUTH XOAUTH2 '))
    expect(logins.map((line) => Buffer.from(line.slice(13), 'base64').toString())).toEqual(
      [1, 2].map((at) => `user=${us}\u0001auth=Bearer token-${at}\u0001\u0001`),
    )
    smtp.always({ at: { auth: '535 5.7.3 no\r\n' } })
    expect(await sender.send(delivery('z'), never)).toMatchObject({ status: 'retry', afterMs: minutes(15) })
  })

  test('that cannot be had is no reason to lose a mail', async () => {
    const smtp = await startScriptedSmtp()
    const credential = async () => Promise.reject(new Error('the token server is away'))
    const { sender } = startSending({ smtp: smtp.port }, {}, { credential })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', afterMs: minutes(1) })
    expect(smtp.sessions).toBe(0)
  })
})

describe('the line to the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-certificate-'))
  const certificate = makeCertificate(folder)
  rmSync(folder, { recursive: true })

  async function startSecured(offers?: string[]) {
    const smtp = await startScriptedSmtp(certificate)
    if (offers) smtp.always({ offers })
    const server = { host: 'localhost', port: smtp.port, security: 'starttls' } as const
    return { smtp, server }
  }

  test('is secured before anything is said', async () => {
    const { smtp, server } = await startSecured()
    const { sender } = startSending({}, { smtp: server }, { tls: { ca: certificate.cert } })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'sent' })
    expect(smtp.inTheClear.map((line) => line.split(' ')[0])).toEqual(['EHLO', 'STARTTLS'])
    expect(smtp.taken).toHaveLength(1)
  })

  test.each<[string, Script]>([
    ['does not offer it', { offers: ['AUTH PLAIN'], at: { starttls: '502 unknown\r\n' } }],
    ['refuses it', { at: { starttls: '454 not now\r\n' } }],
    ['says nothing to it', { at: { starttls: { end: 'drop' } } }],
    ['answers more than that', { at: { starttls: '220 go\r\n235 welcome\r\n250 ok\r\n' } }],
    ['only knows HELO', { at: { ehlo: '500 what?\r\n' } }],
  ])('is nothing where the server %s', async (_, script) => {
    const smtp = await startScriptedSmtp()
    smtp.always(script)
    const { sender } = startSending(
      {},
      { smtp: { host: '127.0.0.1', port: smtp.port, security: 'starttls' } },
      { secondMs: 20 },
    )
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry' })
    expect(smtp.heard.join('\n')).not.toMatch(/AUTH|MAIL|RCPT/)
    expect(smtp.taken).toEqual([])
  })

  test('is nothing where the certificate is not to be trusted', async () => {
    const { smtp, server } = await startSecured()
    const { sender } = startSending({}, { smtp: server })
    const receipt = await sender.send(delivery('x'), never)
    expect(receipt).toMatchObject({ status: 'retry', afterMs: minutes(1) })
    expect(smtp.taken).toEqual([])
  })

  test('that never answers ends by itself, and whether it was sent is known', async () => {
    const smtp = await startScriptedSmtp()
    const { sender } = startSending({ smtp: smtp.port }, {}, { secondMs: 1 })
    for (const stage of ['greeting', 'ehlo', 'auth', 'mail', 'rcpt', 'data'] as const) {
      smtp.script({ at: { [stage]: {} } })
      expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry' })
    }
    smtp.script({ at: { end: { takes: true } } })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'unknown' })
    expect(smtp.taken).toHaveLength(1)
  })
})

describe('a send that is broken off', () => {
  test.each(['greeting', 'auth', 'rcpt', 'data'] as const)('at the %s has sent nothing', async (stage) => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { [stage]: {} } })
    const { sender } = startSending({ smtp: smtp.port })
    const stop = new AbortController()
    const receipt = sender.send(delivery('x'), stop.signal)
    const verbs = { greeting: '', auth: 'AUTH', rcpt: 'RCPT', data: 'DATA' }
    await until(() =>
      expect(stage === 'greeting' ? String(smtp.sessions) : smtp.heard.join()).toMatch(verbs[stage] || '1'),
    )
    stop.abort()
    expect(await receipt).toMatchObject({ status: 'retry' })
    expect(smtp.ends).toBe(0)
  })

  test('after its end waits for the answer', async () => {
    const smtp = await startScriptedSmtp()
    const held = smtp.hold('end')
    const { sender } = startSending({ smtp: smtp.port })
    const stop = new AbortController()
    const receipt = sender.send(delivery('x'), stop.signal)
    await until(() => expect(smtp.ends).toBe(1))
    stop.abort()
    held.release()
    expect(await receipt).toMatchObject({ status: 'sent' })
  })

  test('by the end of everything is not known', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { end: {} } })
    const { account, shelf, clock } = startSending({ smtp: smtp.port })
    const credential = async () => ({ user: us, password })
    const imap = { server: account.imap, credential, log: silentLog }
    const deps = { account, imap, credential, shelf, seed: 's', quote: false, clock, log: silentLog, trouble: () => {} }
    const sender = createSender(deps)
    onTestFinished(() => sender.close())
    const receipt = sender.send(delivery('x'), never)
    await until(() => expect(smtp.ends).toBe(1))
    await sender.close()
    expect(await receipt).toMatchObject({ status: 'unknown' })
  })

  test('before it began never begins', async () => {
    const smtp = await startScriptedSmtp()
    const { sender } = startSending({ smtp: smtp.port })
    expect(await sender.send(delivery('x'), AbortSignal.abort())).toMatchObject({ status: 'retry' })
    expect(smtp.sessions).toBe(0)
  })
})

describe('a copy to ourselves', () => {
  const copy = 'skein+sent@example.org'
  const startCopying = (port: number) => startSending({ smtp: port }, { receipts: true, plusAddresses: true })

  test('goes with the same mail, and is named nowhere in it', async () => {
    const smtp = await startScriptedSmtp()
    await startCopying(smtp.port).sender.send(delivery('x'), never)
    expect(smtp.taken).toMatchObject([{ to: [ana, copy] }])
    expect(smtp.taken[0]?.bytes.toString()).not.toContain(copy)
  })

  test('goes to the address itself where there are no others', async () => {
    const smtp = await startScriptedSmtp()
    await startSending({ smtp: smtp.port }, { receipts: true }).sender.send(delivery('x'), never)
    expect(smtp.taken).toMatchObject([{ to: [ana, us] }])
  })

  test('that is refused costs nothing', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ to: { [copy]: '550 no\r\n' } })
    expect(await startCopying(smtp.port).sender.send(delivery('x'), never)).toMatchObject({ status: 'sent' })
    expect(smtp.taken).toMatchObject([{ to: [ana] }])
  })

  test.each([
    ['at once', ['PIPELINING']],
    ['one by one', []],
  ])('never goes alone, with commands that come %s: it would say later that the mail has left', async (_, offers) => {
    const smtp = await startScriptedSmtp()
    const { sender } = startCopying(smtp.port)
    smtp.script({ offers, to: { [ana]: '451 4.7.1 grey\r\n' } }, { offers, to: { [ana]: '550 5.1.1 who?\r\n' } })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'retry', reason: '451 4.7.1 grey' })
    expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'refused', reason: '550 5.1.1 who?' })
    expect(smtp.ends).toBe(0)
    expect(smtp.taken).toEqual([])
  })
})
