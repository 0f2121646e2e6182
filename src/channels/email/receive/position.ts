import { z } from 'zod'

/** How far a folder was read. */
export interface Position {
  /** Numbers of mails hold for as long as this stays the same (UIDVALIDITY); "0" where the server promises nothing. */
  validity: string
  /** The highest number that was seen to. */
  uid: number
  /** When we last were at the end of the folder. */
  at: Date
  /** Numbers just below that were not there: some servers show a mail after one that came later. */
  gaps: number[]
  /** Mails whose sender nobody could look up yet, and since when. */
  waiting: { uid: number; since: Date }[]
  /** Up to this number it was read again by dates; 0 where it never was. */
  oldUpTo: number
}

/** So far back a number may still become visible. */
export const OVERLAP = 50

const shape = z.object({
  validity: z.string(),
  uid: z.int(),
  at: z.coerce.date(),
  gaps: z.array(z.int()),
  waiting: z.array(z.object({ uid: z.int(), since: z.coerce.date() })),
  oldUpTo: z.int(),
})

export function writePosition(position: Position): string {
  return JSON.stringify(position)
}

/** Undefined when there is none, or none that can be read. */
export function readPosition(value: string | undefined): Position | undefined {
  if (value === undefined) return undefined
  try {
    return shape.parse(JSON.parse(value))
  } catch {
    return undefined
  }
}

/** A folder that is met for the first time, or under new numbers: from here on. `there` are its last mails. */
export function positionAt(validity: string, uid: number, there: number[], at: Date): Position {
  return { validity, uid, at, gaps: missingBelow(uid, new Set(there)), waiting: [], oldUpTo: 0 }
}

/** After one more mail was seen to. Numbers that were skipped on the way may still come. */
export function stepTo(position: Position, uid: number): Position {
  if (uid <= position.uid) return { ...position, gaps: position.gaps.filter((gap) => gap !== uid) }
  const skipped = Array.from({ length: Math.min(OVERLAP, uid - position.uid - 1) }, (_, back) => uid - 1 - back)
  const gaps = [...position.gaps, ...skipped.reverse()].filter((gap) => gap > uid - OVERLAP)
  return { ...position, uid, gaps }
}

function missingBelow(uid: number, there: ReadonlySet<number>): number[] {
  const first = Math.max(1, uid - OVERLAP + 1)
  return Array.from({ length: Math.max(0, uid - first + 1) }, (_, step) => first + step).filter(
    (one) => !there.has(one),
  )
}
