import type { Update } from '@grammyjs/types'
import type { Clock } from '../../../../src/lib/time/clock.ts'

export type UpdateKind = Exclude<keyof Update, 'update_id'>

export interface UpdateQueue {
  /** Queues one update and returns its id, or undefined when the bot did not ask for this kind. */
  push(update: object): number | undefined
  /** What a poll with this offset gets; everything below the offset is gone afterwards. */
  read(offset: number, limit: number): object[]
  /** Replaces the kinds the bot asked for; an empty list is the default again. Queued updates stay. */
  allow(kinds: readonly UpdateKind[]): void
  allowed(): readonly UpdateKind[] | undefined
  /** The next update gets this id, as after a week of silence or on another server. */
  renumber(next: number): void
  clear(): void
  size(): number
  /** Updates the bot had not asked for and never saw. */
  readonly withheld: object[]
}

interface Entry {
  id: number
  update: object
  bytes: number
  expires: number
}

const unasked: readonly string[] = ['chat_member', 'message_reaction', 'message_reaction_count']
const dayMs = 86_400_000
const queryMs = 150_000
const answerBytes = 4 * 1024 * 1024
const most = 100_000

/** Updates that wait for the bot, with the acknowledgement, expiry and range rules of the Bot API server. */
export function createUpdateQueue({ clock, first = 318_204_411 }: { clock: Clock; first?: number }): UpdateQueue {
  const entries: Entry[] = []
  const withheld: object[] = []
  let kinds: readonly UpdateKind[] | undefined
  let next = first
  let pushed = 0

  function push(update: object): number | undefined {
    const kind = kindOf(update)
    if (kinds === undefined ? unasked.includes(kind) : !(kinds as readonly string[]).includes(kind)) {
      withheld.push(update)
      return undefined
    }
    if (entries.length >= most) return undefined
    const id = 'update_id' in update && typeof update.update_id === 'number' ? update.update_id : number()
    if (id < next) throw new Error(`update ${id} is below the next id ${next}: call renumber() first`)
    next = id + 1
    const whole = { ...update, update_id: id }
    entries.push({ id, update: whole, bytes: JSON.stringify(whole).length, expires: expiry(update, kind) })
    return id
  }

  /** Ids rise one by one, with a small hole now and then, as where an update went to nobody. */
  function number(): number {
    pushed += 1
    return pushed % 7 === 0 ? next + 2 : next
  }

  function expiry(update: object, kind: string): number {
    const now = clock.now().getTime()
    if (kind === 'callback_query' || kind === 'shipping_query' || kind === 'pre_checkout_query') return now + queryMs
    // A message expires by its own date, not by when it came.
    const date: unknown = (Object.entries(update).find(([key]) => key === kind)?.[1] as { date?: unknown })?.date
    return (typeof date === 'number' && date > 0 && /(message|post)$/.test(kind) ? date * 1000 : now) + dayMs
  }

  function forget(gone: (entry: Entry) => boolean): void {
    const kept = entries.filter((entry) => !gone(entry))
    if (kept.length < entries.length) entries.splice(0, entries.length, ...kept)
  }

  return {
    push,
    withheld,
    read(offset, limit) {
      const now = clock.now().getTime()
      forget((entry) => entry.expires <= now)
      const head = entries[0]?.id ?? next
      if (offset < 0) {
        const from = entries.at(Math.max(offset, -entries.length))?.id ?? next
        forget((entry) => entry.id < from)
      } else if (offset > 0 && offset >= head - most && offset <= next + 10) {
        forget((entry) => entry.id < offset)
      }
      return fitting(entries, limit)
    },
    allow(asked) {
      kinds = asked.length === 0 ? undefined : asked
    },
    allowed: () => kinds,
    renumber(id) {
      if (entries.length > 0) throw new Error('ids can only start anew while the queue is empty')
      next = id
    },
    clear: () => void entries.splice(0),
    size: () => entries.length,
  }
}

function kindOf(update: object): string {
  return Object.keys(update).find((key) => key !== 'update_id') ?? ''
}

/** One answer stays near 4 MiB, so fewer than `limit` does not mean that nothing is left. */
function fitting(entries: Entry[], limit: number): object[] {
  const batch: object[] = []
  let bytes = 0
  for (const entry of entries.slice(0, limit)) {
    bytes += entry.bytes
    if (batch.length > 0 && bytes > answerBytes) break
    batch.push(entry.update)
  }
  return batch
}
