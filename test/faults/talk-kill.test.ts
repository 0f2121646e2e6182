import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep } from '../../src/lib/time/timers.ts'
import { openReadOnly } from '../../src/store/database.ts'
import type { Build } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import type { User } from '../peers/talk/accounts/accounts.ts'
import type { Place } from '../peers/talk/rooms/place.ts'
import { createTalkServer, type TalkServer } from '../peers/talk/talk.ts'
import { createHastyBuild, HASTY_SECOND_MS } from '../peers/talk/talk-daemon.ts'
import { type Comment, rowsOf } from '../peers/talk/world.ts'
import { reportFigures } from '../support/report-figures.ts'
import { size } from '../support/sizes.ts'

const kills = size(4, 250)
const PAUSE_MS = 400
/** A life ends some moments after so many answers, one at least: counted, because a busy machine is slow. */
const MOST_ANSWERS = 5
const MOMENTS_MS = 200
const START_MS = 1000
const names = ['kitchen', 'garden', 'roof']

let build: Build
let talk: TalkServer
let bot: User
let daemon: DaemonPeer
let speaker: Speaker

beforeAll(async () => {
  // The demo types at a person's pace; here it must have a chance to end between two kills.
  build = createHastyBuild({ pieceMs: 0 })
  talk = await createTalkServer({ secondMs: HASTY_SECOND_MS })
  bot = talk.user('skein')
  daemon = createDaemon({ build, config: configFor(talk, bot) })
  speaker = createSpeaker(daemon.socket)
})
afterAll(async () => {
  speaker.close()
  await daemon.remove()
  await talk.close()
})

interface Room {
  place: Place
  user: User
  said: number[]
}

test(
  `killed ${kills} times at random moments under load on Talk: nothing is lost, doubled or misrouted`,
  async () => {
    const ended = new AbortController()
    const rooms = names.map((name, at): Room => {
      const user = talk.user(name)
      const place = at === 0 ? talk.group(name, [user, talk.user('guest'), bot]) : talk.oneToOne(user, bot)
      return { place, user, said: [] }
    })
    const talking = rooms.map(async ({ place, user, said }, at) => {
      for (let line = 1; !ended.signal.aborted; line++) {
        // One word that was never said before: the demo finds nothing, and its answer is short.
        said.push(place.say(user, `${at === 0 ? '@skein ' : ''}${user.id}${line}`))
        await sleep(PAUSE_MS, ended.signal)
      }
    })
    let cut = 0
    for (let kill = 0; kill < kills; kill++) {
      const { ready } = daemon.launch()
      // Every fourth one hits the start itself, or what comes right after it.
      if (kill % 4 === 0) await sleep(Math.random() * START_MS, ended.signal)
      else {
        await ready
        const enough = answersIn(rooms) + 1 + Math.floor(Math.random() * MOST_ANSWERS)
        await talk.traffic.until('answers', () => answersIn(rooms) >= enough, QUIET_MS)
        await sleep(Math.random() * MOMENTS_MS, ended.signal)
      }
      expect(await daemon.kill()).toMatchObject({ signal: 'SIGKILL' })
      cut += countCut(daemon.database)
    }
    ended.abort()
    await Promise.all(talking)
    await daemon.start()
    await expect.poll(() => rooms.flatMap(missing), { timeout: QUIET_MS, interval: 200 }).toEqual([])
    await speaker.quiet(AbortSignal.timeout(QUIET_MS))
    expect(await daemon.stop()).toMatchObject({ code: 0 })

    const lost = silent(rooms)
    const doubled = rooms.flatMap(doubledIn)
    const misrouted = rooms.flatMap(misroutedIn)
    const said = rooms.reduce((sum, room) => sum + room.said.length, 0)
    reportFigures('talk kill', {
      said,
      answers: answersIn(rooms),
      lost: lost.length,
      doubled: doubled.length,
      misrouted: misrouted.length,
      kills,
      'in the middle of a send': cut,
    })
    expect({ lost, doubled, misrouted }).toEqual({ lost: [], doubled: [], misrouted: [] })
    expect(answersIn(rooms)).toBeGreaterThan(kills)
  },
  kills * 20_000 + 240_000,
)

function configFor(server: TalkServer, account: User): string {
  const limits =
    '[workers]\nsafe_mode_after = 0\n[disk]\nballast_mb = 0\n[limits]\ntasks_per_hour = 100000\nqueue = 100000'
  const members = names.map((name) => `"${name}"`).join(', ')
  const place = `url = "${server.url()}"\nuser = "${account.id}"\npassword = "${account.appPassword}"`
  return `${limits}\n[talk]\n${place}\nmember_ids = [${members}]\n`
}

/** Counted in the rows themselves: drawing thousands of messages at every change would keep the server from answering. */
function answersIn(rooms: Room[]): number {
  const isAnswer = ({ actor, kind }: Comment) => actor.id === bot.id && kind === 'comment'
  return rooms.reduce((sum, { place }) => sum + rowsOf(place.room).filter(isAnswer).length, 0)
}

/** What was said and has not come to an end yet. */
function missing({ place, said }: Room): number[] {
  const ended = new Set(
    read(
      `SELECT remote_id AS id FROM message JOIN task_message ON message_id = message.id JOIN task ON task.id = task_id
       WHERE finished_at IS NOT NULL AND message.chat = 'talk:${place.token}'`,
    ).map(({ id }) => Number(id)),
  )
  return said.filter((id) => !ended.has(id))
}

/** Sends that a kill cut off between their first byte and their record. */
function countCut(file: string): number {
  // A life that ends as it begins may have made the file and nothing in it.
  const isMade = existsSync(file) && read("SELECT 1 FROM sqlite_master WHERE name = 'outbox'").length > 0
  return isMade ? read("SELECT id FROM outbox WHERE state = 'sending'").length : 0
}

/** Tasks of which nothing is to be read where they were asked. */
function silent(rooms: Room[]): string[] {
  const there = new Set(
    rooms.flatMap(({ place }) => place.saidBy(bot).map(({ parent }) => `talk:${place.token} ${parent?.id}`)),
  )
  const asked = read("SELECT route ->> 'chat' || ' ' || (route ->> 'replyTo') AS place FROM task")
  return asked.map(({ place }) => String(place)).filter((place) => !there.has(place))
}

function doubledIn({ place }: Room): string[] {
  const seen = new Set<string>()
  return place.saidBy(bot).flatMap(({ parent, referenceId }) => {
    const marks = [`to ${parent?.id}`, referenceId]
    const isSecond = marks.some((mark) => seen.has(mark))
    for (const mark of marks) seen.add(mark)
    return isSecond ? [`${place.token}: ${marks.join(' ')}`] : []
  })
}

function misroutedIn({ place, said }: Room): string[] {
  return place.saidBy(bot).flatMap(({ parent, message }) => (parent && said.includes(parent.id) ? [] : [message]))
}

function read(query: string): Record<string, unknown>[] {
  const db = openReadOnly(daemon.database)
  try {
    return db.raw.prepare(query).all() as Record<string, unknown>[]
  } finally {
    db.close()
  }
}
