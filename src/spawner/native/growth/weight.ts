import type { Spread } from '../../spawner.ts'
import type { Room } from './growth.ts'
import type { Piece } from './pieces.ts'

/** Beside its text: the marks around a message, the id and the frame of a call. */
const frames: Record<Piece['kind'], number> = {
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

/** Weighs texts in the provider's tokens; each text once. */
export function createScale(estimate: (text: string) => number, factor: number) {
  const known = new Map<string, number>()
  const tokens = (text: string) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = estimate(text) * factor
    known.set(text, found)
    return found
  }
  const ofPiece = ({ kind, shown, call, pictures }: Piece) =>
    tokens(shown) + factor * (frames[kind] + (pictures?.tokens ?? 0)) + (call ? tokens(call.name) : 0)
  return {
    tokens,
    ofPiece,
    ofAll: (pieces: readonly Piece[]) => pieces.reduce((sum, piece) => sum + ofPiece(piece), 0),
  }
}

export type Scale = ReturnType<typeof createScale>

/** What a request is spent on. */
export function spreadOf(
  pieces: readonly Piece[],
  live: number,
  room: Pick<Room, 'system' | 'tools'>,
  scale: Scale,
): Spread {
  const spread = { system: room.system, tools: room.tools, summary: 0, history: 0, message: 0 }
  for (const piece of pieces) spread[partOf(piece, live)] += scale.ofPiece(piece)
  const { system, tools, summary, history, message } = spread
  return {
    system: Math.round(system),
    tools: Math.round(tools),
    summary: Math.round(summary),
    history: Math.round(history),
    message: Math.round(message),
  }
}

function partOf({ kind, turn }: Piece, live: number): Exclude<keyof Spread, 'system'> {
  if (kind === 'summary') return kind
  if (kind === 'call' || kind === 'result' || kind === 'work') return 'tools'
  return turn === live ? 'message' : 'history'
}
