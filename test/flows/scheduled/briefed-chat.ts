import { type ChatId, jobQueue, rootLane } from '../../../src/domain/ids.ts'
import { createSteadyClock, systemClock } from '../../../src/lib/time/clock.ts'
import { takeResult } from '../../../src/scheduler/runs/results.ts'
import { type Database, openDatabase } from '../../../src/store/database.ts'
import { routeInto } from '../../../src/store/messages/chats.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { ownerId } from '../../../src/store/people/people.ts'
import { closeEpochs } from '../../../src/store/recall/epochs.ts'
import { insertJob, type Job, updateJob } from '../../../src/store/schedule/jobs.ts'
import { insertRun, updateRun } from '../../../src/store/schedule/runs.ts'
import { deliveriesOf, markSent } from '../../../src/store/work/outbox.ts'
import { endTasks, enqueueTask, readTask } from '../../../src/store/work/tasks.ts'
import { postMessage } from '../../../src/tasks/say/post-message.ts'
import { silentLog } from '../../support/silent-log.ts'

const HOUR_MS = 3_600_000
const RESULTS = 500
const LINES = 20
/** Between two lines of the chat. */
const LINE_EVERY_MS = 6 * HOUR_MS
const clock = createSteadyClock(systemClock)

/** What a chat was told by a briefing, and what the platform calls it. */
export interface Told {
  number: number
  message: number
  remoteId: string
}

/** Each briefing and each of its sources has a word of its own, by which it is found in whatever a model was shown. */
export const wordsOf = (number: number) =>
  `Good morning. The heron-${number}-told was seen at the pond${number === 137 ? ', and a kingfisher' : ''}.`
const sourceOf = (number: number) => `Pond news: heron-${number}-read by the reeds`

/** The briefings of which a text holds the words, each as often as it does. */
export function toldIn(text: string): number[] {
  return numbersIn(text, /heron-(\d+)-told/g)
}

export function sourcesIn(text: string): number[] {
  return numbersIn(text, /heron-(\d+)-read/g)
}

function numbersIn(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, number]) => Number(number))
}

/** Twenty days of a chat, all before what was said in it just now: a briefing every hour, and at last a line of talk every six. */
export function fillChat(database: string, chat: ChatId, remoteIdOf: (number: number) => string | undefined): Told[] {
  return inStore(database, (db) => {
    const end = systemClock.now().getTime() - HOUR_MS
    const job = aJob(db, chat)
    const lines = Array.from({ length: LINES }, (_, n) => ({ n, at: end - (LINES - n) * LINE_EVERY_MS + 60_000 }))
    const told = Array.from({ length: RESULTS }, (_, index) => {
      const at = new Date(end - (RESULTS - index) * HOUR_MS)
      const result = tell(db, job, index + 1, at, remoteIdOf(index + 1))
      for (const { n } of lines.filter((line) => line.at > at.getTime() && line.at <= at.getTime() + HOUR_MS))
        chatLine(db, chat, n, new Date(at.getTime() + 60_000))
      return result
    })
    closeEpochs(db, 'long ago', systemClock.now())
    return told
  })
}

/** Briefings that came just now, after all that was said. */
export function tellMore(database: string, chat: ChatId, numbers: number[]): Told[] {
  return inStore(database, (db) => {
    const job = aJob(db, chat)
    return numbers.map((number) => tell(db, job, number, systemClock.now()))
  })
}

/** What is said next begins an epoch. */
export function closeAll(database: string): void {
  inStore(database, (db) => closeEpochs(db, 'long ago', systemClock.now()))
}

function inStore<T>(database: string, work: (db: Database) => T): T {
  const db = openDatabase(database)
  try {
    return db.transaction(() => work(db))
  } finally {
    db.close()
  }
}

/** It does not run by itself: what it told is there already. */
function aJob(db: Database, chat: ChatId): Job {
  const place = { chat, lane: rootLane(chat), route: routeInto(db, chat), destinations: [], timezone: 'UTC' }
  const what = { kind: 'briefing', source: 'person', name: 'Pond', text: 'Tell me of the pond.', options: {} } as const
  const due = { kind: 'every', ms: HOUR_MS, from: 0 } as const
  const job = insertJob(db, { ...place, ...what, due, personId: ownerId(db), nextAt: null }, systemClock.now())
  updateJob(db, job.id, { state: 'paused' })
  return job
}

/** A run as it ends when a model has answered: by the verbs that the daemon itself ends it with. */
function tell(db: Database, job: Job, number: number, at: Date, remoteId?: string): Told {
  const { chat, lane, route, personId } = job
  const run = insertRun(db, { jobId: job.id, instant: at.getTime(), state: 'queued' }, at)
  if (!run || chat === null || lane === null || route === null) throw new Error('the instant stands there already')
  const steady = clock.steady()
  const queue = jobQueue(job.id)
  const times = { dueAt: steady, deadlineAt: steady, queuedAt: steady }
  const asked = { kind: 'briefing', chat, lane, queue, personId, route, instruction: job.text, ...times } as const
  const taskId = enqueueTask(db, { ...asked, scheduleKey: `job:${job.id}:${run.instant}` }, at)
  const sources = [{ title: 'Pond news', trust: 'untrusted' as const, lines: [sourceOf(number)] }]
  updateRun(db, run.id, { taskId, sources })
  const task = readTask(db, taskId)
  if (!task) throw new Error('no task')
  const speaker = { db, clock, channels: new Map(), settings: () => ({ idleMs: 1_800_000 }) }
  const deps = {
    db,
    clock,
    log: silentLog,
    settings: () => ({ timezone: 'UTC', quietHours: undefined, spreadMs: 0 }),
    say: (line: Parameters<typeof postMessage>[1], now: Date) => void postMessage(speaker, line, now),
    reaches: () => true,
    prefixIn: () => '/',
    open: () => Promise.reject(new Error('nobody is written to first')),
    planned() {},
    random: () => 0,
    persist: async <T>(write: () => T) => write(),
  }
  takeResult(deps, task, { text: wordsOf(number), trust: 'untrusted', files: [], actions: [] }, at)
  endTasks(db, [taskId], 'answered', '', at)
  const [delivery] = deliveriesOf(db, taskId)
  if (!delivery) throw new Error('nothing was said')
  const sentAs = remoteId ?? String(delivery.messageId)
  markSent(db, delivery.id, sentAs, at)
  return { number, message: delivery.messageId, remoteId: sentAs }
}

function chatLine(db: Database, chat: ChatId, n: number, at: Date): void {
  const ours = n % 2 === 1
  insertMessage(db, {
    chat,
    lane: rootLane(chat),
    author: ours ? 'bot' : 'human',
    kind: 'conversation',
    origin: 'chat',
    trust: 'owner',
    name: ours ? 'Skein' : 'Ana',
    ...(ours ? {} : { personId: ownerId(db) }),
    at,
    receivedAt: at,
    text: ours ? `Line ${n}: the ladder leans at the shed.` : `Line ${n}: where is the ladder?`,
  })
}
