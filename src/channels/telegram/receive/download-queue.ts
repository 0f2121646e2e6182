import { z } from 'zod'
import type { ChatId } from '../../../domain/ids.ts'
import type { ChannelMemory } from '../../../domain/message.ts'
import { parseJson } from '../../../lib/text/json.ts'
import { createWaker, sleep } from '../../../lib/time/timers.ts'
import type { Inbox } from '../../channel.ts'

export interface DownloadQueueDeps<T extends QueuedUpdate> {
  account: string
  /** Downloads the files of these updates. */
  download(waiting: T[], signal: AbortSignal): Promise<T[]>
  /** Stores the updates together with the list of those that still wait. Throws if it could not. */
  store(downloading: T[], savedBefore: ChannelMemory): void
  failed(error: unknown): void
  /** The pause before a failed download is tried again. */
  pauseMs: number
}

export interface QueuedUpdate {
  chat: ChatId
  /** The original text of the update. */
  raw: string
}

export interface DownloadQueue<T extends QueuedUpdate> {
  /** Works until the signal aborts. Returns the updates that an earlier run left behind, to be added again. */
  open(inbox: Inbox, signal: AbortSignal): string[]
  /** Whether updates of this chat are waiting, so that later ones have to queue behind them. */
  holds(chat: ChatId): boolean
  /** The updates are saved when this returns, so that they can be acknowledged. Throws if they are not. */
  enter(waiting: T[]): void
  /** Resolves when there is room for more. */
  hasRoom(signal: AbortSignal): Promise<void>
  /** Resolves when nothing is being downloaded any more. */
  closed(): Promise<void>
}

const MEMORY_NAME = 'waiting'
const list = z.array(z.string())
/** When this many wait, the next ones stay on the platform. */
const MAX_QUEUED = 200

/**
 * Messages whose files are still being downloaded. Nothing else waits for them, least of all a stop, so they are
 * acknowledged before they are stored and saved in the channel's memory until then. Within one chat they keep their
 * order.
 */
export function createDownloadQueue<T extends QueuedUpdate>(deps: DownloadQueueDeps<T>): DownloadQueue<T> {
  let all: T[] = []
  /** Left by an earlier run, so already on the saved list. */
  let savedBefore = new Set<string>()
  let inbox: Inbox | undefined
  let signal: AbortSignal = AbortSignal.abort()
  const downloading = new Map<ChatId, Promise<void>>()
  const someDone = createWaker()

  function savedList(waiting: T[]): ChannelMemory {
    const value = JSON.stringify(waiting.map(({ raw }) => raw))
    return { channel: 'telegram', account: deps.account, name: MEMORY_NAME, value }
  }

  async function downloadForChat(chat: ChatId): Promise<void> {
    for (;;) {
      const pending = all.filter((update) => update.chat === chat)
      if (pending.length === 0) downloading.delete(chat)
      if (pending.length === 0 || signal.aborted) return
      try {
        const ready = await deps.download(pending, signal)
        // Interrupted by a shutdown; they are downloaded again after the start.
        if (signal.aborted) return
        // More updates may have arrived during the download, so the remaining list is computed only now.
        const rest = all.filter((update) => !pending.includes(update))
        deps.store(ready, savedList(rest))
        all = rest
        someDone.wake()
      } catch (error) {
        if (signal.aborted) return
        deps.failed(error)
        await sleep(deps.pauseMs, signal)
      }
    }
  }

  return {
    open(openInbox, until) {
      all = []
      inbox = openInbox
      signal = until
      downloading.clear()
      const stored = openInbox.memory('telegram', deps.account, MEMORY_NAME)
      savedBefore = new Set(stored === undefined ? [] : (readList(stored) ?? [stored]))
      return [...savedBefore]
    },
    holds: (chat) => all.some((update) => update.chat === chat),
    enter(waiting) {
      const queued = new Set(all.map(({ raw }) => raw))
      const next = [...all, ...waiting.filter(({ raw }) => !queued.has(raw))]
      if (waiting.some(({ raw }) => !queued.has(raw) && !savedBefore.has(raw))) inbox?.keep(savedList(next))
      all = next
      for (const { chat } of waiting) {
        if (!downloading.has(chat)) downloading.set(chat, downloadForChat(chat))
      }
    },
    async hasRoom(until) {
      while (all.length >= MAX_QUEUED && !until.aborted) await someDone.wait(deps.pauseMs, until)
    },
    async closed() {
      await Promise.all(downloading.values())
    },
  }
}

/** Undefined if the list is damaged. Then all of it is handled as one unreadable update, so that nothing is lost. */
function readList(stored: string): string[] | undefined {
  return list.safeParse(parseJson(stored)).data
}
