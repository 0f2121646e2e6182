import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { factsOf, upkeepKinds } from '../../src/domain/task.ts'
import { type Clock, systemClock } from '../../src/lib/time/clock.ts'
import type { Build } from '../../test/peers/build.ts'
import { createSpeaker } from '../../test/peers/speaker.ts'
import { createRandom } from '../../test/support/seeded.ts'
import { type Asked, judge, noVerdict, type StoredTurn, type Verdict } from './book.ts'
import { converse, type Talk } from './conversation.ts'
import { createFastClock } from './fast-clock.ts'
import { planJobs, readJobs } from './jobs.ts'
import { createLife, type Life } from './life.ts'
import { keysIn } from './lines.ts'
import { openMailVenue } from './mail-venue.ts'
import { startModel } from './model.ts'
import { openPageVenue } from './page-venue.ts'
import type { Place } from './place.ts'
import { planRestarts, type Restart } from './restarts.ts'
import { beginRound } from './round.ts'
import { fakeClaude, settings } from './settings.ts'
import type { Sample } from './slopes.ts'
import { openTalkVenue } from './talk-venue.ts'
import { openTelegramVenue } from './telegram-venue.ts'

// A run in rounds: in each of them the people of all places say their share, while the daemon may be ended and started.
// Then everything comes to rest, what was said is compared with what was answered, and the daemon is measured.

export interface SoakRun {
  messages: number
  minutes: number
  seed: number
  /** The program at the beginning, where it is another one than at the end. */
  earlier?: Build | undefined
  present: Build
  /** How long a second of Telegram and Talk takes. */
  secondMs?: number
  say(line: string): void
}

export interface SoakResult {
  messages: number
  minutes: number
  /** That passed on the clock of the daemon. */
  days: number
  samples: Sample[]
  ends: ReturnType<typeof noVerdict> & { starts: number; kills: number; jobRuns: number }
  /** One sentence for each broken promise, by its kind. */
  lost: string[]
  doubled: string[]
  stuck: string[]
  misrouted: string[]
  failed: string[]
  /** What was left out, and why. */
  leftOut: string[]
  /** After so many messages the daemon was started for the last time. */
  lastStart: number
}

export const problemKinds = ['lost', 'doubled', 'stuck', 'misrouted', 'failed'] as const
const WEEK_MS = 7 * 86_400_000
/** The longest time that the daemon is away, on its clock: Telegram keeps what people write for a day. */
const MOST_AWAY_MS = 8 * 3_600_000
const MIN_ROUNDS = 8
const MAX_ROUNDS = 50
const PATIENCE_MS = 90_000
const QUIET_MS = 120_000
const SETTLE_MS = 300

export async function soak(run: SoakRun): Promise<SoakResult> {
  const { messages, present, secondMs = 1000, say } = run
  const random = createRandom(run.seed)
  const fast = createFastClock()
  const clock: Clock = { now: fast?.now ?? systemClock.now, mono: systemClock.mono }
  const scratch = mkdtempSync(join(tmpdir(), 'skein-soak-claude-'))
  const model = await startModel()
  const mail = await openMailVenue(clock, random)
  const venues = [
    await openTelegramVenue({ clock, random, secondMs }),
    await openTalkVenue({ clock, random, secondMs }),
    ...(mail ? [mail] : []),
  ]
  const config = [settings(model.api.url, fakeClaude(scratch)), ...venues.map((venue) => venue.config)].join('')
  const life = createLife({ build: run.earlier ?? present, config, clock: fast })
  venues.push(openPageVenue({ speaker: createSpeaker(life.socket), query: life.query }))
  const places = venues.flatMap((venue) => venue.places)
  const result = emptyResult(run, { isFast: fast !== undefined, hasMail: mail !== undefined })
  const [began, beganAt] = [performance.now(), clock.now().getTime()]
  const minutesPassed = () => (performance.now() - began) / 60_000
  try {
    await life.start()
    for (const venue of venues) await venue.begun?.()
    await planJobs(places)
    const rounds = Math.max(MIN_ROUNDS, Math.min(MAX_ROUNDS, Math.round(messages / 400)))
    const restarts = planRestarts({ rounds, hasUpdate: run.earlier !== undefined, random })
    let number = 0
    let lastMessage = 0
    const durationMs = run.minutes * 60_000 - (performance.now() - began)
    const firstAt = performance.now()
    const passedMs = () => performance.now() - firstAt
    for (let round = 0; round < rounds; round++) {
      const saidBefore = result.messages
      const least = Math.min(places.length, Math.ceil(messages / rounds))
      const { take, said, isHalfOver } = beginRound({
        round,
        rounds,
        messages,
        saidBefore,
        durationMs,
        passedMs,
        least,
      })
      const usedBefore = life.usedMs()
      const asked: Asked[] = []
      const talk: Talk = { random, asked, take, nextNumber: () => ++number, patienceMs: PATIENCE_MS }
      const talking = Promise.all(places.map((place) => converse(place, talk)))
      for (const restart of restarts.filter((one) => one.round === round)) {
        while (!isHalfOver()) await pause(20)
        await pause(random.integer(500))
        // So that a week passes in short runs too, or the most of it.
        const dueMs = (WEEK_MS * (round + 1)) / rounds
        const behindMs = beganAt + dueMs - clock.now().getTime()
        await begin(life, restart, Math.min(MOST_AWAY_MS, Math.max(0, behindMs)), present)
        result.lastStart = saidBefore + said()
        if (restart.how === 'kill') result.ends.kills += 1
      }
      await talking
      result.messages += said()
      await settle(life)
      const turns = readTurns(life, lastMessage)
      lastMessage = Number(life.query('SELECT max(id) FROM message')[0])
      const verdict = judge(asked, places, turns)
      add(result, verdict)
      writeEvidence(life, verdict, places, turns)
      for (const place of places) place.forget()
      for (const venue of venues) await venue.forget?.()
      const costPerMessageMs = (life.usedMs() - usedBefore) / said()
      const promptTokens = model.takeTokens()
      const sample = { messages: result.messages, ...(await life.measure()), costPerMessageMs, promptTokens }
      result.samples.push(sample)
      say(describe(sample, minutesPassed()))
    }
    const jobs = readJobs(life)
    result.ends.jobRuns = jobs.runs
    result.doubled.push(...jobs.doubled)
    result.stuck.push(...jobs.stuck)
    const integrity = String(life.query('PRAGMA integrity_check')[0])
    if (integrity !== 'ok') result.failed.push(`integrity_check says ${integrity}`)
    await life.stop()
    if (model.api.refusals.length > 0) result.failed.push(`the model's service refused: ${model.api.refusals[0]}`)
  } finally {
    const isWrong = problemKinds.some((kind) => result[kind].length > 0)
    if (isWrong) say(`the store, the log and what was seen of the problems are kept in ${life.dir}`)
    await life.remove(isWrong)
    for (const venue of venues) await venue.close()
    await model.api.close()
    fast?.close()
    rmSync(scratch, { recursive: true, force: true })
  }
  result.ends.starts = life.starts()
  result.minutes = minutesPassed()
  result.days = (clock.now().getTime() - beganAt) / 86_400_000
  return result
}

async function begin(life: Life, { how }: Restart, awayMs: number, present: Build): Promise<void> {
  if (how === 'update') await life.restart('stop', awayMs, present)
  else await life.restart(how, awayMs)
}

/** Summaries, notes and titles may wait for a quieter hour, and so may what a person has to decide. */
const unawaited = upkeepKinds.filter((kind) => !factsOf(kind).awaited).map((kind) => `'${kind}'`)
const busy = `SELECT
  (SELECT count(*) FROM task WHERE finished_at IS NULL AND state NOT IN ('interrupted', 'waiting')
    AND kind NOT IN (${unawaited.join()})) +
  (SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending', 'retry', 'unknown'))`

/** Until nothing is under way, for a few moments; or too long, which the judge will see. */
async function settle(life: Life): Promise<void> {
  const began = performance.now()
  for (let quietMs = 0; quietMs < SETTLE_MS && performance.now() - began < QUIET_MS; ) {
    await pause(50)
    quietMs = life.query(busy)[0] === 0 ? quietMs + 50 : 0
  }
}

function readTurns(life: Life, after: number): StoredTurn[] {
  const rows = life.query(
    `SELECT json_object('text', message.text, 'task', iif(task.id IS NULL, NULL, json_object(
       'id', task.id, 'state', task.state, 'begun', task.created_at, 'ended', coalesce(task.finished_at, 0))))
     FROM message LEFT JOIN task_message ON message_id = message.id LEFT JOIN task ON task.id = task_id
     WHERE message.id > ? AND author = 'human' ORDER BY message.id`,
    after,
  )
  return rows.map((row) => JSON.parse(String(row)) as StoredTurn)
}

function emptyResult(run: SoakRun, { isFast, hasMail }: { isFast: boolean; hasMail: boolean }): SoakResult {
  const leftOut = [
    ...(isFast ? [] : ['libfaketime is missing, so the clock keeps its pace and nothing of a week happens']),
    ...(hasMail ? [] : ['Dovecot is missing, so nobody writes mails']),
    ...(run.earlier ? [] : ['only the present program runs, so nothing is updated']),
  ]
  for (const line of leftOut) run.say(`LEFT OUT: ${line}`)
  const ends = { ...noVerdict(), starts: 0, kills: 0, jobRuns: 0 }
  const problems = { lost: [], doubled: [], stuck: [], misrouted: [], failed: [] }
  return { messages: 0, minutes: 0, days: 0, samples: [], ends, ...problems, leftOut, lastStart: 0 }
}

function add(result: SoakResult, verdict: Verdict): void {
  for (const kind of Object.keys(noVerdict()) as (keyof ReturnType<typeof noVerdict>)[])
    result.ends[kind] += verdict[kind]
  for (const kind of problemKinds) result[kind].push(...verdict[kind])
}

/** Everything that has to do with a problem, before the places forget it. */
function writeEvidence(life: Life, verdict: Verdict, places: Place[], turns: StoredTurn[]): void {
  for (const problem of problemKinds.flatMap((kind) => verdict[kind])) {
    const isAbout = (text: string) => keysIn(text).some((key) => problem.includes(key))
    const posts = places.flatMap(({ name, answers }) =>
      answers()
        .filter(isAbout)
        .map((text) => ({ name, text })),
    )
    const evidence = { problem, posts, turns: turns.filter(({ text }) => isAbout(text)) }
    appendFileSync(join(life.dir, 'problems.jsonl'), `${JSON.stringify(evidence)}\n`)
  }
}

function describe(sample: Sample, minutes: number): string {
  const { messages, rssMb, heapMb, descriptors, processes, storeMb, walMb, logMb } = sample
  return (
    `${String(messages).padStart(7)} messages, ${minutes.toFixed(1)} min: RSS ${rssMb.toFixed(0)} MB, ` +
    `heap ${heapMb.toFixed(1)} MB, descriptors ${descriptors}, processes ${processes}, store ${storeMb.toFixed(1)} MB, ` +
    `WAL ${walMb.toFixed(1)} MB, log ${logMb.toFixed(2)} MB, ${sample.costPerMessageMs.toFixed(1)} ms and ` +
    `${sample.promptTokens.toFixed(0)} tokens a message`
  )
}
