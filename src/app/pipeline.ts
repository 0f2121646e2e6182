// The wiring of the daemon: builds the path of a message through its parts without starting it.
//   channel → intake → (store) → worker → run → assembler + gateway → brain
//                                          ↓
//   channel ← delivery loop ← (outbox) ← answer
//
// `openRuntime` opens what all parts share: store, clock, settings, files, the breakers of the brains.
// `buildPipeline` creates the parts in the order in which they need each other. Where both need each other, the earlier
// one gets a function that is called when all exist. serve.ts starts the loops and opens the servers.

import type { Inbox } from '../channels/channel.ts'
import type { Config } from '../config/config.ts'
import type { ChatId } from '../domain/ids.ts'
import type { AskModel } from '../domain/job-service.ts'
import type { Person } from '../domain/person.ts'
import { momentOf } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import type { Scheduling } from '../scheduler/scheduling.ts'
import { type Brains, type TaskFacts, withChoice, wrapBrains } from '../spawner/brains.ts'
import type { Crash } from '../store/work/crashes.ts'
import { readTask } from '../store/work/tasks.ts'
import { createToolAsides } from '../tasks/aside/tool-asides.ts'
import { createCommandRunner } from '../tasks/commands/command-runner.ts'
import { type CommandSet, createCommandSet } from '../tasks/commands/command-set.ts'
import { createUpkeep, type Upkeep } from '../tasks/compaction/upkeep.ts'
import { createAssembler } from '../tasks/context/assembler.ts'
import { createModelChoices } from '../tasks/context/model-choice.ts'
import { createDeliver, type Deliver } from '../tasks/deliver/deliver.ts'
import { createFactExtraction } from '../tasks/extraction/fact-extraction.ts'
import { type Files, openFiles } from '../tasks/files/files.ts'
import { describeCrashes } from '../tasks/health/crash-report.ts'
import type { Stall } from '../tasks/health/stall-watch.ts'
import type { ClockJump } from '../tasks/health/timekeeper.ts'
import { createIntake } from '../tasks/intake/intake.ts'
import { createLiveConfig, type LiveConfig } from '../tasks/live-config.ts'
import { createMemory, type Memory, type MemoryDeps } from '../tasks/memory/memory.ts'
import { createDayNoteWriter } from '../tasks/notes/day-note-writer.ts'
import { createTitleWriter } from '../tasks/notes/title-writer.ts'
import type { LinkingDeps } from '../tasks/people/linking.ts'
import { createStrangerNotices } from '../tasks/people/stranger-limits.ts'
import type { ListWebAndMcpTools } from '../tasks/permissions/served-tools.ts'
import { createToolset, type Toolset } from '../tasks/permissions/toolset.ts'
import { createProfiles, type Profiles } from '../tasks/profile/profiles.ts'
import { alarmOwner, createAdmission } from '../tasks/queue/admission.ts'
import { type Breakers, createBreakers, withBreaker } from '../tasks/queue/breaker.ts'
import { fastModelFor, NO_TASK } from '../tasks/queue/fast-model-access.ts'
import { createTurnRunners, type Runner } from '../tasks/queue/runners.ts'
import { createWorker, type Worker } from '../tasks/queue/worker.ts'
import { createDayNotes } from '../tasks/recall/day-notes.ts'
import type { EmbedQuery } from '../tasks/recall/embedding.ts'
import { describeBrain, type Overview, readOverview } from '../tasks/reports/overview.ts'
import { readUsage } from '../tasks/reports/usage-report.ts'
import { createTrails } from '../tasks/run/run-trail.ts'
import { createOwnerAlarm } from '../tasks/say/notices.ts'
import { type TaskDeps, type TaskSettings, taskSettings } from '../tasks/task-deps.ts'
import { displaySupportOf } from './display-support.ts'
import { createExportFile } from './export/export-file.ts'
import type { RunnerAdmin } from './runners.ts'
import { openScheduling } from './scheduling.ts'

export interface DaemonRuntimeDeps extends Omit<TaskDeps, 'settings'>, Pick<DaemonRuntime, 'dataDir'> {
  /** The configuration as it was read at the start. */
  config: Config
  /** Reads the file again. */
  reread(): Config
  /** Called with the first configuration and after every change. */
  configured?(config: Config): void
  /** Settings that override the configuration. */
  fixed?: Partial<TaskSettings>
}

/** What the pipeline, the channels and the brains are built on. */
export interface DaemonRuntime extends TaskDeps {
  dataDir: string
  liveConfig: LiveConfig
  breakers: Breakers
  files: Files
  /** Tells the owner about a problem, the same one at most once an hour. */
  trouble(sentence: AnyText): void
}

export function openRuntime(deps: DaemonRuntimeDeps): DaemonRuntime {
  const { db, clock, log, channels, instance, persist, dataDir, config, reread, configured, fixed } = deps
  const breakers = createBreakers({
    clock,
    alarm: (obstacle, brain) => alarmOwner(core, obstacle, brain, liveConfig.current()),
  })
  const liveConfig = createLiveConfig({
    db,
    file: config,
    reread,
    apply(current) {
      configured?.(current)
      breakers.close()
    },
  })
  const settings = () => ({ ...taskSettings(liveConfig.current()), ...fixed })
  const core: TaskDeps = { db, clock, log, channels, instance, settings, persist }
  const files = openFiles({ db, clock, dataDir })
  return { ...core, dataDir, liveConfig, breakers, files, trouble: createOwnerAlarm(core) }
}

export interface PipelineDeps {
  version: string
  startedAt: Date
  owner: Person
  /** Removes every known secret from a model's text. */
  scrub(text: string): string
  embedQuery?: EmbedQuery | undefined
  /** The PATH for programs that briefings run. */
  path?: string | undefined
  /** These hold work back while the disk is full or after crashes. */
  disk: { level(): Overview['disk']; assertNotFull(): void }
  safeMode: { isOn(): boolean; crashes(): Crash[] }
  mayBegin(): boolean
  lastJump?(): { clockJump?: ClockJump }
  worstStall?(): { worstStall?: Stall }
  /** Undefined if runners are off. */
  runners?: RunnerAdmin | undefined
  /** The tools of web pages and MCP servers, for brains in other processes. */
  listWebAndMcpTools?: ListWebAndMcpTools | undefined
  /** Creates the brains, with the tools that models may use. */
  brains(toolset: Toolset): Brains
  erase: MemoryDeps['erase']
  /** Called after messages were accepted, for work besides answering. */
  accepted?(): void
}

/** Everything between the channels and the brain, not yet running. */
export interface Pipeline extends DaemonRuntime {
  toolset: Toolset
  profiles: Profiles
  brains: Brains
  upkeep: Upkeep
  dayNotes: Runner
  worker: Worker
  deliver: Deliver
  strangerNotices: ReturnType<typeof createStrangerNotices>
  scheduling: Scheduling
  commands: CommandSet
  memory: Memory
  inbox: Inbox
  /** Asks the fast model while somebody waits for the answer; undefined if no model may be asked now. */
  askNow(chat: ChatId): AskModel | undefined
  /** What is needed to stop running tasks. */
  stopping: LinkingDeps
  overview(): Overview
}

const FAST_MODEL_LIMITS = { timeoutMs: 30_000, maxChars: 4000 }

/** Used by the daemon, the tests and the benchmarks. */
export function buildPipeline(runtime: DaemonRuntime, deps: PipelineDeps): Pipeline {
  const { files, breakers, liveConfig, trouble, dataDir, ...core } = runtime
  const { db, clock, log, persist } = core
  const config = liveConfig.current
  const deliver = createDeliver(core)
  const scheduling = openScheduling({
    ...core,
    config,
    path: deps.path ?? '',
    abort: (tasks) => worker.abort(tasks),
    planned() {
      worker.wake()
      deliver.wake()
    },
  })
  const profiles = createProfiles({ db, clock, log, dataDir, scrub: deps.scrub })
  const memory = createMemory({ db, clock, scrub: deps.scrub, erase: deps.erase })
  const toolset = createToolset({
    ...core,
    profiles,
    fileStore: files.fileStore,
    outgoing: files.outgoing,
    words: files.words,
    version: deps.version,
    embedQuery: deps.embedQuery,
    askFast: (id) => ask(readTask(db, id)),
    config,
    jobs: scheduling.jobs,
    memory,
    asides: createToolAsides(core, config),
    silence: scheduling.silence,
    listWebAndMcpTools: deps.listWebAndMcpTools,
    ownTools: (task) => (brains.named(trails.of(task.id)?.brain ?? '') ?? brains.for(task)).own,
    refused: (task, line) => void trails.of(task)?.refused.push(line),
    lowered: (task, trust) => trails.lower(task, trust),
    whileWaiting: (task, pending) => worker.whileWaiting(task, pending),
    wakeDelivery: deliver.wake,
  })
  const configuredBrains = deps.brains(toolset)
  const choices = createModelChoices({ db, brains: configuredBrains, modelOfJob: scheduling.background.modelFor })
  const brains = withChoice(configuredBrains, choices.brainFor)
  const guardedBrains = wrapBrains(brains, (brain) => withBreaker(brain, breakers.of(brain.name)))
  const admission = createAdmission({ ...core, brains: guardedBrains, breakers, config })
  const ask = (task: TaskFacts | undefined) => task && fastModelFor({ ...core, admission }, task, FAST_MODEL_LIMITS)
  const upkeepDeps = { ...core, dataDir, brains: guardedBrains, admission, memory, scrub: deps.scrub, trouble, config }
  const facts = createFactExtraction({ ...upkeepDeps, hasModel: () => guardedBrains.usual.complete !== undefined })
  const upkeep = createUpkeep({ ...upkeepDeps, summarized: facts.check })
  const dayNotes = createDayNoteWriter(upkeepDeps)
  const trails = createTrails()
  const turns = createTurnRunners({
    ...core,
    brains: guardedBrains,
    admit: admission.admit,
    standIn: admission.standIn,
    scrub: deps.scrub,
    trails,
    background: scheduling.background,
    attachments: files.attachments,
    workspaces: files.workspaces,
    bindTools: toolset.bindTurn,
    assemble: createAssembler({
      db,
      clock,
      log,
      persist,
      fileStore: files.fileStore,
      workspaces: files.workspaces,
      brains,
      embedQuery: deps.embedQuery,
      profiles,
      dayNotes: createDayNotes(db, dataDir),
      shows: displaySupportOf,
      config,
      choices,
    }),
    overflowed: upkeep.overflowed,
    onAnswer: upkeep.checkAfterAnswer,
  })
  const commandRunner = createCommandRunner({ ...core, commands: () => commands, ask })
  const worker = createWorker({
    ...core,
    brains: guardedBrains,
    admission,
    runners: [...turns, upkeep, facts, dayNotes, createTitleWriter(upkeepDeps), commandRunner],
    mayBegin: deps.mayBegin,
    wakeDelivery: deliver.wake,
  })
  const overview = () => {
    const crashes = deps.safeMode.isOn() ? describeCrashes(deps.safeMode.crashes()) : undefined
    return readOverview(core, {
      version: deps.version,
      startedAt: deps.startedAt,
      brain: describeBrain({ brains, breakers, failover: config().brain.failover }, clock),
      usage: readUsage(db, config(), momentOf(clock)),
      safeMode: deps.safeMode.isOn(),
      ...(crashes && { crashes }),
      disk: deps.disk.level(),
      settings: liveConfig.summary(),
      ...deps.lastJump?.(),
      ...deps.worstStall?.(),
      ...(deps.runners && { runners: deps.runners.list() }),
    })
  }
  const stopping = { ...core, dataDir, abort: worker.abort, approvals: toolset.approvals, trails } satisfies LinkingDeps
  const commands = createCommandSet({
    ...stopping,
    liveConfig,
    breakers,
    brains,
    choices,
    overview,
    embedQuery: deps.embedQuery,
    jobs: scheduling.jobs,
    memory,
    profiles,
    makeExport: createExportFile(runtime),
  })
  const inbox = createIntake({
    ...stopping,
    commands,
    assertDiskNotFull: deps.disk.assertNotFull,
    // Deferred, so that the message is acknowledged before the work on it begins.
    wake: () =>
      void setImmediate(() => {
        worker.wake()
        deliver.wake()
        deps.accepted?.()
      }),
  })
  return {
    ...runtime,
    toolset,
    profiles,
    brains,
    upkeep,
    dayNotes,
    worker,
    deliver,
    strangerNotices: createStrangerNotices(core, deliver.wake),
    scheduling,
    commands,
    memory,
    inbox,
    askNow: (chat) => ask({ id: NO_TASK, kind: 'command', chat, personId: deps.owner.id }),
    stopping,
    overview,
  }
}
