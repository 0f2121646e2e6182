import { createHash } from 'node:crypto'
import type { Delivery } from '../../../domain/delivery.ts'

/**
 * What a message of ours is found by when nobody told us its number: `skein:<task>:result:<mark>`, within the 64 characters
 * that the server keeps. The mark is of one message of one delivery of one installation: numbers of tasks begin anew with a
 * new store, and what an older one said is still in the room.
 */
export function referenceOf({ key, task, kind }: Delivery, item: number, seed: string): string {
  const mark = createHash('sha256').update(`${seed}\n${key}\n${item}`).digest('hex').slice(0, 24)
  return `skein:${task ?? 'none'}:${kind === 'reply' ? 'result' : kind}:${mark}`
}
