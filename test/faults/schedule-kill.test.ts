import { beforeAll, describe, expect, test, vi } from 'vitest'
import { localChat, rootLane } from '../../src/domain/ids.ts'
import type { Schedule } from '../../src/domain/job.ts'
import type { CrashLabel } from '../../src/lib/crash-point.ts'
import { sleep } from '../../src/lib/time/timers.ts'
import { openDatabase, openReadOnly } from '../../src/store/database.ts'
import { ownerId } from '../../src/store/people/people.ts'
import { insertJob } from '../../src/store/schedule/jobs.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { size } from '../support/sizes.ts'

// A job is due every few seconds, which nobody may ask for and a test can wait for; the daemon is killed around those
// instants. Each of them must be run once: never twice, and never left out unless the daemon was away for the next one too.

const KILLS = size(4, 60)
const PERIOD_MS = 3000
const AROUND_MS = 400
const JOBS = 4
const never = new AbortController().signal
const chat = localChat('home')

let build: Build
vi.setConfig({ maxConcurrency: 2 })
beforeAll(() => {
  build = createBuild()
})

interface Peers {
  daemon: DaemonPeer
  speaker: Speaker
}

async function withJobs(kinds: ('reminder' | 'scheduled')[], work: (peers: Peers) => Promise<void>): Promise<void> {
  const daemon = createDaemon({ build })
  const speaker = createSpeaker(daemon.socket)
  try {
    await daemon.start()
    await speaker.outcome(await speaker.say(chat, 'hello'))
    await daemon.stop()
    plan(daemon, kinds)
    await work({ daemon, speaker })
  } finally {
    speaker.close()
    await daemon.remove()
  }
}

function plan({ database }: DaemonPeer, kinds: ('reminder' | 'scheduled')[]): void {
  const db = openDatabase(database)
  const from = Date.now() + PERIOD_MS
  for (const [index, kind] of kinds.entries()) {
    const due: Schedule = { kind: 'every', ms: PERIOD_MS, from: from + index * 50 }
    const place = { chat, lane: rootLane(chat), route: { chat } }
    const job = { kind, source: 'person', name: `job ${index}`, text: `job ${index}`, timezone: 'UTC' } as const
    const personId = ownerId(db)
    insertJob(db, { ...job, ...place, personId, due, destinations: [], options: {}, nextAt: due.from }, new Date())
  }
  db.close()
}

interface RunRow {
  job: number
  kind: string
  instant: number
  state: string
  lines: number
}

function readRuns({ database }: DaemonPeer): RunRow[] {
  const db = openReadOnly(database)
  const rows = db.raw
    .prepare(
      `SELECT job.id AS job, job.kind, instant, job_run.state, (
         SELECT count(*) FROM outbox WHERE key = 'run:' || job_run.id || ':said:0' AND outbox.state = 'sent') AS lines
       FROM job_run JOIN job ON job.id = job_id ORDER BY job.id, instant`,
    )
    .all() as RunRow[]
  db.close()
  return rows
}

const isUnsaid = ({ state, lines }: RunRow) => state === 'delivered' && lines !== 1

/** What is wrong with what became of the instants; `away` is when nobody was there to see one. */
function problemsOf(runs: RunRow[], away: { from: number; until: number }[]): string[] {
  const wasAway = (from: number, until: number) => away.some((time) => time.from <= from && until <= time.until)
  return [...new Set(runs.map(({ job }) => job))].flatMap((job) => {
    const own = runs.filter((run) => run.job === job)
    const said = own.filter(({ state }) => state === 'delivered')
    const unsaid = said.filter(isUnsaid)
    // A model that is still at work when the next instant comes is not asked twice at once.
    const lost = own.filter(({ state }) => !['delivered', 'skipped'].includes(state))
    const left = own.flatMap(({ instant }, index) => {
      const before = own[index - 1]?.instant ?? instant - PERIOD_MS
      const between = Array.from({ length: (instant - before) / PERIOD_MS - 1 }, (_, n) => before + (n + 1) * PERIOD_MS)
      // Of what was slept through only the newest is run.
      return between.filter((missing) => !wasAway(missing, missing + PERIOD_MS))
    })
    return [
      ...unsaid.map(({ instant, lines }) => `job ${job} at ${instant} has ${lines} lines`),
      ...lost.map(({ instant, state }) => `job ${job} at ${instant} is ${state}`),
      ...left.map((instant) => `job ${job} was not run at ${instant}`),
    ]
  })
}

test(
  `killed ${KILLS} times around the instants of ${JOBS} jobs: each instant is run once`,
  () =>
    withJobs(['reminder', 'scheduled', 'reminder', 'scheduled'], async ({ daemon }) => {
      const away: { from: number; until: number }[] = [{ from: 0, until: Date.now() + 2 * PERIOD_MS }]
      for (let kill = 0; kill < KILLS; kill++) {
        await daemon.start()
        const last = away.at(-1)
        if (last) last.until = Math.max(last.until, Date.now() + AROUND_MS)
        const instant = Math.ceil(Date.now() / PERIOD_MS) * PERIOD_MS
        await sleep(Math.max(0, nextInstant(daemon, instant) - Date.now() + (Math.random() * 2 - 1) * AROUND_MS), never)
        // Killed so soon after an instant that a busy machine had not come to it yet.
        const from = Date.now() - PERIOD_MS / 2
        expect(await daemon.kill()).toMatchObject({ signal: 'SIGKILL' })
        away.push({ from, until: Date.now() })
      }
      await daemon.start()
      const last = away.at(-1)
      if (last) last.until = Date.now() + AROUND_MS
      const until = Date.now()
      const settledRuns = () => readRuns(daemon).filter(({ instant }) => instant < until)
      // A task that was under way at several deaths is begun again alone, after the others.
      await vi.waitFor(() => expect(settledRuns().filter(({ state }) => state === 'queued')).toEqual([]), QUIET_MS)
      await vi.waitFor(() => expect(settledRuns().filter(isUnsaid)).toEqual([]), QUIET_MS).catch(() => {})
      expect(await daemon.stop()).toMatchObject({ code: 0 })
      const settled = settledRuns()
      const count = (state: string) => settled.filter((run) => run.state === state).length
      reportFigures('schedule kill', {
        kills: KILLS,
        instants: settled.length,
        delivered: count('delivered'),
        skipped: count('skipped'),
      })
      expect(problemsOf(settled, away)).toEqual([])
      expect(count('delivered')).toBeGreaterThan(KILLS)
    }),
  KILLS * 20_000,
)

/** The first instant of the first job from a moment on. */
function nextInstant({ database }: DaemonPeer, from: number): number {
  const db = openReadOnly(database)
  const next = db.raw.prepare('SELECT min(next_at) FROM job WHERE next_at >= ?').pluck().get(from) as number | null
  db.close()
  return next ?? from
}

describe.concurrent('killed', () => {
  const labels: CrashLabel[] = ['schedule.before-commit', 'schedule.inside-commit', 'schedule.after-commit']
  test.each(labels)('at %s and started again, it runs the instant once', (label) =>
    withJobs(['reminder'], async ({ daemon }) => {
      const { exited } = daemon.launch({ SKEIN_CRASH_AT: label })
      expect(await exited, 'the label was never reached').toMatchObject({ signal: 'SIGKILL' })
      await daemon.start()
      await vi.waitFor(() => expect(readRuns(daemon).some(({ lines }) => lines > 0)).toBe(true), 60_000)
      expect(await daemon.stop()).toMatchObject({ code: 0 })
      const died = { from: 0, until: Date.now() }
      expect(problemsOf(readRuns(daemon).slice(0, 1), [died])).toEqual([])
    }),
  )
})
