import { cutTo, fewerTurns, withoutSteps, withoutTurns } from './archived-turns.ts'
import type { SessionPiece } from './pieces.ts'
import type { SessionView } from './view.ts'
import type { LayerResult, WindowState } from './window-state.ts'

/** The steps of the present turn are summarised above the first share of the limit, down to the second. */
const WORK_SHARE_TO_SHORTEN = 0.5
const WORK_SHARE_AFTER_SHORTENING = 0.25

/** Keeps the messages within the limit: removes older turns, and older steps if the present turn is long. */
export async function tighten(state: WindowState, view: SessionView, bound = state.bound): Promise<LayerResult> {
  const notes: string[] = []
  let current = view
  while (state.weigh(current) > bound) {
    const step = (await fewerSteps(state, current, bound)) ?? (await fewerTurns(state, current))
    if (!step) break
    notes.push(step.told)
    current = step.view
  }
  return notes.length === 0 ? undefined : { view: current, told: notes.join(' ') }
}

async function fewerSteps(state: WindowState, view: SessionView, bound: number): Promise<LayerResult> {
  const { live, turns, scale } = state
  const last = (turns[live]?.steps.length ?? 0) - 1
  const first = view.work[live]?.fromStep ?? 0
  const weights = stepWeights(state.pieces(view), live, scale.ofPiece)
  const totalTokens = sum(weights.values())
  if (last <= first || totalTokens <= bound * WORK_SHARE_TO_SHORTEN) return undefined
  let before = first
  for (
    let remainingTokens = totalTokens;
    before < last && remainingTokens > bound * WORK_SHARE_AFTER_SHORTENING;
    before++
  )
    remainingTokens -= weights.get(before) ?? 0
  const removedSteps = before - first
  const subject =
    removedSteps === 1 ? 'One step of the turn under way was' : `${removedSteps} steps of the turn under way were`
  return { view: await withoutSteps(state, view, before), told: `${subject} summarised.` }
}

/** Messages that joined a step stay, whatever happens to the step. */
function stepWeights(
  pieces: readonly SessionPiece[],
  live: number,
  weigh: (piece: SessionPiece) => number,
): Map<number, number> {
  const weights = new Map<number, number>()
  for (const piece of pieces)
    if (piece.turn === live && piece.step >= 0 && piece.kind !== 'joined')
      weights.set(piece.step, (weights.get(piece.step) ?? 0) + weigh(piece))
  return weights
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

/** Texts are cut to this length, then to half of it, and so on until everything fits. */
const FIRST_CUT_CHARS = 16_000
const LAST_CUT_CHARS = 60
/** The same for the kinds that are cut first. */
const LAST_LESSER_CUT_CHARS = 500

/** Results and the model's own texts are cut before the person's words and the summaries. */
const lesserKinds: SessionPiece['kind'][] = ['result', 'call', 'said', 'answer', 'pictures']
const allKinds: SessionPiece['kind'][] = [...lesserKinds, 'text', 'joined', 'summary', 'work']

/** If removing turns and steps was not enough, the remaining texts are cut until they fit. */
export async function squeeze(
  state: WindowState,
  view: SessionView,
  maxTokens = state.maxTokens,
): Promise<LayerResult> {
  const { live, turns, weigh } = state
  if (weigh(view) <= maxTokens) return undefined
  const note = 'Long texts were cut, because no more fits.'
  const steps = turns[live]?.steps.length ?? 0
  // A result that was not read yet is worth more than the rest.
  const withoutEarlier = await withoutSteps(state, await withoutTurns(state, view, live), steps - 1)
  const cut = await cutKinds(state, withoutEarlier, lesserKinds, maxTokens, LAST_LESSER_CUT_CHARS)
  if (weigh(cut) <= maxTokens) return { view: cut, told: note }
  const shorter = await cutKinds(state, cut, allKinds, maxTokens, LAST_CUT_CHARS)
  if (weigh(shorter) <= maxTokens) return { view: shorter, told: note }
  const bare = await withoutSteps(state, withoutEarlier, steps)
  return { view: await cutKinds(state, bare, allKinds, maxTokens, LAST_CUT_CHARS), told: note }
}

async function cutKinds(
  state: WindowState,
  view: SessionView,
  kinds: readonly SessionPiece['kind'][],
  maxTokens: number,
  minChars: number,
): Promise<SessionView> {
  let current = view
  for (
    let chars = FIRST_CUT_CHARS;
    chars >= minChars && state.weigh(current) > maxTokens;
    chars = Math.floor(chars / 2)
  ) {
    const isLong = ({ kind, place, shown, pictures }: SessionPiece) =>
      kinds.includes(kind) && (shown.length > chars || pictures) && (current.cuts[place]?.chars ?? Infinity) > chars
    current = await cutTo(state, current, state.pieces(current).filter(isLong), chars)
  }
  return current
}
