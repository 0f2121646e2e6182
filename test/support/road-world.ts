import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type DaemonRuntime, openRuntime } from '../../src/app/daemon-runtime.ts'
import { createErasing } from '../../src/app/erasing.ts'
import { buildPipeline, type Pipeline } from '../../src/app/pipeline.ts'
import type { Channel, Inbox } from '../../src/channels/channel.ts'
import type { Config } from '../../src/config/config.ts'
import { loadConfig } from '../../src/config/load.ts'
import { type ChannelName, makeChatId } from '../../src/domain/ids.ts'
import type { InboundMessage } from '../../src/domain/message.ts'
import type { Person } from '../../src/domain/person.ts'
import type { Log } from '../../src/lib/log.ts'
import { type Brains, createBrains } from '../../src/spawner/brains.ts'
import { claudeToolRights } from '../../src/spawner/claude/own-tools.ts'
import { formsOf } from '../../src/spawner/file-forms.ts'
import type { Brain, Permissions } from '../../src/spawner/spawner.ts'
import { openDatabase } from '../../src/store/database.ts'
import { addPerson, ensureOwner, linkAddress } from '../../src/store/people/people.ts'
import { beginInstance } from '../../src/store/work/instances.ts'
import type { Files } from '../../src/tasks/files/files.ts'
import type { ListWebAndMcpTools } from '../../src/tasks/permissions/served-tools.ts'
import type { Toolset } from '../../src/tasks/permissions/toolset.ts'
import type { EmbedQuery } from '../../src/tasks/recall/embedding.ts'
import type { TaskDeps, TaskSettings } from '../../src/tasks/task-deps.ts'
import { createScriptedBrain, echo } from './scripted-brain.ts'
import { createScriptedChannel, type ScriptedChannel } from './scripted-channel.ts'
import { silentLog } from './silent-log.ts'
import { placeStore } from './template-store.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** The real road over a real store, with both ends in the test's hands. */
export interface RoadWorld extends Pipeline {
  clock: TestClock
  web: ScriptedChannel
  telegram: ScriptedChannel
  permissions: Permissions
  owner: Person
  /** A member on Telegram, by number. */
  member(id: number): Person
  say(text: string, extra?: Partial<InboundMessage>): ReturnType<Inbox['accept']>[number]
  /** Runs worker and delivery until nothing is left that is due now. */
  settle(): Promise<void>
  /** Begins what is due on the wall clock, runs and delivers it, and looks how it ended. */
  tick(): Promise<void>
}

const usualSettings = {
  maxWorkers: 4,
  expireMs: 86_400_000,
  totalMs: 60_000,
  idleMs: 1_800_000,
  tasksPerHour: 20,
  queue: 100,
  timezone: 'UTC',
}

export interface WorldOptions {
  /** A data directory of the test's own, with a store in it. */
  dataDir?: string
  brain?: Brain
  /** Several, or one that works with what the daemon hands it. */
  brains?: (toolset: Toolset, ground: DaemonRuntime) => Brains
  settings?: Partial<TaskSettings>
  /** `[conversation]` of the configuration. */
  conversation?: Partial<Config['conversation']>
  /** What else the configuration says. */
  config?: Partial<Config>
  /** `[brain.claude] epochs`. */
  epochs?: boolean
  /** The tools of web pages and MCP servers that are served to other processes. */
  listWebAndMcpTools?: ListWebAndMcpTools
  /** Where vectors are on. */
  embedQuery?: EmbedQuery
  persona?: () => string | undefined
  log?: Log
  mayBegin?: () => boolean
  assertDiskNotFull?: () => void
  /** Removes known secrets. */
  scrub?: (text: string) => string
  /** More channels than the scripted ones. */
  channels?: Channel[]
  /** The real channel in the place of the scripted one. */
  telegram?: (road: TaskDeps, files: Files) => Channel
}

export function createRoadWorld(options: WorldOptions = {}): RoadWorld {
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'skein-road-'))
  const db = openDatabase(options.dataDir === undefined ? placeStore(folder) : join(folder, 'skein.db'))
  const stop = new AbortController()
  const clock = createTestClock()
  const web = createScriptedChannel('web')
  const telegram = createScriptedChannel('telegram', 100)
  const channels = new Map<ChannelName, Channel>([
    ['web', web],
    ['telegram', telegram],
  ])
  const usual = loadConfig(undefined, { HOME: folder })
  const conversation = { ...usual.conversation, ...options.conversation }
  const said = { ...usual.assistant, ...options.config?.assistant }
  const assistant = {
    ...said,
    get persona() {
      return options.persona?.() ?? said.persona
    },
  }
  // Facts, day notes and titles are only written where a test is about them, because they ask the model once more.
  const memory = { ...usual.memory, extract: false, dayNotes: false }
  const page = { ...usual.web, titles: false }
  const config = { ...usual, timezone: 'UTC', memory, web: page, ...options.config, conversation, assistant }
  const owner = ensureOwner(db, 'Ana', clock.now())
  linkAddress(db, { channel: 'telegram', id: '1' }, owner.id, 'Ana', clock.now())
  const ground = openRuntime({
    db,
    clock,
    log: options.log ?? silentLog,
    channels,
    instance: beginInstance(db, { pid: process.pid, boot: 'this boot' }, clock.steady()),
    persist: async (write) => write(),
    dataDir: folder,
    config,
    reread: () => config,
    fixed: { ...usualSettings, ...options.settings },
  })
  for (const channel of options.channels ?? []) channels.set(channel.name, channel)
  if (options.telegram) channels.set('telegram', options.telegram(ground, ground.files))
  const brain = options.brain ?? createScriptedBrain(echo)
  // Those of the CLI unless it says what its own are.
  const brains = createBrains({
    formsOf,
    own: claudeToolRights(usual.brain.claude),
    ...brain,
    hasSessions: brain.hasSessions && (options.epochs ?? true),
  })
  const built = buildPipeline(ground, {
    version: '0',
    startedAt: clock.now(),
    owner,
    scrub: options.scrub ?? ((text) => text),
    embedQuery: options.embedQuery,
    listWebAndMcpTools: options.listWebAndMcpTools,
    disk: { level: () => 'ok', assertNotFull: options.assertDiskNotFull ?? (() => {}) },
    safeMode: { isOn: () => false, crashes: () => [] },
    mayBegin: options.mayBegin ?? (() => true),
    erase: (scope, task) => void erasing.erase(scope, task),
    brains: (toolset) => options.brains?.(toolset, ground) ?? brains,
  })
  const erasing = createErasing({ runners: undefined, pipeline: built, dataDir: folder, config })
  const { inbox, worker, deliver, strangerNotices } = built
  onTestFinished(() => {
    stop.abort()
    db.close()
    if (options.dataDir === undefined) rmSync(folder, { recursive: true, force: true })
  })
  let serial = 0
  async function settle(): Promise<void> {
    const once = new AbortController()
    const running = [strangerNotices, worker, deliver].map((loop) => loop.run(once.signal))
    await quiet(built)
    once.abort()
    await Promise.all(running)
    await erasing.settled()
  }
  return {
    ...built,
    clock,
    web,
    telegram,
    owner,
    permissions: built.toolset.permissions,
    member(id) {
      const person = addPerson(db, { name: `Member ${id}`, role: 'member' }, clock.now())
      linkAddress(db, { channel: 'telegram', id: String(id) }, person.id, person.name, clock.now())
      return person
    },
    say(text, extra = {}) {
      const key = `k${++serial}`
      const { chat = makeChatId('web', 'a') } = extra
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
    settle,
    async tick() {
      built.scheduling.look()
      await settle()
      built.scheduling.look()
      await settle()
    },
  }
}

/** Until no task is running or due, and no delivery is on its way or due. */
async function quiet({ db, clock }: TaskDeps): Promise<void> {
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
