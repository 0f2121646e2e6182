import { cutTo, fewerTurns, withoutSteps, withoutTurns } from './archived-turns.ts'
import type { SessionPiece } from './pieces.ts'
import type { SessionView } from './view.ts'
import type { LayerResult, WindowState } from './window-state.ts'

/** The steps of the present turn are summarised above the first share of the limit, down to the second. */
const WORK_SHARE_TO_SHORTEN = 0.5
const WORK_SHARE_AFTER_SHORTENING = 0.25

/** Keeps the messages within the limit: removes older turns, and older steps if the present turn is long. */
export async function tighten(scene: WindowState, view: SessionView, bound = scene.bound): Promise<LayerResult> {
  const notes: string[] = []
  let now = view
  while (scene.weigh(now) > bound) {
    const step = (await fewerSteps(scene, now, bound)) ?? (await fewerTurns(scene, now))
    if (!step) break
    notes.push(step.told)
    now = step.view
  }
  return notes.length === 0 ? undefined : { view: now, told: notes.join(' ') }
}

async function fewerSteps(scene: WindowState, view: SessionView, bound: number): Promise<LayerResult> {
  const { live, turns, scale } = scene
  const last = (turns[live]?.steps.length ?? 0) - 1
  const first = view.work[live]?.fromStep ?? 0
  const weights = stepWeights(scene.pieces(view), live, scale.ofPiece)
  const all = sum(weights.values())
  if (last <= first || all <= bound * WORK_SHARE_TO_SHORTEN) return undefined
  let before = first
  for (let left = all; before < last && left > bound * WORK_SHARE_AFTER_SHORTENING; before++)
    left -= weights.get(before) ?? 0
  const removedSteps = before - first
  const words =
    removedSteps === 1 ? 'One step of the turn under way was' : `${removedSteps} steps of the turn under way were`
  return { view: await withoutSteps(scene, view, before), told: `${words} told in short.` }
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

/** Results and the model's own texts are cut before the person's words and the summaries. */
const lesserKinds: SessionPiece['kind'][] = ['result', 'call', 'said', 'answer', 'pictures']
const allKinds: SessionPiece['kind'][] = [...lesserKinds, 'text', 'joined', 'summary', 'work']

/** If removing turns and steps was not enough, the remaining texts are cut until they fit. */
export async function squeeze(
  scene: WindowState,
  view: SessionView,
  maxTokens = scene.maxTokens,
): Promise<LayerResult> {
  const { live, turns, weigh } = scene
  if (weigh(view) <= maxTokens) return undefined
  const note = 'Long texts were cut, because no more fits.'
  const steps = turns[live]?.steps.length ?? 0
  // A result that was not read yet is worth more than the rest.
  const last = await withoutSteps(scene, await withoutTurns(scene, view, live), steps - 1)
  const cut = await cutKinds(scene, last, lesserKinds, maxTokens, 500)
  if (weigh(cut) <= maxTokens) return { view: cut, told: note }
  const shorter = await cutKinds(scene, cut, allKinds, maxTokens, LAST_CUT_CHARS)
  if (weigh(shorter) <= maxTokens) return { view: shorter, told: note }
  const bare = await withoutSteps(scene, last, steps)
  return { view: await cutKinds(scene, bare, allKinds, maxTokens, LAST_CUT_CHARS), told: note }
}

async function cutKinds(
  scene: WindowState,
  view: SessionView,
  kinds: readonly SessionPiece['kind'][],
  maxTokens: number,
  shortest: number,
): Promise<SessionView> {
  let now = view
  for (let chars = FIRST_CUT_CHARS; chars >= shortest && scene.weigh(now) > maxTokens; chars = Math.floor(chars / 2)) {
    const isLong = ({ kind, place, shown, pictures }: SessionPiece) =>
      kinds.includes(kind) && (shown.length > chars || pictures) && (now.cuts[place]?.chars ?? Infinity) > chars
    now = await cutTo(scene, now, scene.pieces(now).filter(isLong), chars)
  }
  return now
}
