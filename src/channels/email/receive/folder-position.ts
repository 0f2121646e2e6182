import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'

/** How far a folder was read. */
export interface FolderPosition {
  /** UIDs are valid as long as this stays the same (UIDVALIDITY); "0" if the server guarantees nothing. */
  validity: string
  /** The highest UID we have handled. */
  uid: number
  /** When the folder was last read to its end. */
  at: Date
  /** Missing UIDs just below: some servers show a mail later than one that came after it. */
  gaps: number[]
  /** Mails whose sender could not be checked yet, and since when. */
  waiting: { uid: number; since: Date }[]
  /** Mails up to this UID were read again by date; 0 if that never happened. */
  oldUpTo: number
}

/** How many UIDs back a missing mail may still appear. */
export const UID_OVERLAP = 50

const shape = z.object({
  validity: z.string(),
  uid: z.int(),
  at: z.coerce.date(),
  gaps: z.array(z.int()),
  waiting: z.array(z.object({ uid: z.int(), since: z.coerce.date() })),
  oldUpTo: z.int(),
})

export function writePosition(position: FolderPosition): string {
  return JSON.stringify(position)
}

/** Undefined if there is no valid position. */
export function readPosition(value: string | undefined): FolderPosition | undefined {
  return shape.safeParse(parseJson(value)).data
}

/** The position for a new folder or new UIDs: everything from now on. `there` are its last mails. */
export function positionAt(validity: string, uid: number, existing: number[], at: Date): FolderPosition {
  return { validity, uid, at, gaps: missingBelow(uid, new Set(existing)), waiting: [], oldUpTo: 0 }
}

/** The position after one more mail was handled. Skipped UIDs may still appear. */
export function stepTo(position: FolderPosition, uid: number): FolderPosition {
  if (uid <= position.uid) return { ...position, gaps: position.gaps.filter((gap) => gap !== uid) }
  const skipped = Array.from({ length: Math.min(UID_OVERLAP, uid - position.uid - 1) }, (_, back) => uid - 1 - back)
  const gaps = [...position.gaps, ...skipped.reverse()].filter((gap) => gap > uid - UID_OVERLAP)
  return { ...position, uid, gaps }
}

function missingBelow(uid: number, existing: ReadonlySet<number>): number[] {
  const first = Math.max(1, uid - UID_OVERLAP + 1)
  return Array.from({ length: Math.max(0, uid - first + 1) }, (_, step) => first + step).filter(
    (candidate) => !existing.has(candidate),
  )
}
