import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { ErasureScope } from '../domain/erasure.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import { answerMessages } from '../messages/answer-messages.ts'
import type { RunnerStatus } from '../spawner/remote/runner-pool.ts'
import type { Database } from '../store/database.ts'
import { noteErasures, takeLaterErasures } from '../store/erasing/erased-keys.ts'
import { type Erasure, readErasure } from '../store/erasing/erasures.ts'
import { createFileStore } from '../store/files/file-store.ts'
import type { Store } from '../store/open-store.ts'
import { runnersWithErasures } from '../store/work/runner-erasures.ts'
import { endTasks } from '../store/work/tasks.ts'
import { createEraser, type Eraser } from '../tasks/erasing/eraser.ts'
import { createWorkspaces } from '../tasks/files/workspaces.ts'
import { cancelTasks } from '../tasks/run/stop.ts'
import { backupFolders, ownNotesFolder, readNotes, spreadNotes } from './backup/erasure-notes.ts'
import type { Pipeline } from './pipeline.ts'
import type { RunnerAdmin } from './runners.ts'

export interface ErasingDeps {
  pipeline: Pipeline
  dataDir: string
  config: Config
  /** Undefined if runners are off. */
  runners: Pick<RunnerAdmin, 'list'> | undefined
}

export type Erasing = ReturnType<typeof createErasing>

export interface ErasureReport extends Erasure {
  /** It is not finished, and nothing works on it until the next start. */
  isStopped: boolean
  /** The runners that still have to erase something from their disks. */
  runners: { name: string; isHere: boolean }[]
}

const away: RunnerStatus['state'][] = ['gone', 'never-seen', 'other-version']

/** Erasing in the running daemon. One erasure at a time is finished; the others wait. */
export function createErasing({ pipeline, dataDir, config, runners }: ErasingDeps) {
  const closing = new AbortController()
  const { signal } = closing
  const { db, clock, log, files, brains, stopping } = pipeline
  const eraser = createEraser({
    db,
    clock,
    log,
    dataDir,
    fileStore: files.fileStore,
    workspaces: files.workspaces,
    logFile: config.log.file,
    cancel: (tasks, now, afterCommit) => void cancelTasks(stopping, tasks, 'deleted', now, afterCommit),
    async forget(sessions) {
      for (const { brain, session } of sessions) brains.named(brain)?.forget(session)
      for (const brain of brains.all) await brain.settleForgetting?.()
    },
  })
  const noteAll = () => noteErasuresIn(db, { dataDir, config, log })
  let last: Promise<unknown> = Promise.resolve()
  const inBackground = (work: () => Promise<unknown>) => {
    last = last
      .then(work)
      .catch((err: unknown) => log.error({ err }, 'an erasure is not finished; the next start continues'))
  }
  const open = new Set<number>()
  function begin(scope: ErasureScope, task?: number): number {
    const id = eraser.begin(scope, task)
    noteAll()
    open.add(id)
    return id
  }
  const finish = (id: number, task?: number) =>
    inBackground(() => eraser.finish(id, signal, task).finally(() => open.delete(id)))
  return {
    preview: eraser.preview,
    /** A running task that asks for it is finished first. */
    erase(scope: ErasureScope, task?: number): number {
      const id = begin(scope, task)
      finish(id, task)
      return id
    },
    async eraseNow(scope: ErasureScope): Promise<void> {
      const id = begin(scope)
      await eraser.hide(id, signal)
      finish(id)
    },
    read(id: number): ErasureReport | undefined {
      const erasure = readErasure(db, id)
      const here = runners?.list().flatMap(({ name, state }) => (away.includes(state) ? [] : [name])) ?? []
      return (
        erasure && {
          ...erasure,
          isStopped: erasure.state !== 'done' && !open.has(id),
          runners: runnersWithErasures(db).map((name) => ({ name, isHere: here.includes(name) })),
        }
      )
    },
    /**
     * Continues what an earlier run did not finish. A store that was restored from a backup begins with what was erased
     * after that backup.
     */
    resume() {
      db.transaction(() => {
        for (const scope of takeLaterErasures(db, readNotes(ownNotesFolder(dataDir)))) eraser.begin(scope)
      })
      noteAll()
      inBackground(() => eraser.resume(signal))
    },
    /** Resolves when nothing is under way. */
    settled: () => last,
    /** Stops. The next start continues. */
    async close() {
      closing.abort()
      await last
    },
  }
}

/** Notes every erasure beside the store and the backups, so that a restored backup loses the same again. */
export function noteErasuresIn(
  db: Database,
  { dataDir, config, log }: { dataDir: string; config: Config; log: Pick<Log, 'warn'> },
): void {
  const notes = noteErasures(db)
  if (notes.length === 0) return
  const missed = spreadNotes(dataDir, config, notes)
  if (missed.length > 0) log.warn({ missed }, 'what was erased could not be noted beside these backups')
}

export interface AloneDeps {
  store: Store
  clock: SteadyClock
  log: Log
  dataDir: string
  config: Config
}

/** Erasing without a daemon: nothing runs, and no model has a process. */
export function createEraserAlone({ store: { db }, clock, log, dataDir, config }: AloneDeps): Eraser {
  return createEraser({
    db,
    clock,
    log,
    dataDir,
    fileStore: createFileStore(join(dataDir, 'files')),
    workspaces: createWorkspaces(join(dataDir, 'workspaces')),
    logFile: config.log.file,
    cancel: (tasks, now) =>
      endTasks(
        db,
        tasks.map(({ id }) => id),
        'cancelled',
        answerMessages.messageDeleted,
        now,
      ),
    forget: async () => {},
  })
}

/** Copies of the store that an erasure does not change: backups, and what upgrades and repairs kept. */
export function listCopies(dataDir: string, config: Config): string[] {
  const archives = backupFolders(dataDir, config).flatMap((folder) =>
    namesIn(folder)
      .filter((name) => /^skein-[\w-]+\.tar\.gz(?:\.age)?$|\.db$/.test(name))
      .map((name) => join(folder, name)),
  )
  const kept = namesIn(dataDir).filter((name) => /^skein\.db(?!-wal$|-shm$|\.seal$)./.test(name))
  return [...archives, ...kept.map((name) => join(dataDir, name))].sort()
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
