import { z } from 'zod'
import type { ChatId } from '../../../domain/ids.ts'
import type { ChannelMemory } from '../../../domain/message.ts'
import { sleep } from '../../../lib/time/sleep.ts'
import { createWake } from '../../../lib/time/wake.ts'
import type { Inbox } from '../../channel.ts'

export interface WaitingRoomDeps<T extends Waiting> {
  account: string
  /** What they wait for. */
  serve(waiting: T[], signal: AbortSignal): Promise<T[]>
  /** Takes them in, together with the list of those who are left. Throws when it could not. */
  store(served: T[], left: ChannelMemory): void
  failed(error: unknown): void
  /** Before one that could not be served is tried again. */
  pauseMs: number
}

export interface Waiting {
  chat: ChatId
  /** The update as it came. */
  raw: string
}

export interface WaitingRoom<T extends Waiting> {
  /** From now on, until the signal aborts. Answers what an earlier run left behind, to be let in again. */
  open(inbox: Inbox, signal: AbortSignal): string[]
  /** Whoever writes in this chat has to wait behind another. */
  holds(chat: ChatId): boolean
  /** Kept when it returns, so that the platform may be told; throws when it is not. */
  enter(waiting: T[]): void
  /** Resolves when there is room for more. */
  hasRoom(signal: AbortSignal): Promise<void>
  /** Resolves when nobody is being served any more. */
  closed(): Promise<void>
}

const NAME = 'waiting'
const list = z.array(z.string())
/** More at once are left with the platform. */
const MOST_WAITING = 200

/**
 * Messages whose files are still on their way. Nothing else waits for them, least of all a stop, so they are acknowledged
 * before they are taken in, and kept in the memory of the channel until then. In one chat they keep their order.
 */
export function createWaitingRoom<T extends Waiting>(deps: WaitingRoomDeps<T>): WaitingRoom<T> {
  let all: T[] = []
  /** By an earlier run; these are on the list already. */
  let left = new Set<string>()
  let inbox: Inbox | undefined
  let signal: AbortSignal = AbortSignal.abort()
  const served = new Map<ChatId, Promise<void>>()
  const servedSome = createWake()

  function listed(waiting: T[]): ChannelMemory {
    const value = JSON.stringify(waiting.map(({ raw }) => raw))
    return { channel: 'telegram', account: deps.account, name: NAME, value }
  }

  async function serveChat(chat: ChatId): Promise<void> {
    for (;;) {
      const now = all.filter((one) => one.chat === chat)
      if (now.length === 0) served.delete(chat)
      if (now.length === 0 || signal.aborted) return
      try {
        const ready = await deps.serve(now, signal)
        // Cut off by a stop: they are served again after the start.
        if (signal.aborted) return
        // Others may have come in meanwhile, so who is left is told only now.
        const rest = all.filter((one) => !now.includes(one))
        deps.store(ready, listed(rest))
        all = rest
        servedSome.ring()
      } catch (error) {
        if (signal.aborted) return
        deps.failed(error)
        await sleep(deps.pauseMs, signal)
      }
    }
  }

  return {
    open(given, until) {
      all = []
      inbox = given
      signal = until
      served.clear()
      const stored = given.memory('telegram', deps.account, NAME)
      left = new Set(stored === undefined ? [] : (readList(stored) ?? [stored]))
      return [...left]
    },
    holds: (chat) => all.some((one) => one.chat === chat),
    enter(waiting) {
      const known = new Set(all.map(({ raw }) => raw))
      const next = [...all, ...waiting.filter(({ raw }) => !known.has(raw))]
      if (waiting.some(({ raw }) => !known.has(raw) && !left.has(raw))) inbox?.keep(listed(next))
      all = next
      for (const { chat } of waiting) {
        if (!served.has(chat)) served.set(chat, serveChat(chat))
      }
    },
    async hasRoom(until) {
      while (all.length >= MOST_WAITING && !until.aborted) await servedSome.wait(deps.pauseMs, until)
    },
    async closed() {
      await Promise.all(served.values())
    },
  }
}

/** Undefined when nobody can read it any more: then all of it is let in as one thing that came, and kept as that. */
function readList(stored: string): string[] | undefined {
  try {
    return list.parse(JSON.parse(stored))
  } catch {
    return undefined
  }
}
