// The wiring of the daemon: builds the path of a message through its parts without starting it.
//   channel → intake → (store) → worker → run → assembler + gateway → brain
//                                          ↓
//   channel ← delivery loop ← (outbox) ← answer
//
// `openRuntime` (daemon-runtime.ts) opens what all parts share: store, clock, settings, files, the breakers of the brains.
// `buildPipeline` creates the parts in the order in which they need each other. Where both need each other, the earlier
// one gets a function that is called when all exist. serve.ts starts the loops and opens the servers.

import type { Inbox } from '../channels/channel.ts'
import { createSpeaker } from '../channels/shared/speech.ts'
import { libraryFolders } from '../config/library-folders.ts'
import type { ChatId } from '../domain/ids.ts'
import type { AskModel } from '../domain/job-service.ts'
import type { Person } from '../domain/person.ts'
import type { Scheduling } from '../scheduler/scheduling.ts'
import { type Brains, type TaskFacts, withChoice, wrapBrains } from '../spawner/brains.ts'
import type { Crash } from '../store/work/crashes.ts'
import { readTask } from '../store/work/tasks.ts'
import { createToolAsides } from '../tasks/aside/tool-asides.ts'
import { createCommandRunner } from '../tasks/commands/command-runner.ts'
import { type CommandSet, createCommandSet } from '../tasks/commands/command-set.ts'
import { queueVoice } from '../tasks/commands/voice-command.ts'
import { createUpkeep, type Upkeep } from '../tasks/compaction/upkeep.ts'
import { createAssembler } from '../tasks/context/assembler.ts'
import type { OtherSources } from '../tasks/context/history.ts'
import { createModelChoices } from '../tasks/context/model-choice.ts'
import { createDeliver, type Deliver } from '../tasks/deliver/deliver.ts'
import { createFactExtraction } from '../tasks/extraction/fact-extraction.ts'
import type { Stall } from '../tasks/health/stall-watch.ts'
import type { ClockJump } from '../tasks/health/timekeeper.ts'
import { createIntake } from '../tasks/intake/intake.ts'
import { createLibrary, type Library } from '../tasks/library/library.ts'
import { createLibraryReader } from '../tasks/library/library-reader.ts'
import { createMemory, type Memory, type MemoryDeps } from '../tasks/memory/memory.ts'
import { createDayNoteWriter } from '../tasks/notes/day-note-writer.ts'
import { createTitleWriter } from '../tasks/notes/title-writer.ts'
import type { LinkingDeps } from '../tasks/people/linking.ts'
import { createStrangerNotices } from '../tasks/people/stranger-limits.ts'
import type { ListWebAndMcpTools } from '../tasks/permissions/served-tools.ts'
import { createToolset, type Toolset } from '../tasks/permissions/toolset.ts'
import { createProfiles, type Profiles } from '../tasks/profile/profiles.ts'
import { createAdmission } from '../tasks/queue/admission.ts'
import { withBreaker } from '../tasks/queue/breaker.ts'
import { fastModelFor, NO_TASK } from '../tasks/queue/fast-model-access.ts'
import { createTurnRunners, type Runner } from '../tasks/queue/runners.ts'
import { createWorker, type Worker } from '../tasks/queue/worker.ts'
import type { EmbedQuery } from '../tasks/recall/embedding.ts'
import type { Overview } from '../tasks/reports/overview.ts'
import { createTrails } from '../tasks/run/run-trail.ts'
import type { DaemonRuntime } from './daemon-runtime.ts'
import { displaySupportOf } from './display-support.ts'
import { createExportFile } from './export/export-file.ts'
import { otherSources } from './other-sources.ts'
import { createOverview } from './overview.ts'
import type { RunnerAdmin } from './runners.ts'
import { openScheduling } from './scheduling.ts'

export interface PipelineDeps {
  version: string
  startedAt: Date
  owner: Person
  /** Removes every known secret from a model's text. */
  scrub(text: string): string
  embedQuery?: EmbedQuery | undefined
  /** For programs that briefings and the library run and that speak, and for paths that begin with ~. */
  env?: NodeJS.ProcessEnv | undefined
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
  library: Library
  /** What can be shown besides messages and facts. */
  sources: OtherSources
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
  const { env = {} } = deps
  const folders = libraryFolders(config(), env)
  const deliver = createDeliver(core)
  const scheduling = openScheduling({
    ...core,
    config,
    path: env.PATH ?? '',
    abort: (tasks) => worker.abort(tasks),
    planned() {
      worker.wake()
      deliver.wake()
    },
  })
  const speak = createSpeaker(config().speech, env.PATH ?? '')
  const voice = { ...core, fileStore: files.fileStore, speak }
  const profiles = createProfiles({ db, clock, log, dataDir, scrub: deps.scrub })
  const memory = createMemory({ db, clock, scrub: deps.scrub, erase: deps.erase })
  const toolset = createToolset({
    ...core,
    profiles,
    libraryReader: createLibraryReader({ db, folders, embedQuery: deps.embedQuery }),
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
  const library = createLibrary({ ...core, folders, dataDir, env, scrub: deps.scrub })
  const sources = otherSources(db, folders, dataDir)
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
      sources,
      listOuterTools: deps.runners ? undefined : deps.listWebAndMcpTools,
      shows: displaySupportOf,
      config,
      choices,
    }),
    overflowed: upkeep.overflowed,
    queueVoice: (task, line) => queueVoice(voice, task, line),
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
  const overview = createOverview(core, { ...deps, config, liveConfig, breakers, brains, library })
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
    voice,
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
    library,
    sources,
    scheduling,
    commands,
    memory,
    inbox,
    askNow: (chat) => ask({ id: NO_TASK, kind: 'command', chat, personId: deps.owner.id }),
    stopping,
    overview,
  }
}
