// From a claimed task to the turn that a brain is given.
//   1. The question is read from the store: the task's messages, who asks, where, and what is quoted.
//   2. `buildTurn`, in one transaction: a session that can continue gets only what is new (`continueSession`); otherwise
//      `openSession` builds a complete prompt.
//   3. Before that, the gateway may want a model to choose from a long past. This takes time, so it happens outside the
//      transaction, and then everything is read again.
//   4. Both record what the model is shown, the session and its trust, before anything is started.
//   5. `takeJoined` of the result lets messages that arrive meanwhile join the running turn (joined-messages.ts).
import { randomUUID } from 'node:crypto'
import type { ReportedCall } from '../../domain/context-use.ts'
import { withForeign } from '../../domain/foreign.ts'
import { lowestTrust, type Person } from '../../domain/person.ts'
import { factsOf, isLaneTask } from '../../domain/task.ts'
import type { Opening } from '../../gateway/assembly.ts'
import { createLabelsFor } from '../../gateway/choosing/labels.ts'
import { createGateway, type Gateway } from '../../gateway/gateway.ts'
import type { FastModel } from '../../gateway/layers/fast-model.ts'
import type { Selection, Triage } from '../../gateway/layers/selection.ts'
import { type PastMessage, storedIds } from '../../gateway/past.ts'
import { findRepliedId } from '../../gateway/question.ts'
import { fenceOf } from '../../gateway/rendering/fence.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { runNamed } from '../../lib/named-work.ts'
import { momentOf, type SteadyClock } from '../../lib/time/clock.ts'
import { joinTexts, textIn } from '../../messages/localized.ts'
import type { Brains } from '../../spawner/brains.ts'
import type { Turn } from '../../spawner/spawner.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { noteFactsShown } from '../../store/memory/facts.ts'
import { taskMessages, unseenMessages } from '../../store/messages/messages.ts'
import { readPerson } from '../../store/people/people.ts'
import { everythingShownIn, insertAssembly, reportAssembly, shownIn } from '../../store/recall/assemblies.ts'
import { closeEpoch, type Epoch, findOpenEpoch, joinEpoch, openEpoch, useEpoch } from '../../store/recall/epochs.ts'
import { laneHistory, lastSaidAt, pastMessages } from '../../store/recall/lane-history.ts'
import { fenceKey } from '../../store/secret-keys.ts'
import type { Claim } from '../../store/work/claims.ts'
import type { Task } from '../../store/work/tasks.ts'
import { readFactor } from '../../store/work/usage.ts'
import { turnFiles } from '../files/files.ts'
import type { Workspaces } from '../files/workspaces.ts'
import type { EmbedQuery } from '../recall/embedding.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { createGrantedTools, type GrantedToolsDeps } from './granted-tools.ts'
import { createHistorySource, type OtherSources } from './history.ts'
import { createJoinedMessages, logFailures, type RunningTurn, type TakeJoined } from './joined-messages.ts'
import type { ModelChoices } from './model-choice.ts'
import { idsOf, toPastMessages } from './past-messages.ts'
import {
  asidesFor,
  buildQuestion,
  findAnswered,
  type QuestionDeps,
  sourcesFor,
  type TaskQuestion,
  unstoredMessage,
} from './question.ts'
import { createBookedCompleter, withMeaning } from './question-meaning.ts'
import { type BrainWithModel, createUsableEpochs } from './usable-epoch.ts'

export interface AssemblerDeps extends QuestionDeps, GrantedToolsDeps {
  clock: SteadyClock
  brains: Brains
  /** Present only when vectors are switched on. */
  embedQuery?: EmbedQuery | undefined
  fileStore: FileStore
  workspaces: Pick<Workspaces, 'pathOf'>
  choices: Pick<ModelChoices, 'modelFor'>
  sources?: OtherSources
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void }
  persist<T>(write: () => T): Promise<T>
}

/** A turn, and its epoch if the brain keeps sessions. */
export interface Assembled {
  turn: Turn
  epoch: Epoch | undefined
  /** Our estimate, in tokens, of what this turn adds to an existing session. */
  adds: number | undefined
  /** Stores the assembly unless that is done already. Call it in the commit that ends the turn: this saves a commit. */
  record(): void
  /** Takes the messages the person sent since the turn began; this task answers them too. Absent if nothing can join. */
  takeJoined?: TakeJoined | undefined
  /** Adds the figures the brain reported for its last request to the stored assembly. */
  report(call: ReportedCall): void
}

export interface AssembleOptions {
  /** The share of the token budget to use; less than 1 after a prompt was too long. */
  share: number
  /** The name of the brain that will answer. */
  brain: string
}

/** The system prompt to store with a turn that opens a session: null if its epoch stores it already. */
type System = string | null | undefined

/** Everything that is needed to build one turn. */
interface TurnInput {
  claim: Claim
  brain: BrainWithModel
  gateway: Gateway
  question: TaskQuestion
}

export type Assemble = (claim: Claim, options: AssembleOptions, signal: AbortSignal) => Promise<Assembled>

/** Connects the store to the gateway: turns a claimed task into the turn for a brain, and stores what it contains. */
export function createAssembler(deps: AssemblerDeps): Assemble {
  const { db, clock, log, persist, fileStore } = deps
  const source = createHistorySource(db, deps.config, undefined, deps.sources)
  const labelsFor = createLabelsFor()
  const epochs = createUsableEpochs(deps)
  const granted = createGrantedTools(deps, epochs)

  return async (claim, { share, brain: name }, signal) => {
    const { task } = claim
    const configured = deps.brains.named(name)
    if (!configured) throw new Error(`there is no brain ${name}`)
    const brain = { ...configured, model: deps.choices.modelFor(task, name) }
    const gateway = createGateway(
      source,
      () => {
        const settings = gatewaySettings(deps.config(), brain)
        return { ...settings, maxTokens: Math.floor(settings.maxTokens * share) }
      },
      labelsFor,
    )
    const question = await withMeaning(deps, readQuestion(task), signal)
    const input = { claim, brain, gateway, question: await granted.withOtherTools(brain, task, question, signal) }
    const completer = createBookedCompleter(deps, brain, task.id)
    const assemble = (selection?: Selection) =>
      runNamed(`assembling task ${task.id}`, () => db.transaction(() => buildTurn(input, completer, selection)))
    const firstResult = assemble()
    if (!('ask' in firstResult)) return firstResult
    const selection = await firstResult.ask(signal)
    if (selection.failed && selection.err === undefined)
      log.warn({ task: task.id, why: textIn(selection.reason, 'en') }, 'triage failed; what fits is kept')
    // Asking the model took time and the lane may have new messages, so everything is read again.
    const withSelection = assemble(selection)
    if ('ask' in withSelection) throw new Error('a model was to choose twice')
    return withSelection
  }

  /** Returns the turn, or the question for a model that should first choose what the turn shows. */
  function buildTurn(input: TurnInput, completer: FastModel | undefined, selection?: Selection): Assembled | Triage {
    const { brain, gateway, question: asked } = input
    const { task } = input.claim
    const { epoch, reason } = epochs.usable(brain, task, asked)
    if (epoch) return continueSession(input, epoch)
    const session = randomUUID()
    const question = withFence(brain, asked, session)
    const triage = selection ?? (completer && gateway.triage(question, completer))
    if (triage && 'ask' in triage) return triage
    const stale = isLaneTask(task) ? findOpenEpoch(db, task.lane) : undefined
    if (stale) {
      closeEpoch(db, stale.id, reason ?? 'another one is opened', asked.now)
      deps.brains.named(stale.brain)?.forget(stale.session)
    }
    return openSession(input, session, gateway.open(question, triage))
  }

  function readQuestion(task: Task): TaskQuestion {
    const person = readPerson(db, task.personId)
    return buildTaskQuestion(task, person, questionMessages(task, person, clock.now()))
  }

  function buildTaskQuestion(task: Task, person: Person, messages: PastMessage[]): TaskQuestion {
    const { chat, lane } = task
    const now = clock.now()
    const asked = buildQuestion(deps, { person, messages, answers: findAnswered(db, task), chat, lane, now })
    const lastAt = lastSaidAt(db, lane)
    const asOf = lastAt && lastAt > now ? lastAt : now
    return { ...asked, sources: sourcesFor(db, task, messages), asides: asidesFor(db, task), asOf }
  }

  /** The messages that the task answers, or its instruction as a message. */
  function questionMessages(task: Task, person: Person, now: Date): PastMessage[] {
    const { chat, lane, kind, instruction } = task
    if (instruction === null) return toPastMessages(db, pastMessages(db, idsOf(taskMessages(db, task.id))))
    const metadata = { name: person.name, at: now, trust: person.role, origin: factsOf(kind).lines }
    return [unstoredMessage({ chat, lane, text: instruction, ...metadata })]
  }

  function withFence(brain: BrainWithModel, asked: TaskQuestion, session: string) {
    const factor = readFactor(db, brain.name, brain.modelFor?.(brain.model))
    return { ...asked, fence: fenceOf(fenceKey(db), session), factor }
  }

  /** Commits the session id and the exact prompt before anything is spawned. */
  function openSession(input: TurnInput, session: string, opening: Opening): Assembled {
    const { brain, question: asked } = input
    const { task } = input.claim
    const usesSession = epochs.usesSession(brain, task)
    logFailures(log, task.id, opening)
    const trust = lowestTrust([asked.person.trust, ...opening.trusts])
    const seen = Math.max(0, ...opening.shown)
    const terms = epochs.termsNow(brain, task, asked)
    const { foreign } = opening
    const fields = { lane: task.lane, brain: brain.name, session, prompt: opening.system, terms, trust, foreign, seen }
    const epoch = usesSession ? openEpoch(db, fields, momentOf(clock)) : undefined
    if (epoch) joinEpoch(db, task.id, epoch.id)
    const running: RunningTurn = { assembly: opening, epoch, trust, foreign, seen, openedAt: asked.now }
    const recordOpening = () => {
      running.row = record(task, asked, running, epoch ? null : opening.system)
    }
    if (epoch) recordOpening()
    const prompt = granted.promptOf(opening.system, session)
    const turn = { ...common(brain, task, asked), ...prompt, trust, foreign, text: opening.text }
    return {
      turn: epoch ? { ...turn, session: { id: session, isNew: true } } : turn,
      takeJoined: createTakeJoined(input, session, running),
      epoch,
      adds: undefined,
      record: epoch ? () => {} : recordOpening,
      report: createReporter(running),
    }
  }

  function continueSession(input: TurnInput, epoch: Epoch): Assembled {
    const { brain, gateway, question: asked } = input
    const { task } = input.claim
    const ownIds = new Set(idsOf(asked.messages))
    const unseen = unseenMessages(db, epoch, Math.max(0, ...ownIds)).filter(({ id }) => !ownIds.has(id))
    const newMessages = toPastMessages(db, pastMessages(db, idsOf(unseen)))
    const openedAt = new Date(epoch.openedAt)
    const sources = shownIn(db, epoch.id, 'sources').has(findRepliedId(asked) ?? 0) ? undefined : asked.sources
    const question = withFence(brain, { ...asked, sources }, epoch.session)
    const shown = everythingShownIn(db, epoch.id)
    const assembly = gateway.continueEpoch(question, { openedAt, newMessages, ...shown })
    logFailures(log, task.id, assembly)
    const trust = lowestTrust([epoch.trust, asked.person.trust, ...assembly.trusts])
    const foreign = withForeign(epoch.foreign, assembly.foreign)
    const seen = Math.max(epoch.seen, ...storedIds([...newMessages, ...asked.messages]))
    useEpoch(db, epoch.id, { seen, trust, foreign, usedAt: clock.steady() })
    joinEpoch(db, task.id, epoch.id)
    const running: RunningTurn = { assembly, epoch, trust, foreign, seen, openedAt }
    running.row = record(task, asked, running)
    const session = { id: epoch.session, isNew: false }
    const prompt = granted.promptOf(epoch.prompt, epoch.session)
    const turn = { ...common(brain, task, asked), ...prompt, trust, foreign, session, text: assembly.text }
    const last = laneHistory(db, task.lane, { asOf: asked.asOf ?? asked.now, before: 0 }, { limit: 1 })[0]
    const adds = estimateTokens(`${last?.text ?? ''}${assembly.text}`, 1)
    const takeJoined = createTakeJoined(input, epoch.session, running)
    return { turn, takeJoined, epoch, adds, record() {}, report: createReporter(running) }
  }

  function createReporter(running: RunningTurn): Assembled['report'] {
    return (call) => running.row !== undefined && reportAssembly(db, running.row, call)
  }

  function createTakeJoined(
    { claim, brain, gateway }: TurnInput,
    session: string,
    running: RunningTurn,
  ): TakeJoined | undefined {
    const { task } = claim
    if (factsOf(task.kind).work !== 'answer') return undefined
    const ask = (messages: PastMessage[]) =>
      withFence(brain, buildTaskQuestion(task, readPerson(db, task.personId), messages), session)
    return createJoinedMessages({ db, clock, log, persist, fileStore, brain, gateway, ask }, claim, running)
  }

  function record(task: Task, asked: TaskQuestion, { assembly, epoch }: RunningTurn, system?: System): number {
    const opens = system !== undefined
    const { status, tokens, budget, parts, leftOut, failures, text } = assembly
    const reasons = [assembly.reason, opens ? assembly.selection : '', asked.unclear ?? '']
    const reason = joinTexts(
      reasons.filter((one) => one !== ''),
      '; ',
    )
    const contents = { status, reason, tokens, budget, parts, leftOut, failures, text }
    const factIds = parts.flatMap(({ facts = [] }) => facts)
    noteFactsShown(db, factIds, asked.now)
    const context = { taskId: task.id, epochId: epoch?.id ?? null, lane: task.lane, opens, at: asked.now }
    return insertAssembly(db, { ...contents, ...context, system: system ?? null })
  }

  function common(
    brain: BrainWithModel,
    task: Task,
    { messages }: TaskQuestion,
  ): Omit<Turn, 'system' | 'text' | 'trust' | 'foreign'> {
    const person = readPerson(db, task.personId)
    return {
      task: task.id,
      kind: task.kind,
      chat: task.chat,
      person: { id: person.id, name: person.name },
      model: brain.model,
      ...granted.rights(brain, task, person),
      question: messages.map((message) => message.text).join('\n'),
      files: turnFiles(db, fileStore, messages, brain),
      workspace: deps.workspaces.pathOf(task.chat),
    }
  }
}
