import { describe, expect, test } from 'vitest'
import { readMime } from '../../../peers/mail/mime.ts'
import { until } from '../../../support/until.ts'
import { ana, delivery, minutes, never, startSending, us } from './rig.ts'
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
    const { sender, fileStore } = startSending({ smtp: smtp.port })
    const content = Buffer.from('.\r\n..\r\n'.repeat(50_000))
    await sender.send(delivery('.\n.\n', {}, { files: [fileStore.put('dots.bin', content)] }), never)
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
    const one = delivery('x')
    for (let attempt = 1; attempt <= 7; attempt++) {
      const receipt = await sender.send({ ...one, attempt }, never)
      waits.push(receipt.status === 'retry' && receipt.afterMs)
    }
    expect(waits).toEqual([1, 5, 15, 30, 60, 60, 60].map(minutes))
  })

  test('for the first time, after many tries that met nobody: waits a minute', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ at: { rcpt: '451 later\r\n' } })
    const { sender } = startSending({ smtp: smtp.port })
    expect(await sender.send(delivery('x', {}, { attempt: 90 }), never)).toMatchObject({ afterMs: minutes(1) })
  })

  test('in the middle of a long mail: it goes away, and nothing was sent', async () => {
    const smtp = await startScriptedSmtp()
    smtp.script({ dropAfterBytes: 100_000 })
    const { sender, fileStore } = startSending({ smtp: smtp.port })
    const files = [fileStore.put('long.bin', Buffer.alloc(12 * 1024 * 1024))]
    expect(await sender.send(delivery('x', {}, { files }), never)).toMatchObject({ status: 'retry' })
    expect(smtp.ends).toBe(0)
  })

  test('that the files are too much: the words go without them', async () => {
    const smtp = await startScriptedSmtp()
    const { sender, fileStore } = startSending({ smtp: smtp.port })
    const one = () => delivery('the words', {}, { files: [fileStore.put('large.bin', Buffer.alloc(300_000))] })
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
    expect(await receipt).toMatchObject({ status: 'retry', afterMs: 1000 })
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
    const { sender } = startSending({ smtp: smtp.port })
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

  test('that is refused costs nothing, is told of once, and proves nothing by its absence', async () => {
    const smtp = await startScriptedSmtp()
    smtp.always({ to: { [copy]: '550 no\r\n' } })
    const { sender, troubles } = startCopying(smtp.port)
    for (let times = 0; times < 2; times++)
      expect(await sender.send(delivery('x'), never)).toMatchObject({ status: 'sent' })
    expect(smtp.taken).toMatchObject([{ to: [ana] }, { to: [ana] }])
    expect(troubles).toHaveLength(1)
    smtp.always({ to: { [copy]: '550 no\r\n' }, at: { end: { end: 'drop', takes: true } } })
    const lost = delivery('y')
    expect(await sender.send(lost, never)).toMatchObject({ status: 'unknown' })
    expect(await sender.reconcile(lost, never)).toEqual({ status: 'unknown' })
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
