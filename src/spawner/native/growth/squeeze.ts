import { cutTo } from './files.ts'
import type { Piece } from './pieces.ts'
import type { Done, Scene } from './scene.ts'
import { withoutSteps, withoutTurns } from './turns.ts'
import type { View } from './view.ts'

/** From so many characters down each text is cut by halves until all fit. */
const FIRST_CUT = 16_000
const LAST_CUT = 60

/** Results and what the model itself wrote go before the words of the person and what stands for the past. */
const lesser: Piece['kind'][] = ['result', 'call', 'said', 'answer', 'pictures']
const all: Piece['kind'][] = [...lesser, 'text', 'joined', 'summary', 'work']

/** What is left when whole turns and steps are gone, and still too much: its texts are cut until they fit. */
export async function squeeze(scene: Scene, view: View, most = scene.most): Promise<Done> {
  const { live, turns, weigh } = scene
  if (weigh(view) <= most) return undefined
  const told = 'Long texts were cut, because no more fits.'
  const steps = turns[live]?.steps.length ?? 0
  // A result that was not read yet is worth more than the rest of what is here.
  const last = await withoutSteps(scene, await withoutTurns(scene, view, live), steps - 1)
  const cut = await cutKinds(scene, last, lesser, most, 500)
  if (weigh(cut) <= most) return { view: cut, told }
  const shorter = await cutKinds(scene, cut, all, most, LAST_CUT)
  if (weigh(shorter) <= most) return { view: shorter, told }
  const bare = await withoutSteps(scene, last, steps)
  return { view: await cutKinds(scene, bare, all, most, LAST_CUT), told }
}

async function cutKinds(
  scene: Scene,
  view: View,
  kinds: readonly Piece['kind'][],
  most: number,
  shortest: number,
): Promise<View> {
  let now = view
  for (let chars = FIRST_CUT; chars >= shortest && scene.weigh(now) > most; chars = Math.floor(chars / 2)) {
    const isLong = ({ kind, place, shown, pictures }: Piece) =>
      kinds.includes(kind) && (shown.length > chars || pictures) && (now.cuts[place]?.chars ?? Infinity) > chars
    now = await cutTo(scene, now, scene.pieces(now).filter(isLong), chars)
  }
  return now
}
