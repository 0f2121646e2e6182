import type { Piece } from './piece.ts'

/** Pieces that stand together: "tomorrow at 9". */
export interface Group {
  start: number
  end: number
  pieces: Piece[]
  /** It belongs to the text ("the train of 9:15", "明天的会议") or bounds a time ("until 9"): no time of its own. */
  role: 'time' | 'of text' | 'owner' | 'bound'
}

const WITH_CLOCK: ReadonlySet<Piece['kind']> = new Set(['clock', 'part', 'after', 'interval'])

/** It names a day, but no time of it. */
export const lacksClock = ({ pieces }: Pick<Group, 'pieces'>) => !pieces.some(({ kind }) => WITH_CLOCK.has(kind))
