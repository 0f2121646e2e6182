import { createHash } from 'node:crypto'
import type { Delivery } from '../../../domain/delivery.ts'

/** Who writes. */
export interface Writer {
  /** Of this installation and no other. */
  seed: string
  /** Of this run of the daemon. */
  run: string
}

/**
 * What a message of ours is found by when nobody told us its number: `skein:<task>:result:<run>:<mark>`, within the 64
 * characters that the server keeps. The mark is of one message of one delivery of one installation: numbers of tasks begin
 * anew with a new store, and what an older one said is still in the room. The run is for whoever looks for another Skein on
 * the same account; older versions wrote none.
 */
export function referenceOf({ key, task, kind }: Delivery, item: number, { seed, run }: Writer): string {
  const mark = createHash('sha256').update(`${seed}\n${key}\n${item}`).digest('hex').slice(0, 24)
  return `skein:${task ?? 'none'}:${kind === 'reply' ? 'result' : kind}:${run}:${mark}`
}

/** Whether both are of the same message, whichever run wrote it. */
export function isSameMessage(one: string, other: string): boolean {
  return one.startsWith('skein:') && other.startsWith('skein:') && markOf(one) === markOf(other)
}

/** Which run of a Skein wrote it; undefined for what no Skein wrote, or an old one. */
export function runOf(reference: string): string | undefined {
  return /^skein:\w{1,20}:\w{1,20}:([0-9a-f]{8}):[0-9a-f]{24}$/.exec(reference)?.[1]
}

function markOf(reference: string): string {
  return reference.slice(reference.lastIndexOf(':') + 1)
}
