import type { ModelMessage } from 'ai'
import type { Spread } from '../../spawner.ts'
import type { SessionTurn } from '../session.ts'
import type {
  ContextBudget,
  ContextLimits,
  FitterDeps,
  FittingEvent,
  LiveSession,
  ShownSession,
} from './context-window.ts'
import { toMessages } from './messages.ts'
import { listPieces, type SessionPiece } from './pieces.ts'
import { pruneView, type SessionView } from './view.ts'

/** Tokens reserved for an answer. */
const ANSWER_TOKENS = 4096
const ANSWER_SHARE = 0.15
/** The minimum for messages, whatever the system prompt leaves; with less nothing can be asked. */
const MIN_MESSAGE_TOKENS = 256

/** What is needed to move turns into a file and a summary. */
export interface Archiver {
  turns: readonly SessionTurn[]
  deps: Pick<FitterDeps, 'keepFile' | 'summarise'>
  signal: AbortSignal
  /** The absolute maximum for messages. */
  maxTokens: number
}

/** What the layers work on: a session and its limits, in tokens of the provider. */
export interface WindowState extends Archiver {
  /** The index of the present turn. */
  live: number
  deps: FitterDeps
  limits: ContextLimits
  scale: Scale
  /** The limits for messages at which older turns are removed, and at which older results are cleared. */
  bound: number
  clearBound: number
  pieces(view: SessionView): SessionPiece[]
  weigh(view: SessionView): number
}

export function createWindowState(
  deps: FitterDeps,
  turns: LiveSession['turns'],
  budget: ContextBudget,
  signal: AbortSignal,
): WindowState {
  const limits = deps.limits()
  const scale = createScale(deps.estimate, budget.factor)
  const fixed = budget.system + budget.tools
  const answer = Math.min(ANSWER_TOKENS, budget.window * ANSWER_SHARE)
  const maxTokens = Math.max(MIN_MESSAGE_TOKENS, budget.window - answer - fixed)
  const share = (windowShare: number) =>
    Math.min(maxTokens, Math.max(maxTokens / 4, windowShare * budget.window - fixed))
  const pieces = (view: SessionView) => listPieces(turns, view, deps.picturesOf)
  return {
    turns,
    live: turns.length - 1,
    deps,
    limits,
    signal,
    scale,
    maxTokens,
    bound: Math.min(limits.maxContextTokens, share(limits.summarizeAt)),
    clearBound: share(limits.clearAt),
    pieces,
    weigh: (view) => scale.ofAll(pieces(view)),
  }
}

/** The result of a layer; undefined if it changed nothing. */
export type LayerResult = { view: SessionView; told: string } | undefined

/** Runs a layer and records what it did. */
export async function applyLayer(
  state: WindowState,
  view: SessionView,
  name: FittingEvent['layer'],
  layer: (state: WindowState, view: SessionView) => Promise<LayerResult>,
): Promise<SessionView> {
  const result = await layer(state, view)
  if (!result) return view
  const [before, after] = [state.weigh(view), state.weigh(result.view)].map(Math.round) as [number, number]
  state.deps.trace({ layer: name, told: result.told, before, after })
  return result.view
}

export function showSession(state: WindowState, view: SessionView, budget: ContextBudget): ShownSession {
  const pieces = state.pieces(view)
  const messages: ModelMessage[] = toMessages(pieces)
  const prunedView = pruneView(view, new Set(pieces.map(({ place }) => place)))
  return { messages, view: prunedView, spread: spreadOf(pieces, state.live, budget, state.scale) }
}

/** Tokens besides the text: the markup of a message, the id and frame of a call. */
const OVERHEAD_TOKENS: Record<SessionPiece['kind'], number> = {
  summary: 4,
  text: 6,
  pictures: 0,
  work: 4,
  joined: 6,
  said: 6,
  call: 24,
  result: 24,
  answer: 6,
}

/** Counts texts in the provider's tokens, each text once. */
function createScale(estimate: (text: string) => number, factor: number) {
  const tokensByText = new Map<string, number>()
  const tokens = (text: string) => {
    const cached = tokensByText.get(text)
    if (cached !== undefined) return cached
    const count = estimate(text) * factor
    tokensByText.set(text, count)
    return count
  }
  const ofPiece = ({ kind, shown, call, pictures }: SessionPiece) =>
    tokens(shown) + factor * (OVERHEAD_TOKENS[kind] + (pictures?.tokens ?? 0)) + (call ? tokens(call.name) : 0)
  return {
    tokens,
    ofPiece,
    ofAll: (pieces: readonly SessionPiece[]) => pieces.reduce((sum, piece) => sum + ofPiece(piece), 0),
  }
}

type Scale = ReturnType<typeof createScale>

/** The tokens of a request by part. */
function spreadOf(
  pieces: readonly SessionPiece[],
  live: number,
  budget: Pick<ContextBudget, 'system' | 'tools'>,
  scale: Scale,
): Spread {
  const spread = { system: budget.system, tools: budget.tools, summary: 0, history: 0, message: 0 }
  for (const piece of pieces) spread[spreadPart(piece, live)] += scale.ofPiece(piece)
  const { system, tools, summary, history, message } = spread
  return {
    system: Math.round(system),
    tools: Math.round(tools),
    summary: Math.round(summary),
    history: Math.round(history),
    message: Math.round(message),
  }
}

function spreadPart({ kind, turn }: SessionPiece, live: number): Exclude<keyof Spread, 'system'> {
  if (kind === 'summary') return kind
  if (kind === 'call' || kind === 'result' || kind === 'work') return 'tools'
  return turn === live ? 'message' : 'history'
}
