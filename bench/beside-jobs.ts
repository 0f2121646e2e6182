import { makeChatId, rootLane } from '../src/domain/ids.ts'
import { sleep } from '../src/lib/time/timers.ts'
import type { Brain } from '../src/spawner/spawner.ts'
import { insertJob } from '../src/store/schedule/jobs.ts'
import { describeTimes, judge, median, print, times } from './figures.ts'
import { writeLetter } from './letters.ts'
import { type BenchRoad, openRoad } from './road.ts'
import { withScratch } from './scratch.ts'

const ROUNDS = 200
const JOBS = 20
/** As often as the CLI tells what it has so far. */
const PIECE_MS = 20
const chat = makeChatId('web', 'beside-jobs')

/** From the commit of a message to its answer, with nothing beside it and with twenty jobs that are all at work. */
export async function benchBesideJobs(): Promise<void> {
  await withScratch(async (dir) => {
    const stop = new AbortController()
    const road = openRoad(dir, busyBrain, { maxWorkers: 2 * JOBS })
    const running = road.run(stop.signal)
    const alone = await converse(road)
    begin(road)
    while (underWay(road) < JOBS) await sleep(20, stop.signal)
    const beside = await converse(road)
    print('committed message to its answer, alone', describeTimes(alone))
    print(`the same beside ${underWay(road)} jobs at work`, describeTimes(beside))
    const ratio = median(beside) / median(alone)
    judge('beside jobs, against alone', times(ratio), { says: 'at most 2 times', met: ratio <= 2 })
    stop.abort()
    await running
    road.close()
  })
}

async function converse(road: BenchRoad): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const answered = new Promise<void>((resolve) => {
      const stop = road.deliver.onTried(() => {
        stop()
        resolve()
      })
    })
    const began = performance.now()
    road.inbox.accept([writeLetter(chat)])
    await answered
    took.push(performance.now() - began)
  }
  return took
}

function begin({ db, owner, clock, scheduling }: BenchRoad): void {
  const now = clock.now()
  const due = { kind: 'once', at: now.getTime() } as const
  const place = { chat, lane: rootLane(chat), route: { chat }, destinations: [] }
  const job = { kind: 'scheduled', source: 'person', personId: owner.id, timezone: 'UTC', options: {} } as const
  for (let n = 0; n < JOBS; n++)
    insertJob(db, { ...job, ...place, name: `job ${n}`, text: `job ${n}`, due, nextAt: due.at }, now)
  scheduling.look()
}

function underWay({ db }: BenchRoad): number {
  return db.raw
    .prepare("SELECT count(*) FROM task WHERE kind = 'scheduled' AND state = 'running'")
    .pluck()
    .get() as number
}

/** Answers people at once; a job is never done. */
const busyBrain: Brain = {
  name: 'busy',
  maxAttempts: 1,
  hasSessions: false,
  hasTools: false,
  forget() {},
  async *run({ kind }, signal) {
    for (let text = 'So far:'; kind !== 'reply' && !signal.aborted; text += ' more') {
      yield { kind: 'text', text: text.slice(0, 2000) }
      await sleep(PIECE_MS, signal)
    }
    if (!signal.aborted) yield { kind: 'done', text: 'At once.' }
  },
  async close() {},
}
