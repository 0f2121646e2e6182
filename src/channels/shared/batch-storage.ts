import { createHash } from 'node:crypto'
import { NotStoredError } from '../../domain/errors.ts'
import type { ChannelName } from '../../domain/ids.ts'
import type { InboundEvent } from '../../domain/message.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Accepted, Inbox } from '../channel.ts'

/** An event with the original text of its update. */
export interface EventWithRaw {
  event: InboundEvent
  raw: string
}

export interface ChannelAccount {
  channel: ChannelName
  account: string
}

export interface BatchStorage {
  /** `commit` stores the events together with the new cursor. Throws if nothing was stored. */
  store(inbox: Inbox, updates: EventWithRaw[], commit: (events: InboundEvent[]) => Accepted[]): Accepted[]
}

/** How many times a failing batch is tried unchanged, because the cause may be temporary. */
const MAX_BATCH_TRIES = 3

/**
 * Keeps one update that intake cannot handle from blocking everything behind it. After some tries the batch is stored
 * one event at a time, and an event that still fails is stored as raw text. A full disk is different: there we wait.
 */
export function createBatchStorage({ channel, account }: ChannelAccount, clock: Clock, log: Log): BatchStorage {
  let failures = 0

  function storeOne(inbox: Inbox, { event, raw }: EventWithRaw): Accepted {
    try {
      return inbox.accept([event])[0] ?? { status: 'ignored' }
    } catch (error) {
      if (error instanceof NotStoredError) throw error
      log.error({ err: error, kind: event.kind }, 'an update could not be handled and was stored as raw text')
      const key = `${channel}:${account}:unread:${createHash('sha256').update(raw).digest('hex')}`
      inbox.accept([{ kind: 'unreadable', channel, account, key, at: clock.now(), raw }])
      return { status: 'ignored' }
    }
  }

  return {
    store(inbox, updates, commit) {
      let accepted: Accepted[]
      try {
        accepted = commit(updates.map(({ event }) => event))
      } catch (error) {
        if (error instanceof NotStoredError || ++failures < MAX_BATCH_TRIES) throw error
        accepted = updates.map((update) => storeOne(inbox, update))
        commit([])
      }
      failures = 0
      return accepted
    },
  }
}

/** One element of a JSON list with the exact text it was parsed from. */
interface RawElement {
  json: unknown
  raw: string
}

/** Pairs each parsed element of the list at this nesting level with its original text. */
export function withRawText(text: string, level: number, parsed: unknown[]): RawElement[] {
  const raws = sliceElements(text, level)
  // Only objects and lists are sliced. If an element is something else, the counts differ and we fall back to
  // JSON.stringify.
  const rawOf = (at: number) => (raws.length === parsed.length ? raws[at] : JSON.stringify(parsed[at])) ?? ''
  return parsed.map((json, at) => ({ json, raw: rawOf(at) }))
}

/**
 * The source text of each object or list at this nesting level. Serializing the parsed element again would lose large
 * numbers and repeated keys, and would overflow the stack on deep nesting.
 */
function sliceElements(text: string, level: number): string[] {
  const elements: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') {
      if (depth === level) start = at
      depth++
    } else if (character === '}' || character === ']') {
      depth--
      if (depth === level) elements.push(text.slice(start, at + 1))
    }
  }
  return elements
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}
