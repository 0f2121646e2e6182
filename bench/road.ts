import { openRuntime } from '../src/app/daemon-runtime.ts'
import { openMcpServers, openWebAndMcpTools } from '../src/app/native-tools.ts'
import { buildPipeline } from '../src/app/pipeline.ts'
import type { Channel, Inbox } from '../src/channels/channel.ts'
import { createWebChannel, type WebChannel } from '../src/channels/web/web.ts'
import { loadConfig } from '../src/config/load.ts'
import type { ChannelName } from '../src/domain/ids.ts'
import type { Person } from '../src/domain/person.ts'
import { createLog } from '../src/lib/log.ts'
import { createSteadyClock, type SteadyClock, systemClock } from '../src/lib/time/clock.ts'
import type { Scheduling } from '../src/scheduler/scheduling.ts'
import { createBrains } from '../src/spawner/brains.ts'
import type { Brain } from '../src/spawner/spawner.ts'
import type { Database } from '../src/store/database.ts'
import { openStore } from '../src/store/open-store.ts'
import { ensureOwner } from '../src/store/people/people.ts'
import { beginInstance } from '../src/store/work/instances.ts'
import type { Upkeep } from '../src/tasks/compaction/upkeep.ts'
import type { Deliver } from '../src/tasks/deliver/deliver.ts'
import { createDiskGate } from '../src/tasks/health/disk-gate.ts'
import { createPersist } from '../src/tasks/health/persist.ts'
import type { Toolset } from '../src/tasks/permissions/toolset.ts'
import type { Overview } from '../src/tasks/reports/overview.ts'
import type { TaskDeps, TaskSettings } from '../src/tasks/task-deps.ts'
import { createUploads, type Uploads } from '../src/web/server/uploads.ts'

export interface BenchRoad extends TaskDeps {
  deliver: Deliver
  toolset: Toolset
  scheduling: Scheduling
  upkeep: Upkeep
  channel: WebChannel
  /** What is put here before it runs gets its answers too. */
  channels: Map<ChannelName, Channel>
  inbox: Inbox
  owner: Person
  uploads: Uploads
  overview(): Overview
  /** Receives, answers and delivers until the signal aborts. Without it only the inbox works. */
  run(signal: AbortSignal): Promise<unknown>
  close(): void
}

/** The road of the daemon over a real file, with a brain that takes no time unless another is given. */
export function openRoad(
  dir: string,
  brain: Brain | ((toolset: Toolset) => Brain) = instantBrain,
  settings: Partial<TaskSettings> = {},
  clock: SteadyClock = createSteadyClock(systemClock),
): BenchRoad {
  const log = createLog({ level: 'error', format: 'auto', destination: process.stderr, scrub: (text) => text })
  const store = openStore(dir)
  const { db } = store
  const owner = ensureOwner(db, 'Ana', clock.now())
  const config = loadConfig(undefined, { HOME: dir })
  const channel = createWebChannel({ clock })
  const channels = new Map<ChannelName, Channel>([['web', channel]])
  const disk = createDiskGate({ dir, clock, log, lowBytes: 0, fullBytes: 0, ballastBytes: 0 })
  const ground = openRuntime({
    db,
    clock,
    log,
    channels,
    config,
    dataDir: dir,
    reread: () => config,
    persist: createPersist(log, new AbortController().signal),
    instance: beginInstance(db, { pid: process.pid, boot: undefined }, clock.steady()),
    fixed: { tasksPerHour: 1_000_000, queue: 1_000_000, timezone: 'UTC', ...settings },
  })
  const webAndMcpTools = openWebAndMcpTools(openMcpServers({ config, clock, log, env: process.env, trouble() {} }))
  const road = buildPipeline(ground, {
    version: 'bench',
    startedAt: clock.now(),
    owner,
    scrub: (text) => text,
    disk,
    safeMode: { isOn: () => false, crashes: () => [] },
    erase() {},
    mayBegin: () => disk.level() === 'ok',
    listWebAndMcpTools: webAndMcpTools.list,
    brains: (toolset) => createBrains(typeof brain === 'function' ? brain(toolset) : brain),
  })
  const { inbox, worker, deliver } = road
  return {
    ...road,
    channels,
    channel,
    owner,
    uploads: createUploads({
      db,
      fileStore: road.files.fileStore,
      clock,
      assertDiskNotFull: disk.assertNotFull,
    }),
    run: (signal) => Promise.all([channel.listen(inbox, signal), worker.run(signal), deliver.run(signal)]),
    close: store.close,
  }
}

/** As if a worker had answered everything: the next message of each lane begins a task again. */
export function endLiveTasks(db: Database): void {
  db.statement("UPDATE task SET state = 'answered', finished_at = created_at WHERE finished_at IS NULL").run()
}

const instantBrain: Brain = {
  name: 'instant',
  maxAttempts: 1,
  hasSessions: false,
  hasTools: false,
  forget() {},
  async *run() {
    yield { kind: 'done', text: 'At once.' }
  },
  async close() {},
}
