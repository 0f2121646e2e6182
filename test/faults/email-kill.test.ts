import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outboxMark } from '../../src/channels/email/threads/message-ids.ts'
import { sleep } from '../../src/lib/time/timers.ts'
import { openReadOnly } from '../../src/store/database.ts'
import type { Build } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import type { Correspondent, Sent } from '../peers/mail/correspondent.ts'
import { hasDovecot } from '../peers/mail/dovecot.ts'
import { accountOf, createHastyMailBuild } from '../peers/mail/mail-daemon.ts'
import { auditMail } from '../peers/mail/mail-ledger.ts'
import { addressIn } from '../peers/mail/mailbox.ts'
import { readMime } from '../peers/mail/mime.ts'
import { createPostOffice, type PostOffice } from '../peers/mail/post-office.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { size } from '../support/sizes.ts'

const kills = size(5, 250)
const PAUSE_MS = 400
/** Mails that are written without an answer to any, before people wait: a slow machine has no more to do than a quick one. */
const MOST_AHEAD = 12
/** A life ends some moments after so many answers, one at least: counted, because a busy machine is slow. */
const MOST_ANSWERS = 4
const MOMENTS_MS = 200
const START_MS = 1000
/** The server has a mail for so long before it says so: the moment in which a kill leaves everybody in doubt. */
const LATE_MS = 60

/** Three mailboxes of one daemon: what was sent can be looked up in two of them. */
const ways = {
  'saves@house.test': 'sent_copy = "server"\n',
  'receipts@house.test': 'sent_copy = "none"\nreceipts = true\nplus_addresses = true\n',
  'blind@house.test': 'sent_copy = "append"\n',
}
type Way = keyof typeof ways
const addresses = Object.keys(ways) as Way[]
const names = ['kit@home.test', 'gar@work.test', 'roo@home.test']

describe.skipIf(!hasDovecot())('killed under load, with a real mailbox', () => {
  let build: Build
  let office: PostOffice
  let daemon: DaemonPeer
  let speaker: Speaker
  beforeAll(async () => {
    build = createHastyMailBuild()
    office = await createPostOffice({ savesSentOf: ['saves@house.test'] })
    office.submission.fail('data', { lateMs: LATE_MS }, Number.POSITIVE_INFINITY)
    daemon = createDaemon({ build, config: configFor(office) })
    speaker = createSpeaker(daemon.socket)
  })
  afterAll(async () => {
    speaker?.close()
    await daemon?.remove()
    await office?.close()
  })

  test(
    `${kills} times at random moments: no mail is lost, and none is doubled where it can be looked up`,
    async () => {
      const ended = new AbortController()
      const people = names.map((name) => office.person(name))
      const asked = new Map<string, Way>()
      // The mailboxes are met before anybody writes: what lay there before would be left alone.
      await daemon.start()
      await expect.poll(() => read("SELECT name FROM channel_memory WHERE name LIKE 'begin:%'")).toHaveLength(3)
      const writing = people.map((person) => write(person, asked, ended.signal))
      /** Sends that a kill cut off between their begin and their record, by the mark of each: only these may leave again. */
      const cut = new Map<string, number>()
      for (let kill = 0; kill < kills; kill++) {
        if (kill > 0) {
          const { ready } = daemon.launch()
          // Every fourth one hits the start itself, or what comes right after it.
          if (kill % 4 === 0) await sleep(Math.random() * START_MS, ended.signal)
          else await ready
        }
        if (kill % 4 !== 0 || kill === 0) {
          const enough = office.submission.got.length + 1 + Math.floor(Math.random() * MOST_ANSWERS)
          await office.submission.until('answers', () => office.submission.got.length >= enough, QUIET_MS)
          await sleep(Math.random() * MOMENTS_MS, ended.signal)
        }
        expect(await daemon.kill()).toMatchObject({ signal: 'SIGKILL' })
        for (const { key } of read("SELECT key FROM outbox WHERE state = 'sending'")) {
          const mark = outboxMark(String(key))
          cut.set(mark, (cut.get(mark) ?? 0) + 1)
        }
      }
      ended.abort()
      await Promise.all(writing)
      office.submission.mend()
      await daemon.start()
      await expect.poll(() => missing(asked), { timeout: QUIET_MS, interval: 200 }).toEqual([])
      await speaker.quiet(AbortSignal.timeout(QUIET_MS))
      expect(await daemon.stop()).toMatchObject({ code: 0 })

      const together = tasksOf()
      const { said, answers, lost, doubled, misrouted, notices, others } = await auditMail(people, {
        askedOf: ({ id }) => asked.get(id) ?? '',
        together: (id) => together.get(id) ?? [id],
        isNotice: ({ text }) => text.startsWith('I sent an answer again after an interruption'),
      })
      const byWay = (way: Way) => doubled.filter(({ asked: { id } }) => asked.get(id) === way)
      const resent = resends(office)
      reportFigures('email kill', {
        said,
        answers,
        lost: lost.length,
        doubled: doubled.length,
        'doubled by way': addresses.map((way) => `${way} ${byWay(way).length}`).join(', '),
        misrouted: misrouted.length,
        kills,
        'in the middle of a send': sum(cut.values()),
        'sent again': sum(resent.map(({ times }) => times - 1)),
        told: notices.length,
      })
      // What we die over again and again comes to an end: then they are told. So often it is never by chance.
      expect(notices.length).toBeLessThanOrEqual([...cut.values()].filter((times) => times > 20).length)
      const wrong = [...misrouted, ...others].map(({ text }) => text)
      expect({ lost: lost.map(({ id }) => id), wrong }).toEqual({ lost: [], wrong: [] })
      expect([...byWay('saves@house.test'), ...byWay('receipts@house.test')]).toEqual([])
      // Where nobody can say whether it left, each time that it was cut off it leaves once more, byte by byte the same.
      expect(byWay('blind@house.test').filter(({ isSame }) => !isSame)).toEqual([])
      const isBlind = ({ from, times, isSame, mark }: Resent) =>
        from === 'blind@house.test' && isSame && times <= 1 + (cut.get(mark) ?? 0)
      expect(resent.filter((one) => !isBlind(one))).toEqual([])
      expect(answers).toBeGreaterThan(kills)
    },
    kills * 20_000 + 240_000,
  )

  async function write(person: Correspondent, asked: Map<string, Way>, signal: AbortSignal): Promise<void> {
    let last: { sent: Sent; way: Way } | undefined
    for (let count = 1; !signal.aborted; count++) {
      while (isAhead(asked.size) && !signal.aborted) await sleep(PAUSE_MS, signal)
      // One word that was never said before: the demo finds nothing, and its answer is short.
      const text = `${person.address.slice(0, 3)}${count}`
      // Every other one goes on in the thread before.
      const goesOn = count % 2 === 0 ? last : undefined
      const way = goesOn?.way ?? addresses[Math.floor(count / 2) % addresses.length] ?? 'blind@house.test'
      const thread = goesOn && { inReplyTo: goesOn.sent.id, references: [goesOn.sent.id] }
      const sent = await person.write({ to: way, subject: text, text, ...thread })
      asked.set(sent.id, way)
      last = { sent, way }
      await sleep(PAUSE_MS, signal)
    }
  }

  const lately = { answers: 0, asked: 0 }
  /** Whether much was asked since the last answer. */
  function isAhead(asked: number): boolean {
    const answers = office.submission.got.length
    if (answers !== lately.answers) Object.assign(lately, { answers, asked })
    return asked - lately.asked >= MOST_AHEAD
  }

  /** What was written and has not come to an end yet. */
  function missing(asked: Map<string, Way>): string[] {
    const done = new Set(
      read(
        `SELECT remote_id AS id FROM message JOIN task_message ON message_id = message.id JOIN task ON task.id = task_id
         WHERE finished_at IS NOT NULL`,
      ).map(({ id }) => String(id)),
    )
    return [...asked.keys()].filter((id) => !done.has(id))
  }

  /** By each mail, the mails of the task that it was answered with. */
  function tasksOf(): Map<string, string[]> {
    const rows =
      read(`SELECT group_concat(remote_id, ' ') AS ids FROM task_message JOIN message ON message.id = message_id
      WHERE author = 'human' GROUP BY task_id`)
    const groups = rows.map(({ ids }) => String(ids).split(' '))
    return new Map(groups.flatMap((ids) => ids.map((id) => [id, ids] as const)))
  }

  function read(query: string): Record<string, unknown>[] {
    if (!existsSync(daemon.database)) return []
    const db = openReadOnly(daemon.database)
    try {
      return db.raw.prepare(query).all() as Record<string, unknown>[]
    } finally {
      db.close()
    }
  }
})

interface Resent {
  from: string
  mark: string
  times: number
  isSame: boolean
}

/** What was handed in more than once, as the submission server has it. */
function resends({ submission }: PostOffice): Resent[] {
  const copies = new Map<string, Buffer[]>()
  for (const { bytes } of submission.got) {
    const id = readMime(bytes).header('message-id') ?? ''
    copies.set(id, [...(copies.get(id) ?? []), bytes])
  }
  return [...copies.values()].flatMap((all) => {
    const [first] = all
    if (first === undefined || all.length === 1) return []
    const mail = readMime(first)
    const isSame = all.every((bytes) => bytes.equals(first))
    const mark = mail.header('x-skein-outbox') ?? ''
    return [{ from: addressIn(mail.header('from')), mark, times: all.length, isSame }]
  })
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((all, one) => all + one, 0)
}

function configFor(office: PostOffice): string {
  const limits =
    '[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n[limits]\ntasks_per_hour = 100000\nqueue = 100000\n'
  const members = names.map((name) => `"${name}"`).join(', ')
  const caps = `member_addresses = [${members}]\nreplies_per_thread = 1000\nreplies_per_sender = 1000\n`
  const accounts = addresses.map(
    (address, at) => `[email.accounts.a${at}]\n${accountOf(office, address)}${ways[address]}`,
  )
  return `${limits}[email]\n${caps}${accounts.join('')}`
}
