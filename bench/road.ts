import type { Channel, Inbox } from '../src/channels/channel.ts'
import { createWebChannel, type WebChannel } from '../src/channels/web/web.ts'
import { loadConfig } from '../src/config/load.ts'
import type { ChannelName } from '../src/domain/ids.ts'
import type { Person } from '../src/domain/person.ts'
import { createLog } from '../src/lib/log.ts'
import { momentOf, systemClock } from '../src/lib/time/clock.ts'
import { createSteadyClock } from '../src/lib/time/steady-clock.ts'
import type { Brain } from '../src/spawner/spawner.ts'
import type { Database } from '../src/store/database.ts'
import { openStore } from '../src/store/open-store.ts'
import { ensureOwner } from '../src/store/people/people.ts'
import { beginInstance } from '../src/store/work/instances.ts'
import { createCommandSet } from '../src/tasks/commands/command-set.ts'
import { createUpkeep } from '../src/tasks/compaction/upkeep.ts'
import { createAssembler } from '../src/tasks/context/assembler.ts'
import { createDeliver } from '../src/tasks/deliver/deliver.ts'
import { openFiles } from '../src/tasks/files/open-files.ts'
import { createDiskGate } from '../src/tasks/health/disk-gate.ts'
import { createPersist } from '../src/tasks/health/persist.ts'
import { createIntake } from '../src/tasks/intake/intake.ts'
import { createApprovals } from '../src/tasks/permissions/approvals.ts'
import { createAdmission } from '../src/tasks/queue/admission.ts'
import { createBreaker } from '../src/tasks/queue/breaker.ts'
import { createTurnRunners } from '../src/tasks/queue/turn-runners.ts'
import { createWorker } from '../src/tasks/queue/worker.ts'
import { takeOverview } from '../src/tasks/reports/overview.ts'
import { takeUsage } from '../src/tasks/reports/usage-report.ts'
import type { Road } from '../src/tasks/road.ts'
import { createTrails } from '../src/tasks/run/trail.ts'
import { createLiveConfig } from '../src/tasks/settings/live-config.ts'
import { createUploads, type Uploads } from '../src/web/server/uploads.ts'

export interface BenchRoad extends Road {
  channel: WebChannel
  /** What is put here before it runs gets its answers too. */
  channels: Map<ChannelName, Channel>
  inbox: Inbox
  owner: Person
  uploads: Uploads
  /** Receives, answers and delivers until the signal aborts. Without it only the inbox works. */
  run(signal: AbortSignal): Promise<unknown>
  close(): void
}

/** The road as app/daemon.ts builds it, over a real file, with a brain that takes no time unless another is given. */
export function openRoad(dir: string, brain: Brain = instantBrain): BenchRoad {
  const clock = createSteadyClock(systemClock)
  const log = createLog({ level: 'error', format: 'auto', destination: process.stderr, scrub: (text) => text })
  const store = openStore(dir)
  const { db } = store
  const owner = ensureOwner(db, 'Ana', clock.now())
  const config = loadConfig(undefined, { HOME: dir })
  const liveConfig = createLiveConfig({ db, file: config, reread: () => config, apply: () => {} })
  const channel = createWebChannel({ clock })
  const channels = new Map<ChannelName, Channel>([['web', channel]])
  const road: Road = {
    db,
    clock,
    log,
    channels,
    persist: createPersist(log, new AbortController().signal),
    instance: beginInstance(db, { pid: process.pid, boot: undefined }, clock.steady()),
    settings: () => ({
      maxWorkers: config.workers.max,
      expireMs: config.workers.expireHours * 3_600_000,
      totalMs: config.workers.totalMinutes * 60_000,
      idleMs: 1_800_000,
      tasksPerHour: 1_000_000,
      queue: 1_000_000,
      timezone: 'UTC',
    }),
  }
  const gate = createDiskGate({ dir, clock, log, lowBytes: 0, fullBytes: 0, ballastBytes: 0 })
  const breaker = createBreaker({ clock, alarm: () => {} })
  const files = openFiles({ db, clock, dataDir: dir })
  const deliver = createDeliver(road)
  const admission = createAdmission({ ...road, breaker, config: () => config })
  const scrub = (text: string) => text
  const trails = createTrails()
  const upkeep = createUpkeep({ ...road, brain, admission, scrub, trouble() {}, config: () => config })
  const turns = createTurnRunners({
    ...road,
    trails,
    brain,
    scrub,
    attachments: files.attachments,
    assemble: createAssembler({ db, clock, log, brain, ...files, config: () => config }),
    admission,
    overflowed: upkeep.overflowed,
    said: upkeep.consider,
  })
  const worker = createWorker({
    ...road,
    runners: [...turns, upkeep],
    brain,
    admission,
    mayBegin: () => gate.level() === 'ok',
    delivered: deliver.wake,
  })
  const overview = () =>
    takeOverview(road, {
      version: 'bench',
      startedAt: clock.now(),
      brain,
      usage: takeUsage(db, config, momentOf(clock)),
      safeMode: false,
      disk: gate.level(),
      timezone: 'UTC',
      settings: liveConfig.standing(),
    })
  const approvals = createApprovals({
    ...road,
    delivered: deliver.wake,
    timezone: () => liveConfig.current().timezone,
    shelve: () => Promise.reject(new Error('nothing is asked here')),
  })
  const stopping = { ...road, abort: worker.abort, approvals, trails }
  const inbox = createIntake({
    ...stopping,
    commands: createCommandSet({ ...stopping, liveConfig, overview, breaker }).run,
    gate: gate.pass,
    wake() {
      worker.wake()
      deliver.wake()
    },
  })
  return {
    ...road,
    channels,
    channel,
    inbox,
    owner,
    uploads: createUploads({ db, shelf: files.shelf, clock, owner, gate: gate.pass }),
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
  attempts: 1,
  sessions: false,
  tools: false,
  forget() {},
  async *run() {
    yield { kind: 'done', text: 'At once.' }
  },
  async close() {},
}
