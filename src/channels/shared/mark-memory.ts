import { z } from 'zod'
import type { ChannelName, ChatId } from '../../domain/ids.ts'
import { parseJson } from '../../lib/text/json.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { Inbox } from '../channel.ts'

/**
 * Remembers which messages carry our working mark, in the channel's memory. A mark from an earlier run, or one that
 * could not be removed while the server was unreachable, is removed later.
 */
export interface MarkMemory {
  /** Call this before setting the mark. */
  add(chat: ChatId, remoteId: string): void
  /**
   * The mark is gone. This is only saved together with the next `add`; after a restart in between, the mark is removed
   * a second time.
   */
  remove(chat: ChatId, remoteId: string): void
  /**
   * Checks all marks now and every minute until the signal aborts. Calls `close` for each message that nobody works on.
   */
  run(inbox: Inbox, close: (chat: ChatId, remoteId: string) => void, signal: AbortSignal): Promise<void>
}

export interface MarkMemoryDeps {
  channel: ChannelName
  account: string
  second: number
  onFailure(error: unknown): void
}

const MEMORY_NAME = 'working-marks'
const markList = z.array(z.tuple([z.string(), z.string()]))
/** Beyond this the oldest mark is forgotten. */
const MAX_REMEMBERED_MARKS = 1000
const CHECK_INTERVAL_SECONDS = 60

export function createMarkMemory({ channel, account, second, onFailure }: MarkMemoryDeps): MarkMemory {
  let inbox: Inbox | undefined
  let marks: [ChatId, string][] = []

  function write(): void {
    try {
      inbox?.keep({ channel, account, name: MEMORY_NAME, value: JSON.stringify(marks) })
    } catch (error) {
      // The disk may be full. At worst a mark stays visible after a crash.
      onFailure(error)
    }
  }

  function without(chat: ChatId, remoteId: string): [ChatId, string][] {
    return marks.filter(([markedChat, markedId]) => markedChat !== chat || markedId !== remoteId)
  }

  return {
    add(chat, remoteId) {
      marks = [...without(chat, remoteId), [chat, remoteId] as [ChatId, string]].slice(-MAX_REMEMBERED_MARKS)
      write()
    },
    remove(chat, remoteId) {
      marks = without(chat, remoteId)
    },
    async run(openInbox, close, signal) {
      inbox = openInbox
      const stored = markList.safeParse(parseJson(openInbox.memory(channel, account, MEMORY_NAME)))
      const storedMarks = stored.success ? (stored.data as [ChatId, string][]) : []
      marks = [
        ...storedMarks.filter(
          ([chat, id]) => !marks.some(([markedChat, markedId]) => markedChat === chat && markedId === id),
        ),
        ...marks,
      ]
      while (!signal.aborted) {
        for (const [chat, remoteId] of marks) if (!openInbox.isWorkedOn(chat, remoteId)) close(chat, remoteId)
        await sleep(CHECK_INTERVAL_SECONDS * second, signal)
      }
      write()
    },
  }
}
