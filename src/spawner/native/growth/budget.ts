import type { Piece } from './pieces.ts'
import type { Done, Scene } from './scene.ts'
import { fewerTurns, withoutSteps } from './turns.ts'
import type { View } from './view.ts'

/** The work of the turn under way is told in short when it takes more than this share of the bound, and down to that one. */
const WORK_FROM = 0.5
const WORK_TO = 0.25

/** Holds the messages to the bound: older turns go, and older steps where it is the turn under way that is long. */
export async function tighten(scene: Scene, view: View, bound = scene.bound): Promise<Done> {
  const told: string[] = []
  let now = view
  while (scene.weigh(now) > bound) {
    const done = (await fewerSteps(scene, now, bound)) ?? (await fewerTurns(scene, now))
    if (!done) break
    told.push(done.told)
    now = done.view
  }
  return told.length === 0 ? undefined : { view: now, told: told.join(' ') }
}

async function fewerSteps(scene: Scene, view: View, bound: number): Promise<Done> {
  const { live, turns, scale } = scene
  const last = (turns[live]?.steps.length ?? 0) - 1
  const first = view.work[live]?.fromStep ?? 0
  const weights = stepWeights(scene.pieces(view), live, scale.ofPiece)
  const all = sum(weights.values())
  if (last <= first || all <= bound * WORK_FROM) return undefined
  let before = first
  for (let left = all; before < last && left > bound * WORK_TO; before++) left -= weights.get(before) ?? 0
  const gone = before - first
  const words = gone === 1 ? 'One step of the turn under way was' : `${gone} steps of the turn under way were`
  return { view: await withoutSteps(scene, view, before), told: `${words} told in short.` }
}

/** What joined a step stays whatever comes of the step. */
function stepWeights(pieces: readonly Piece[], live: number, weigh: (piece: Piece) => number): Map<number, number> {
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
