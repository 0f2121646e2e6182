import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Channel, Inbox } from '../../src/channels/channel.ts'
import type { Config } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'
import { type ChannelName, makeChatId } from '../../src/domain/ids.ts'
import type { InboundMessage } from '../../src/domain/message.ts'
import type { Person } from '../../src/domain/person.ts'
import { momentOf } from '../../src/lib/time/clock.ts'
import type { Brain, Permissions } from '../../src/spawner/spawner.ts'
import { openDatabase } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/file/migrate.ts'
import { keepText } from '../../src/store/files/files.ts'
import { addPerson, ensureOwner, linkAddress } from '../../src/store/people/people.ts'
import { beginInstance } from '../../src/store/work/instances.ts'
import { createCommandSet } from '../../src/tasks/commands/command-set.ts'
import { createUpkeep, type Upkeep } from '../../src/tasks/compaction/upkeep.ts'
import { createAssembler } from '../../src/tasks/context/assembler.ts'
import { createDeliver, type Deliver } from '../../src/tasks/deliver/deliver.ts'
import { type Files, openFiles } from '../../src/tasks/files/open-files.ts'
import { furnished } from '../../src/tasks/files/with-files.ts'
import { createIntake } from '../../src/tasks/intake/intake.ts'
import { createApprovals } from '../../src/tasks/permissions/approvals.ts'
import { createPermissions } from '../../src/tasks/permissions/permissions.ts'
import { createScopes, type Scopes } from '../../src/tasks/permissions/tool-access.ts'
import { rightsOf } from '../../src/tasks/permissions/toolset.ts'
import { createAdmission, giveAlarm } from '../../src/tasks/queue/admission.ts'
import { createBreaker, overheard } from '../../src/tasks/queue/breaker.ts'
import { createTurnRunners } from '../../src/tasks/queue/turn-runners.ts'
import { createWorker, type Worker } from '../../src/tasks/queue/worker.ts'
import type { Understand } from '../../src/tasks/recall/understand.ts'
import { brainOf, takeOverview } from '../../src/tasks/reports/overview.ts'
import { takeUsage } from '../../src/tasks/reports/usage-report.ts'
import type { Road, RoadSettings } from '../../src/tasks/road.ts'
import { createTrails } from '../../src/tasks/run/trail.ts'
import { createOwnerAlarm } from '../../src/tasks/say/owner-notices.ts'
import { createLiveConfig } from '../../src/tasks/settings/live-config.ts'
import { createScriptedBrain, echo } from './scripted-brain.ts'
import { createScriptedChannel, type ScriptedChannel } from './scripted-channel.ts'
import { silentLog } from './silent-log.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** The real road over a real store, with both ends in the test's hands. */
export interface RoadWorld extends Road {
  clock: TestClock
  web: ScriptedChannel
  telegram: ScriptedChannel
  inbox: Inbox
  worker: Worker
  deliver: Deliver
  permissions: Permissions
  scopes: Scopes
  files: Files
  upkeep: Upkeep
  owner: Person
  /** A member on Telegram, by number. */
  member(id: number): Person
  say(text: string, extra?: Partial<InboundMessage>): ReturnType<Inbox['accept']>[number]
  /** Runs worker and delivery until nothing is left that is due now. */
  settle(): Promise<void>
}

export interface WorldOptions {
  /** A data directory of the test's own, with a store in it. */
  dataDir?: string
  brain?: Brain
  settings?: Partial<RoadSettings>
  /** `[conversation]` of the configuration. */
  conversation?: Partial<Config['conversation']>
  /** `[brain.claude] epochs`. */
  epochs?: boolean
  /** Where vectors are on. */
  understand?: Understand
  mayBegin?: () => boolean
  /** `[brain.claude] command_network`. */
  network?: boolean
  gate?: () => void
  /** The real channel in the place of the scripted one. */
  telegram?: (road: Road, files: Files) => Channel
}

export function createRoadWorld(options: WorldOptions = {}): RoadWorld {
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'skein-road-'))
  const db = openDatabase(join(folder, 'skein.db'))
  migrateDatabase(db, folder)
  const stop = new AbortController()
  const clock = createTestClock()
  const web = createScriptedChannel('web')
  const telegram = createScriptedChannel('telegram', 100)
  const settings: RoadSettings = {
    maxWorkers: 4,
    expireMs: 86_400_000,
    totalMs: 60_000,
    idleMs: 1_800_000,
    tasksPerHour: 20,
    queue: 100,
    timezone: 'UTC',
    ...options.settings,
  }
  const channels = new Map<ChannelName, Channel>([
    ['web', web],
    ['telegram', telegram],
  ])
  const road: Road = {
    db,
    clock,
    log: silentLog,
    channels,
    instance: beginInstance(db, { pid: process.pid, boot: 'this boot' }, clock.steady()),
    settings: () => settings,
    persist: async (write) => write(),
  }
  const owner = ensureOwner(db, 'Ana', clock.now())
  linkAddress(db, { channel: 'telegram', id: '1' }, owner.id, 'Ana', clock.now())
  const breaker = createBreaker({ clock, alarm: (obstacle) => giveAlarm(road, obstacle, 'UTC') })
  const usual = loadConfig(undefined, { HOME: folder })
  const claude = { ...usual.brain.claude, epochs: options.epochs ?? true }
  const conversation = { ...usual.conversation, ...options.conversation }
  const config = { ...usual, timezone: 'UTC', conversation, brain: { ...usual.brain, claude } }
  const live = createLiveConfig({ db, file: config, reread: () => config, apply: breaker.close })
  const brain = options.brain ?? createScriptedBrain(echo)
  const files = openFiles({ db, clock, dataDir: folder })
  if (options.telegram) channels.set('telegram', options.telegram(road, files))
  const deliver = createDeliver(road)
  const admission = createAdmission({ ...road, breaker, config: live.current })
  const upkeep = createUpkeep({
    ...road,
    brain: overheard(brain, breaker),
    admission,
    scrub: (text) => text,
    trouble: createOwnerAlarm(road),
    config: live.current,
  })
  const trails = createTrails()
  const answering = furnished(overheard(brain, breaker), files.workspaces)
  const turns = createTurnRunners({
    ...road,
    trails,
    brain: answering,
    scrub: (text) => text,
    attachments: files.attachments,
    assemble: createAssembler({
      ...road,
      ...files,
      brain,
      understand: options.understand,
      config: () => live.current(),
    }),
    admission,
    overflowed: upkeep.overflowed,
    said: upkeep.consider,
  })
  const worker = createWorker({
    ...road,
    runners: [...turns, upkeep],
    brain: answering,
    admission,
    mayBegin: options.mayBegin ?? (() => true),
    delivered: deliver.wake,
  })
  const overview = () =>
    takeOverview(road, {
      version: '0',
      startedAt: clock.now(),
      brain: brainOf({ brain }, breaker, clock),
      usage: takeUsage(db, live.current(), momentOf(clock)),
      safeMode: false,
      disk: 'ok',
      timezone: 'UTC',
      settings: live.standing(),
    })
  const scopes = createScopes(db, () => settings.timezone)
  const approvals = createApprovals({
    ...road,
    delivered: deliver.wake,
    timezone: () => 'UTC',
    shelve: (text, name) => keepText(db, files.shelf, { text, name }, clock.steady),
  })
  const permissions = createPermissions({
    ...road,
    scopes,
    approvals,
    rights: (role) => rightsOf(live.current(), role),
    isWorkspaceOurs: files.isWorkspaceOurs,
    whileWaiting: worker.whileWaiting,
    hasNetwork: () => options.network === true,
  })
  const stopping = { ...road, abort: worker.abort, approvals, trails }
  const inbox = createIntake({
    ...stopping,
    commands: createCommandSet({ ...stopping, liveConfig: live, overview, breaker, understand: options.understand })
      .run,
    gate: options.gate ?? (() => {}),
    wake() {
      worker.wake()
      deliver.wake()
    },
  })
  onTestFinished(() => {
    stop.abort()
    db.close()
    if (options.dataDir === undefined) rmSync(folder, { recursive: true, force: true })
  })
  let serial = 0
  return {
    ...road,
    clock,
    web,
    telegram,
    inbox,
    worker,
    deliver,
    files,
    upkeep,
    owner,
    permissions,
    scopes,
    member(id) {
      const person = addPerson(db, { name: `Member ${id}`, role: 'member' }, clock.now())
      linkAddress(db, { channel: 'telegram', id: String(id) }, person.id, person.name, clock.now())
      return person
    },
    say(text, extra = {}) {
      const { chat = makeChatId('web', 'a') } = extra
      const key = `k${++serial}`
      const message: InboundMessage = {
        kind: 'message',
        channel: 'web',
        account: 'local',
        keys: [`test:${key}`],
        chat,
        // As the platform does whose ids these are: a group has a negative number.
        audience: chat.includes(':-') ? 'group' : 'private',
        remoteId: key,
        sender: { channel: 'web', id: 'owner' },
        senderName: 'Ana',
        at: clock.now(),
        text,
        addressed: true,
        raw: JSON.stringify({ text }),
        ...extra,
      }
      const accepted = inbox.accept([message])[0]
      if (!accepted) throw new Error('nothing accepted')
      return accepted
    },
    async settle() {
      const once = new AbortController()
      const running = [worker.run(once.signal), deliver.run(once.signal)]
      await quiet(road)
      once.abort()
      await Promise.all(running)
    },
  }
}

/** Until no task is running or due, and no delivery is on its way or due. */
async function quiet({ db, clock }: Road): Promise<void> {
  const busy = db.raw.prepare(
    `SELECT (SELECT count(*) FROM task t WHERE state IN ('leased', 'running')) +
            (SELECT count(*) FROM task t WHERE state IN ('queued', 'retry') AND due_at <= @now AND NOT EXISTS
              (SELECT 1 FROM task e WHERE e.queue = t.queue AND e.id < t.id AND e.finished_at IS NULL AND e.state <> 'interrupted')) +
            (SELECT count(*) FROM outbox o WHERE state = 'sending' OR (state IN ('pending', 'retry', 'unknown') AND due_at <= @now AND NOT EXISTS
              (SELECT 1 FROM outbox e WHERE e.lane = o.lane AND e.id < o.id AND e.state IN ('pending', 'retry', 'unknown', 'sending'))))`,
  )
  for (let calm = 0; calm < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    calm = busy.pluck().get({ now: clock.steady() }) === 0 ? calm + 1 : 0
  }
}
