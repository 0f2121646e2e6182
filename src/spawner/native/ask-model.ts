import { sleep } from '../../lib/time/timers.ts'
import type { FailureClass } from '../failure-classes.ts'
import type { BrainEvent, Failure, ListedTool, Tools } from '../spawner.ts'
import type { ContextBudget, SessionFitter, ShownSession } from './context-window/context-window.ts'
import { withNote } from './context-window/messages.ts'
import type { OpenSession } from './live-sessions.ts'
import type { ModelReply, Provider, ProviderAnswer } from './providers/provider.ts'
import type { Delegation } from './tool-calls.ts'
import type { ToolOffer } from './tools/tool-offer.ts'

export interface AskDeps {
  provider: Provider
  model: string
  fitter: SessionFitter
  session: OpenSession
  system: string
  tools: Tools
  /** The brain's own tools that this person may use. */
  own: ToolOffer
  /** Absent if nothing may be handed to a delegate. */
  delegation?: Delegation | undefined
  estimate(text: string): number
  storeChangedView(): void
  /** The delays between attempts of one request. */
  pausesMs: readonly number[]
  emit(event: BrainEvent): void
}

/** Used if nobody says how much a model can read. */
const DEFAULT_WINDOW_TOKENS = 100_000
/** The longest delay that we wait here; for a longer one the task is returned to the queue. */
const MAX_PAUSE_MS = 20_000

const retryableFailures = new Set<FailureClass>(['network', 'server', 'overloaded', 'hang', 'rate_limit', 'invalid'])

type ModelAnswer = { reply: ModelReply; startedClean: boolean } | { failure: Failure } | 'aborted'

/** Gets one reply. The request is reduced or repeated as often as necessary. */
export async function askModel(deps: AskDeps, note: string | undefined, signal: AbortSignal): Promise<ModelAnswer> {
  const { session, fitter, system, emit } = deps
  const offered = offeredTools(deps)
  let budget = await budgetFor(deps, offered, signal)
  if (signal.aborted) return 'aborted'
  let shownSession = await fitter.fit(session, budget, signal)
  let shrinkAttempts = 0
  let retries = 0
  for (;;) {
    if (signal.aborted) return 'aborted'
    storeView(deps, shownSession)
    const messages = note === undefined ? shownSession.messages : withNote(shownSession.messages, note)
    const request = { model: deps.model, system, messages, tools: offered }
    const answered = await deps.provider.ask(request, (text) => emit({ kind: 'text', text }), signal)
    if (signal.aborted) return 'aborted'
    bookUsage(deps, answered, shownSession, budget)
    if (answered.kind === 'reply') return { reply: answered.reply, startedClean: shownSession.startedClean === true }
    const { failure, overflow } = answered
    if (failure.class === 'overflow') {
      shrinkAttempts += 1
      const smaller = await fitter.shrink(session, budget, overflow ?? unknownOverflow, shrinkAttempts, signal)
      if (!smaller) return { failure }
      shownSession = smaller
      budget = smaller.learned ?? budget
      session.window = budget.window
      session.factor = budget.factor
      continue
    }
    const pause = deps.pausesMs[retries]
    const waitMs = Math.max(pause ?? 0, failure.afterMs ?? 0)
    const isRetryable = failure.retry && retryableFailures.has(failure.class)
    if (!isRetryable || pause === undefined || waitMs > MAX_PAUSE_MS) return { failure }
    retries += 1
    await sleep(waitMs, signal)
  }
}

const unknownOverflow = { limit: undefined, sent: undefined }

/**
 * The daemon's tools first and then the brain's own, always in the same order, because they are at the beginning of
 * what is cached.
 */
function offeredTools({ tools, own, delegation }: AskDeps): ListedTool[] {
  return [...tools.list(), ...own.listed, ...(delegation ? [delegation.tool] : [])].map(
    ({ name, description, inputSchema }) => {
      // No model needs the version of JSON Schema, and it would cost tokens in each request.
      const { $schema: _, ...schema } = inputSchema as Record<string, unknown>
      return { name, description, inputSchema: schema }
    },
  )
}

async function budgetFor(deps: AskDeps, offered: ListedTool[], signal: AbortSignal): Promise<ContextBudget> {
  const { provider, model, estimate, system, session } = deps
  const { factor } = session
  return {
    window: session.window ?? (await provider.window(model, signal)) ?? DEFAULT_WINDOW_TOKENS,
    system: Math.ceil(estimate(system) * factor),
    tools: Math.ceil(estimate(JSON.stringify(offered)) * factor),
    factor,
  }
}

function storeView({ session, storeChangedView }: AskDeps, { view }: ShownSession): void {
  if (JSON.stringify(view) === JSON.stringify(session.view)) return
  session.view = view
  storeChangedView()
}

/** Books the usage of every request, and corrects our estimate by the reported count. */
function bookUsage(
  { session, emit }: AskDeps,
  answered: ProviderAnswer,
  { spread }: ShownSession,
  budget: ContextBudget,
): void {
  const usage = answered.kind === 'reply' ? answered.reply.usage : answered.usage
  if (!usage) return
  emit({ kind: 'usage', usage: { ...usage, windowTokens: budget.window, spread } })
  const estimated = Object.values(spread).reduce((sum, part) => sum + part, 0) / budget.factor
  if (estimated > MIN_TOKENS_TO_LEARN_FROM && usage.contextTokens > 0)
    session.factor = Math.min(MAX_FACTOR, Math.max(MIN_FACTOR, usage.contextTokens / estimated))
}

/** Smaller requests say more about the overhead than about our estimate. */
const MIN_TOKENS_TO_LEARN_FROM = 500
const MIN_FACTOR = 0.5
const MAX_FACTOR = 3
