import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { runNamed } from '../../lib/named-work.ts'
import { sleep } from '../../lib/time/timers.ts'
import { removeOldKeptFiles } from '../../spawner/kept-files.ts'
import {
  emptyOldDetails,
  emptyOldPrompts,
  type OldRecordsStep,
  removeOldAssemblies,
  removeOldSessionTurns,
  type StepOptions,
} from '../../store/work/old-records.ts'
import { countLive } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'

export interface RetentionDeps extends Pick<TaskDeps, 'db' | 'clock' | 'log' | 'persist'> {
  config(): Pick<Config, 'retention'>
  dataDir: string
  /** False in safe mode and while the disk is short of space. */
  mayBegin(): boolean
  /** When the first pass begins; shorter in tests. */
  firstPassMs?: number
}

/** A start has more urgent work. */
const FIRST_PASS_MS = 10 * 60_000
const NEXT_PASS_MS = 86_400_000
const DAY_MS = 86_400_000

/** While tasks or the disk need all attention, it looks again after this time. */
const BUSY_PAUSE_MS = 10_000
const MAX_LIVE_TASKS = 8

const STEP_PAUSE_MS = 20
/** A step that takes longer is followed by a smaller one. Everything else waits while a step runs. */
const LONG_STEP_MS = 10
const MAX_ROWS = 200
const FIRST_ROWS = 10

/** What one pass removed. */
export interface Removed {
  assemblies: number
  prompts: number
  turns: number
  details: number
  keptFiles: number
  upgradeCopies: number
}

/** Removes records that are older than `[retention]` says, in small steps in the background, once a day. */
export function createRetention(deps: RetentionDeps): {
  run(signal: AbortSignal): Promise<void>
  /** One complete pass; undefined if the signal ended it. */
  pass(signal: AbortSignal): Promise<Removed | undefined>
} {
  const { db, clock, log, persist, dataDir, firstPassMs = FIRST_PASS_MS } = deps
  const isQuiet = () => deps.mayBegin() && countLive(db) <= MAX_LIVE_TASKS
  const dayBefore = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)

  async function untilQuiet(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !isQuiet()) await sleep(BUSY_PAUSE_MS, signal)
  }

  async function removeAll(step: RemoveOld, days: number, signal: AbortSignal): Promise<number> {
    if (days === 0) return 0
    const before = dayBefore(days)
    let [after, limit, removed]: [number | undefined, number, number] = [0, FIRST_ROWS, 0]
    while (after !== undefined) {
      await untilQuiet(signal)
      if (signal.aborted) break
      const began = clock.mono()
      const options: StepOptions = { before, after, limit }
      const done: OldRecordsStep = await persist(() => runNamed('removing old records', () => step(db, options)))
      limit = nextLimit(limit, clock.mono() - began)
      removed += done.removed
      after = done.next
      if (after !== undefined) await sleep(STEP_PAUSE_MS, signal)
    }
    return removed
  }

  async function pass(signal: AbortSignal): Promise<Removed | undefined> {
    const { assemblyDays, stepDays, keptDays, upgradeCopies } = deps.config().retention
    const removed = {
      assemblies: await removeAll(removeOldAssemblies, assemblyDays, signal),
      prompts: await removeAll(emptyOldPrompts, assemblyDays, signal),
      turns: await removeAll(removeOldSessionTurns, stepDays, signal),
      details: await removeAll(emptyOldDetails, stepDays, signal),
      keptFiles: keptDays === 0 ? 0 : await removeOldKeptFiles(join(dataDir, 'workspaces'), dayBefore(keptDays)),
      upgradeCopies:
        (await removeUpgradeCopies(join(dataDir, 'backups'), /^before-[\w-]+\.db$/, upgradeCopies)) +
        (await removeUpgradeCopies(
          join(dataDir, BACKUPS_BEFORE_UPDATES),
          /^skein-[\w-]+\.tar\.gz(?:\.age)?$/,
          upgradeCopies,
        )),
    }
    if (signal.aborted) return undefined
    if (Object.values(removed).some((count) => count > 0)) log.info({ ...removed }, 'old records were removed')
    return removed
  }

  return {
    pass,
    async run(signal) {
      for (let pauseMs = firstPassMs; ; pauseMs = NEXT_PASS_MS) {
        await sleep(pauseMs, signal)
        if (signal.aborted) return
        await pass(signal).catch((err: unknown) => log.error({ err }, 'old records could not be removed'))
      }
    },
  }
}

/** In the data directory: where `skein update` puts the backup that it makes first. */
export const BACKUPS_BEFORE_UPDATES = 'backups/before-update'

type RemoveOld = (db: TaskDeps['db'], options: StepOptions) => OldRecordsStep

function nextLimit(limit: number, tookMs: number): number {
  return tookMs > LONG_STEP_MS ? Math.max(1, Math.floor(limit / 2)) : Math.min(MAX_ROWS, limit * 2)
}

/** What was copied before upgrades, apart from the newest ones. */
async function removeUpgradeCopies(folder: string, pattern: RegExp, keep: number): Promise<number> {
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => pattern.test(name))
  const copies = await Promise.all(names.map(async (name) => ({ name, at: (await lstat(join(folder, name))).mtimeMs })))
  const old = copies.sort((a, b) => b.at - a.at).slice(keep)
  for (const { name } of old) await rm(join(folder, name), { force: true })
  return old.length
}
