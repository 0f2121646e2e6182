import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sleep } from '../../../src/lib/time/timers.ts'
import type { Build } from '../../peers/build.ts'
import { AUTHSERV_ID } from '../../peers/mail/border.ts'
import type { Sent } from '../../peers/mail/correspondent.ts'
import { hasDovecot } from '../../peers/mail/dovecot.ts'
import { createLine, type Line } from '../../peers/mail/line.ts'
import { createHastyMailBuild, type MailDaemon, startMailDaemon } from '../../peers/mail/mail-daemon.ts'
import type { SeenMail } from '../../peers/mail/mailbox.ts'
import { createPostOffice, type PostOffice } from '../../peers/mail/post-office.ts'
import { createSpeaker } from '../../peers/speaker.ts'
import { size } from '../../support/sizes.ts'
import { until } from '../../support/until.ts'

const backlog = size(30, 1000)
const never = new AbortController().signal
const us = 'skein@house.test'
const settings =
  'owner_addresses = ["ana@home.test"]\nmember_addresses = ["bea@home.test"]\nreplies_per_thread = 1000\nreplies_per_sender = 1000\n'
const unlimited = '[limits]\ntasks_per_hour = 100000\nqueue = 100000\n'

describe.skipIf(!hasDovecot())('mail in trouble, with the built daemon and a real mailbox', () => {
  let build: Build
  let office: PostOffice
  let line: Line
  let skein: MailDaemon
  beforeAll(async () => {
    build = createHastyMailBuild({ mailSweepSeconds: 20, mailCallMs: 5000 })
    office = await createPostOffice({ savesSentOf: [us] })
    line = await createLine({ host: office.dovecot.ports.host, port: office.dovecot.ports.imap })
    skein = await startMailDaemon({
      build,
      office,
      address: us,
      settings: `${settings}sent_copy = "server"\n${unlimited}`,
      ports: { imap: line.port },
    })
  })
  afterAll(async () => {
    await skein?.close()
    await line.close()
    await office.close()
  })

  const write = (text: string, more = {}) => skein.ana.write({ to: us, subject: text, text, ...more })
  /** How often each of these was answered, and how many tasks there are for it. */
  async function outcomes(asked: Sent[], { mailbox } = skein.ana): Promise<{ answers: number; tasks: unknown }[]> {
    const mails = await mailbox.mails()
    return asked.map(({ id }) => ({
      answers: mails.filter((mail) => mail.header('in-reply-to') === id).length,
      tasks: skein.query(
        'SELECT count(*) FROM task_message JOIN message ON message.id = message_id WHERE remote_id = ?',
        id,
      )[0],
    }))
  }
  const once = (asked: Sent[]) => asked.map(() => ({ answers: 1, tasks: 1 }))
  async function allAnswered(asked: Sent[]): Promise<SeenMail[]> {
    for (const one of asked) await skein.answers(skein.ana, one)
    await skein.settled()
    return await skein.ana.mailbox.mails()
  }

  test('however a server errs with an answer, it arrives once', async () => {
    const { submission } = office
    const faults = [
      () => submission.fail('connect', { code: 421 }),
      () => submission.fail('recipient', { code: 451, words: 'greylisted' }),
      () => submission.fail('data', { code: 452 }),
      () => submission.fail('login', { code: 454 }),
      () => submission.fail('data', 'cut'),
      () => submission.fail('sender', 'cut'),
      () => submission.fail('data', 'lost-answer'),
      () => submission.fail('data', { delayMs: 500 }),
    ]
    const asked: Sent[] = []
    for (const [at, fault] of faults.entries()) {
      fault()
      asked.push(await write(`fault ${at}`))
    }
    await allAnswered(asked)
    expect(await outcomes(asked)).toEqual(once(asked))
    expect(new Set(skein.query("SELECT state FROM outbox WHERE kind = 'reply'"))).toEqual(new Set(['sent']))
    // The copy that the server keeps is the proof: nothing was sent twice.
    const sent = office.submission.got.map(({ bytes }) => /^Message-ID: .*$/im.exec(bytes.toString())?.[0])
    expect(new Set(sent).size).toBe(sent.length)
  })

  test('while nobody takes mail, answers wait; then all of them leave, in order', async () => {
    const before = office.submission.got.length
    await office.submission.down()
    const first = await write('outage one')
    await until(() => expect(skein.query("SELECT count(*) FROM outbox WHERE state = 'retry'")).toEqual([1]))
    const more = { inReplyTo: first.id, references: [first.id], subject: 'Re: outage one' }
    const asked = [first, await write('outage two', more), await write('outage three', more)]
    await until(() =>
      expect(skein.query("SELECT count(*) FROM outbox WHERE state IN ('pending', 'retry')")).toEqual([3]),
    )
    await sleep(1500, never)
    await office.submission.up()
    await allAnswered(asked)
    expect(await outcomes(asked)).toEqual(once(asked))
    const order = office.submission.got
      .slice(before)
      .map(({ bytes }) => /^In-Reply-To: (.*)$/im.exec(bytes.toString())?.[1])
    expect(order.map((id) => id?.trim())).toEqual(asked.map(({ id }) => id))
  })

  test('cut again and again, gone deaf, and without its server for a while, it hears each mail once', async () => {
    const asked: Sent[] = []
    for (let at = 0; at < 6; at++) {
      asked.push(await write(`cut ${at}`))
      if (at % 2 === 0) office.dovecot.kick()
      else line.cut()
    }
    await allAnswered(asked)
    // Nobody hangs up, and no word comes through any more: only looking again tells.
    await until(() => expect(line.open()).toBeGreaterThan(0))
    line.silence()
    asked.push(await write('into deaf ears'))
    await office.dovecot.stop()
    await sleep(500, never)
    await office.dovecot.start()
    asked.push(await write('and back'))
    await allAnswered(asked)
    expect(await outcomes(asked)).toEqual(once(asked))
  })

  test('new numbers, a mailbox made anew, and the same mail twice: one task for each mail', async () => {
    const asked = [await write('before the numbers')]
    await allAnswered(asked)
    office.dovecot.renumber(us)
    office.dovecot.kick()
    asked.push(await write('after the numbers'))
    await allAnswered(asked)
    const twice = await write('the very same')
    await office.border.take({ from: skein.ana.address, to: [us] }, twice.bytes)
    asked.push(twice)
    await allAnswered(asked)
    await office.dovecot.wipe(us)
    line.cut()
    asked.push(await write('in a new mailbox'))
    await skein.answers(skein.ana, asked.at(-1) ?? twice)
    await skein.settled()
    expect(await outcomes(asked)).toEqual(once(asked))
  })

  test(`${backlog} mails that came while nobody was there are answered, each once`, { timeout: 600_000 }, async () => {
    await skein.daemon.stop()
    const stamp = `Authentication-Results: ${AUTHSERV_ID}; dmarc=pass header.from=home.test\r\n`
    const asked = Array.from({ length: backlog }, (_, at) => ({ id: `<backlog${at}@home.test>`, subject: '', at }))
    for (const { id, at } of asked) {
      // Somebody who has not written yet: nobody is answered more than a thousand times an hour.
      const head = `From: bea@home.test\r\nTo: ${us}\r\nSubject: b${at}\r\nMessage-ID: ${id}\r\n`
      await office.dovecot.deliver(us, Buffer.from(`${stamp}${head}\r\nbacklog ${at}\r\n`))
    }
    await skein.restart()
    const there = "SELECT count(*) FROM message WHERE remote_id LIKE '<backlog%'"
    await expect.poll(() => skein.query(there)[0], { timeout: 500_000 }).toBe(backlog)
    await skein.quiet()
    const mails = asked.map(({ id, subject }) => ({ id, subject, bytes: Buffer.alloc(0) }))
    expect(await outcomes(mails, office.person('bea@home.test'))).toEqual(once(mails))
    const heard = skein.query("SELECT remote_id FROM message WHERE remote_id LIKE '<backlog%' ORDER BY id")
    expect(heard).toEqual(asked.map(({ id }) => id))
  })

  test('a server that takes mails and never says so holds up no other channel', async () => {
    const speaker = createSpeaker(skein.daemon.socket)
    office.submission.fail('data', 'silence', Number.POSITIVE_INFINITY)
    const before = office.submission.got.length
    for (let at = 0; at < 20; at++) await write(`silence ${at}`)
    await until(() => expect(office.submission.got.length).toBeGreaterThan(before))
    const waiting = "SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')"
    const toPage = "SELECT state FROM outbox WHERE route ->> 'chat' = 'web:main'"
    await until(() => expect(Number(skein.query(waiting)[0])).toBe(20))
    const said = await speaker.say('web:main', 'Are you there?')
    expect(await speaker.outcome(said)).toMatchObject({ state: 'answered' })
    await until(() => expect(skein.query(toPage)).toEqual(['sent']))
    expect(skein.query(waiting)).toEqual([20])
    speaker.close()
  })

  test('over TLS, and without IDLE: a mail is heard by looking, and answered', async () => {
    const other = await startMailDaemon({ build, security: 'tls', withoutIdle: true })
    const asked = await other.ana.write({ to: us, text: 'Is anybody there?' })
    const [answer] = await other.answers(other.ana, asked)
    expect(answer?.text).toContain('demo')
    await other.close()
  })
})
