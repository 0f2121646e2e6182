import type { Piece } from './pieces.ts'
import type { Scene, Teller } from './scene.ts'
import type { Cut, View } from './view.ts'

/** A text in a file of its own, by a name that is only a name. */
export function kept({ deps }: Teller, name: string, ending: 'txt' | 'md', text: string): Promise<string | undefined> {
  return deps.keepFile(`${name.replace(/[^\w-]+/g, '-').slice(0, 60)}.${ending}`, text)
}

/** Shows so many characters of each of these, and sees to it that all of it stands in a file. */
export async function cutTo(scene: Scene, view: View, pieces: readonly Piece[], chars: number): Promise<View> {
  const cuts: Record<string, Cut> = {}
  for (const piece of pieces) {
    const path = view.cuts[piece.place]?.path ?? (await keptPiece(scene, piece))
    cuts[piece.place] = { chars, ...(path === undefined ? {} : { path }) }
  }
  return { ...view, cuts: { ...view.cuts, ...cuts } }
}

/** Summaries have their files already, and what the model itself wrote is not looked up. */
async function keptPiece(scene: Scene, { kind, call, turn, step, whole }: Piece): Promise<string | undefined> {
  if (kind === 'result') return kept(scene, call?.id ?? 'result', 'txt', whole)
  if (kind === 'text') return kept(scene, `message-${turn + 1}`, 'txt', whole)
  if (kind === 'joined') return kept(scene, `message-${turn + 1}-${step + 1}`, 'txt', whole)
  if (kind === 'said' || kind === 'call') return kept(scene, `step-${turn + 1}-${step + 1}-${kind}`, 'txt', whole)
  if (kind === 'answer') return kept(scene, `answer-${turn + 1}`, 'txt', whole)
  return undefined
}
