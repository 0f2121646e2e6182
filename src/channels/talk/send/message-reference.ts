import { createHash } from 'node:crypto'
import type { Delivery } from '../../../domain/delivery.ts'

/** Identifies this daemon in references. */
export interface ReferenceWriter {
  /** Unique to this installation. */
  seed: string
  /** The id of this run of the daemon. */
  run: string
}

/**
 * The reference by which we find a message when we do not know its id: `skein:<task>:result:<run>:<mark>`, within the
 * 64 characters the server stores. The mark identifies one message of one delivery of one installation: a new store
 * starts its task numbers again, and messages of the old one are still in the room. The run lets us detect another
 * Skein on the same account; old versions wrote none.
 */
export function referenceOf({ key, task, kind }: Delivery, item: number, { seed, run }: ReferenceWriter): string {
  const mark = createHash('sha256').update(`${seed}\n${key}\n${item}`).digest('hex').slice(0, 24)
  return `skein:${task ?? 'none'}:${kind === 'reply' ? 'result' : kind}:${run}:${mark}`
}

/** Whether both name the same message, whichever run sent it. */
export function isSameMessage(one: string, other: string): boolean {
  return one.startsWith('skein:') && other.startsWith('skein:') && markOf(one) === markOf(other)
}

/** The run that wrote the message; undefined if it was not written by Skein or by an old version. */
export function runOfReference(reference: string): string | undefined {
  return /^skein:\w{1,20}:\w{1,20}:([0-9a-f]{8}):[0-9a-f]{24}$/.exec(reference)?.[1]
}

function markOf(reference: string): string {
  return reference.slice(reference.lastIndexOf(':') + 1)
}
