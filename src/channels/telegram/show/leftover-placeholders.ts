import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'
import { sleep } from '../../../lib/time/timers.ts'
import type { Inbox } from '../../channel.ts'
import type { Placeholders } from './placeholder.ts'

export interface LeftoverPlaceholders extends Placeholders {
  /** Loads the placeholders of an earlier run, which are leftovers. From now on, changes are saved. */
  open(inbox: Inbox): void
  /** Calls `discard` for all leftovers, now and every minute, until the signal aborts. */
  run(discard: (chat: number, message: number) => Promise<void>, signal: AbortSignal): Promise<void>
}

interface KnownPlaceholder {
  place: [chat: number, message: number]
  /** No answer will be written into it. */
  isLeftOver: boolean
}

const MEMORY_NAME = 'placeholders'
const list = z.array(z.tuple([z.number(), z.number()]))
/** Beyond this the oldest is forgotten. */
const MAX_REMEMBERED = 1000
const CHECK_INTERVAL_SECONDS = 60

/**
 * Remembers the visible placeholders in the channel's memory, so that after a crash half an answer does not look like a
 * whole one.
 */
export function createLeftoverPlaceholders(
  account: string,
  second: number,
  failed: (error: unknown) => void,
): LeftoverPlaceholders {
  let inbox: Inbox | undefined
  let placeholders: KnownPlaceholder[] = []

  function write(): boolean {
    try {
      const value = JSON.stringify(placeholders.map(({ place }) => place))
      inbox?.keep({ channel: 'telegram', account, name: MEMORY_NAME, value })
      return true
    } catch (error) {
      // The disk may be full. At worst a placeholder stays after a crash.
      failed(error)
      return false
    }
  }

  function without(chat: number, message: number): KnownPlaceholder[] {
    return placeholders.filter(({ place: [placeChat, placeMessage] }) => placeChat !== chat || placeMessage !== message)
  }

  function put(chat: number, message: number, isLeftOver: boolean): void {
    placeholders = [...without(chat, message), { place: [chat, message] as [number, number], isLeftOver }].slice(
      -MAX_REMEMBERED,
    )
    write()
  }

  return {
    open(openInbox) {
      inbox = openInbox
      const stored = list.safeParse(parseJson(openInbox.memory('telegram', account, MEMORY_NAME)))
      const leftovers = stored.success ? stored.data : []
      const isNew = ([chat, message]: [number, number]) => without(chat, message).length === placeholders.length
      placeholders = [...leftovers.filter(isNew).map((place) => ({ place, isLeftOver: true })), ...placeholders]
    },
    add: (chat, message) => put(chat, message, false),
    leave: (chat, message) => put(chat, message, true),
    remove(chat, message) {
      placeholders = without(chat, message)
      return write()
    },
    async run(discard, signal) {
      while (!signal.aborted) {
        for (const { place, isLeftOver } of placeholders) if (isLeftOver && !signal.aborted) await discard(...place)
        await sleep(CHECK_INTERVAL_SECONDS * second, signal)
      }
    },
  }
}
