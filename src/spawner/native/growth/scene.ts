import type { ModelMessage } from 'ai'
import type { SessionTurn } from '../session/session.ts'
import type { GrowthDeps, GrowthEvent, GrowthLimits, LiveSession, Room, Shown } from './growth.ts'
import { messagesOf } from './messages.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { pruned, type View } from './view.ts'
import { createScale, type Scale, spreadOf } from './weight.ts'

/** Room that is left for an answer. */
const ANSWER_TOKENS = 4096
const ANSWER_SHARE = 0.15
/** Of messages, whatever the system prompt leaves: with less nothing can be asked. */
const FEWEST_TOKENS = 256

/** What is needed to put turns away: into a file, and into a summary. */
export interface Teller {
  turns: readonly SessionTurn[]
  deps: Pick<GrowthDeps, 'keepFile' | 'summarise'>
  signal: AbortSignal
  /** What messages may come to at the very most. */
  most: number
}

/** What the layers work on: a session, and how much there is room for. In tokens of the provider. */
export interface Scene extends Teller {
  /** The turn under way. */
  live: number
  deps: GrowthDeps
  limits: GrowthLimits
  scale: Scale
  /** What messages may come to before older turns go, and before older results go. */
  bound: number
  clearBound: number
  pieces(view: View): Piece[]
  weigh(view: View): number
}

export function createScene(deps: GrowthDeps, turns: LiveSession['turns'], room: Room, signal: AbortSignal): Scene {
  const limits = deps.limits()
  const scale = createScale(deps.estimate, room.factor)
  const fixed = room.system + room.tools
  const answer = Math.min(ANSWER_TOKENS, room.window * ANSWER_SHARE)
  const most = Math.max(FEWEST_TOKENS, room.window - answer - fixed)
  const share = (of: number) => Math.min(most, Math.max(most / 4, of * room.window - fixed))
  const pieces = (view: View) => piecesOf(turns, view, deps.picturesOf)
  return {
    turns,
    live: turns.length - 1,
    deps,
    limits,
    signal,
    scale,
    most,
    bound: Math.min(limits.maxContextTokens, share(limits.summarizeAt)),
    clearBound: share(limits.clearAt),
    pieces,
    weigh: (view) => scale.ofAll(pieces(view)),
  }
}

/** What a layer did, if it did anything. */
export type Done = { view: View; told: string } | undefined

/** Runs a layer and leaves word of it. */
export async function applied(
  scene: Scene,
  view: View,
  name: GrowthEvent['layer'],
  layer: (scene: Scene, view: View) => Promise<Done>,
): Promise<View> {
  const done = await layer(scene, view)
  if (!done) return view
  const [before, after] = [scene.weigh(view), scene.weigh(done.view)].map(Math.round) as [number, number]
  scene.deps.trace({ layer: name, told: done.told, before, after })
  return done.view
}

export function shownOf(scene: Scene, view: View, room: Room): Shown {
  const pieces = scene.pieces(view)
  const messages: ModelMessage[] = messagesOf(pieces)
  const kept = pruned(view, new Set(pieces.map(({ place }) => place)))
  return { messages, view: kept, spread: spreadOf(pieces, scene.live, room, scene.scale) }
}
