import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sleep } from '../../src/lib/time/timers.ts'
import { openReadOnly } from '../../src/store/database.ts'
import { type Build, createTunedBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { createDeathBook } from '../peers/death-book.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import type { TelegramChat } from '../peers/telegram/chats/chat.ts'
import { createTelegram, type Telegram } from '../peers/telegram/telegram.ts'
import { reportFigures } from '../support/report-figures.ts'
import { size } from '../support/sizes.ts'

const kills = size(8, 500)
const PAUSE_MS = 250
/** Lines that somebody says without an answer, before they wait for one: a slow machine has no more to do than a quick one. */
const MOST_AHEAD = 8
/** A life ends some moments after so many answers, one at least: counted, because a busy machine is slow. */
const MOST_ANSWERS = 5
const MOMENTS_MS = 200
const START_MS = 1000
const REPEAT = 'sent again after an interruption'
/** How the notice about an answer begins that was sent twice without a confirmation. */
const UNCONFIRMED = 'I sent an answer again after an interruption'
const places = ['kitchen', 'garden', 'roof']

let build: Build
let telegram: Telegram
let daemon: DaemonPeer
let speaker: Speaker

beforeAll(async () => {
  // The demo types at a person's pace; here it must have a chance to end between two kills.
  build = createTunedBuild({ pieceMs: 0 })
  telegram = await createTelegram({ secondMs: 20 })
  const members = places.map((_, at) => 100 + at).join(', ')
  daemon = createDaemon({ build, config: configFor(telegram, members) })
  speaker = createSpeaker(daemon.socket)
})
afterAll(async () => {
  speaker.close()
  await daemon.remove()
  await telegram.close()
})

test(
  `killed ${kills} times at random moments under load on Telegram: nothing is lost or misrouted, a repeat is marked, only what every kill met is set aside`,
  async () => {
    const ended = new AbortController()
    const rooms = places.map((place, at) => {
      const user = telegram.user({ id: 100 + at, name: place })
      return { place, chat: telegram.privateChat(user), user }
    })
    const said: Said[] = []
    const talking = rooms.map(async ({ place, chat, user }) => {
      for (let line = 1, ahead = 0, heard = 0; !ended.signal.aborted; line++) {
        while (ahead >= MOST_AHEAD && countAnswers(chat) === heard) {
          await sleep(PAUSE_MS, ended.signal)
          if (ended.signal.aborted) return
        }
        ahead = countAnswers(chat) === heard ? ahead + 1 : 1
        heard = countAnswers(chat)
        // One word that was never said before: the demo finds nothing, and its answer is short.
        const { message_id: id } = chat.say(user, `${place}${line}`)
        said.push({ key: `telegram:${telegram.bot.id}:${chat.id}:${id}`, chat: chat.id, id })
        await sleep(PAUSE_MS, ended.signal)
      }
    })
    const cuts: number[] = []
    const deaths = createDeathBook(daemon.database)
    for (let kill = 0; kill < kills; kill++) {
      const { ready } = daemon.launch()
      // Every fourth one hits the start itself, or what comes right after it.
      if (kill % 4 === 0) await sleep(Math.random() * START_MS, ended.signal)
      else {
        await ready
        const enough = answersIn(rooms) + 1 + Math.floor(Math.random() * MOST_ANSWERS)
        await telegram.until('answers', () => answersIn(rooms) >= enough, QUIET_MS)
        await sleep(Math.random() * MOMENTS_MS, ended.signal)
      }
      expect(await daemon.kill()).toMatchObject({ signal: 'SIGKILL' })
      // A life that ends as it begins may have made the file and nothing in it.
      if (!isMade(daemon.database)) continue
      cuts.push(countCut(daemon.database))
      deaths.note()
    }
    ended.abort()
    await Promise.all(talking)
    await daemon.start()
    await expect.poll(() => missing(daemon.database, said), { timeout: QUIET_MS, interval: 200 }).toEqual([])
    await speaker.quiet(AbortSignal.timeout(QUIET_MS))
    expect(await daemon.stop()).toMatchObject({ code: 0 })

    const found = rooms.map(({ chat }) => examine(chat, said))
    const doubled = found.flatMap((room) => room.doubled)
    const misrouted = found.flatMap((room) => room.misrouted)
    const chats = rooms.map(({ chat }) => chat)
    const silent = findSilent(daemon.database, chats)
    const ends = countEnds(daemon.database)
    reportFigures('telegram kill', {
      said: said.length,
      ends: JSON.stringify(ends),
      answers: answersIn(rooms),
      lost: silent.length,
      doubled: doubled.length,
      misrouted: misrouted.length,
      kills,
      'in the middle of a send': cuts.filter((cut) => cut > 0).length,
    })
    expect(silent).toEqual([])
    expect(misrouted).toEqual([])
    expect(doubled.filter(({ isMarked }) => !isMarked)).toEqual([])
    expect(doubled.length).toBeLessThanOrEqual(cuts.reduce((sum, cut) => sum + cut, 0))
    const tasks = Object.values(ends).reduce((sum, count) => sum + count, 0)
    // A kill is no fault of what was under way: it takes three in a row at the same message to be taken for one.
    expect(setAside(daemon.database)).toEqual(deaths.condemned())
    expect(deaths.mostAtOnce()).toBeLessThanOrEqual(1)
    expect(otherEnds(daemon.database)).toEqual([])
    expect(tasks).toBeGreaterThan(kills)
  },
  kills * 20_000 + 120_000,
)

test('killed between the arrival of a final and its record, it says it once more, marked, and never a third time', async () => {
  const peer = createDaemon({ build, config: configFor(telegram, '200') })
  onTestFinished(() => peer.remove())
  const user = telegram.user({ id: 200, name: 'attic' })
  const chat = telegram.privateChat(user)
  const { exited } = peer.launch({ SKEIN_CRASH_AT: 'deliver.after-send' })
  chat.say(user, 'attic')
  expect(await exited).toMatchObject({ signal: 'SIGKILL' })
  expect(chat.answers()).toHaveLength(1)
  await peer.start()
  await telegram.until('the repeat', () => chat.answers().length === 2)
  chat.say(user, '/whoami')
  await telegram.until('the next answer', () => chat.answers().length === 3)
  expect(chat.answers().map(({ text }) => text.includes(REPEAT))).toEqual([false, true, false])
  expect(await peer.stop()).toMatchObject({ code: 0 })
})

test('killed twice at the same send, it says that it cannot tell, and sends nothing a third time', async () => {
  const peer = createDaemon({ build, config: configFor(telegram, '201') })
  onTestFinished(() => peer.remove())
  const user = telegram.user({ id: 201, name: 'cellar' })
  const chat = telegram.privateChat(user)
  const first = peer.launch({ SKEIN_CRASH_AT: 'deliver.after-send' })
  chat.say(user, 'cellar')
  expect(await first.exited).toMatchObject({ signal: 'SIGKILL' })
  const second = peer.launch({ SKEIN_CRASH_AT: 'deliver.after-send' })
  expect(await second.exited).toMatchObject({ signal: 'SIGKILL' })
  await peer.start()
  await telegram.until('the notice', () => chat.answers().length === 3)
  expect(chat.answers().map(({ text }) => [text.includes(REPEAT), text.startsWith(UNCONFIRMED)])).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
  expect(await peer.stop()).toMatchObject({ code: 0 })
})

function configFor(server: Telegram, members: string): string {
  const limits =
    '[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n[limits]\ntasks_per_hour = 100000\nqueue = 100000'
  return `${limits}\n[telegram]\ntoken = "${server.token()}"\napi_root = "${server.url()}"\nmember_ids = [${members}]\n`
}

interface Said {
  key: string
  chat: number
  id: number
}

/** What was said and has not come to an end yet: an answer, or being set aside with a word about it. */
function missing(file: string, said: Said[]): string[] {
  const ended = new Set(
    read(
      file,
      'SELECT key FROM message_key JOIN task_message USING (message_id) JOIN task ON task.id = task_id WHERE finished_at IS NOT NULL',
    ).map((row) => String(row.key)),
  )
  return said.filter(({ key }) => !ended.has(key)).map(({ key }) => key)
}

/** Sends that a kill cut off between their first byte and their record: only these may be said twice. */
function countCut(file: string): number {
  return read(file, "SELECT id FROM outbox WHERE state = 'sending'").length
}

function isMade(file: string): boolean {
  return existsSync(file) && read(file, "SELECT 1 FROM sqlite_master WHERE name = 'outbox'").length > 0
}

function setAside(file: string): number[] {
  const rows = read(file, "SELECT id FROM task WHERE kind = 'reply' AND state = 'quarantined' ORDER BY id")
  return rows.map(({ id }) => Number(id))
}

/** Lives before the last that ended in any way but by a kill without a word: of such an end the book knows nothing. */
function otherEnds(file: string): Record<string, unknown>[] {
  return read(
    file,
    `SELECT id, cause, ended_at, stop_asked_at FROM instance WHERE id < (SELECT max(id) FROM instance)
     AND (cause IS NOT NULL OR ended_at IS NOT NULL OR stop_asked_at IS NOT NULL)`,
  )
}

function answersIn(rooms: { chat: TelegramChat }[]): number {
  return rooms.reduce((sum, { chat }) => sum + countAnswers(chat), 0)
}

/** Counted in the posts themselves: it is asked at every call of the daemon, and drawing all messages takes long. */
function countAnswers({ room }: TelegramChat): number {
  return room.posts.filter(({ message, deleted }) => message.from?.id === telegram.bot.id && !deleted).length
}

function countEnds(file: string): Record<string, number> {
  const rows = read(file, "SELECT state, count(*) AS n FROM task WHERE kind = 'reply' GROUP BY state")
  return Object.fromEntries(rows.map(({ state, n }) => [String(state), Number(n)]))
}

/** Tasks of which nothing is to be read where they were asked. */
function findSilent(file: string, chats: TelegramChat[]): string[] {
  const there = new Set(chats.flatMap((chat) => chat.answers().map(({ reply }) => `telegram:${chat.id} ${reply}`)))
  const asked = read(file, "SELECT route ->> 'chat' || ' ' || (route ->> 'replyTo') AS place FROM task")
  return asked.map(({ place }) => String(place)).filter((place) => !there.has(place))
}

/** What stands in one chat: a second answer to one message is a repeat; one to a message of another chat has lost its way. */
function examine(chat: TelegramChat, said: Said[]) {
  const answers = chat.answers()
  const seen = new Set<number>()
  const doubled = answers.flatMap(({ reply, text }) => {
    // The third kill at one send: nothing is sent again, the person is told that it is not certain.
    if (text.startsWith(UNCONFIRMED)) return []
    if (reply === undefined || !seen.has(reply)) {
      if (reply !== undefined) seen.add(reply)
      return []
    }
    return [{ reply, isMarked: text.includes(REPEAT) }]
  })
  const here = new Set(said.filter((one) => one.chat === chat.id).map(({ id }) => id))
  const misrouted = answers.filter(({ reply }) => reply === undefined || !here.has(reply))
  return { doubled, misrouted: misrouted.map(({ text }) => text) }
}

function read(file: string, query: string): Record<string, unknown>[] {
  const db = openReadOnly(file)
  try {
    return db.raw.prepare(query).all() as Record<string, unknown>[]
  } finally {
    db.close()
  }
}
