import { z } from 'zod'
import type { ChannelName, ChatId } from '../../domain/ids.ts'
import { sleep } from '../../lib/time/sleep.ts'
import type { Inbox } from '../channel.ts'

/**
 * The messages that carry our working mark, in the memory of the channel: what an earlier run put there, or what could not
 * be taken away while the server was out of reach, is taken away later.
 */
export interface KeptMarks {
  /** Before the mark is put there. */
  add(chat: ChatId, remoteId: string): void
  /** It is gone. Written down with the next one that is added; until then a restart takes it away a second time. */
  remove(chat: ChatId, remoteId: string): void
  /** Looks through them now and every minute, until the signal aborts: `close` is called for those nobody works on. */
  run(inbox: Inbox, close: (chat: ChatId, remoteId: string) => void, signal: AbortSignal): Promise<void>
}

export interface KeptMarksDeps {
  channel: ChannelName
  account: string
  second: number
  failed(error: unknown): void
}

const NAME = 'working-marks'
const list = z.array(z.tuple([z.string(), z.string()]))
/** Of more than these the oldest is forgotten. */
const MOST_KEPT = 1000
const LOOK_SECONDS = 60

export function createKeptMarks({ channel, account, second, failed }: KeptMarksDeps): KeptMarks {
  let inbox: Inbox | undefined
  let marks: [ChatId, string][] = []

  function write(): void {
    try {
      inbox?.keep({ channel, account, name: NAME, value: JSON.stringify(marks) })
    } catch (error) {
      // A full disk: at worst a mark stays after a crash.
      failed(error)
    }
  }

  function without(chat: ChatId, remoteId: string): [ChatId, string][] {
    return marks.filter(([where, which]) => where !== chat || which !== remoteId)
  }

  return {
    add(chat, remoteId) {
      marks = [...without(chat, remoteId), [chat, remoteId] as [ChatId, string]].slice(-MOST_KEPT)
      write()
    },
    remove(chat, remoteId) {
      marks = without(chat, remoteId)
    },
    async run(given, close, signal) {
      inbox = given
      const kept = list.safeParse(parse(given.memory(channel, account, NAME)))
      const known = kept.success ? (kept.data as [ChatId, string][]) : []
      marks = [
        ...known.filter(([chat, id]) => !marks.some(([where, which]) => where === chat && which === id)),
        ...marks,
      ]
      while (!signal.aborted) {
        for (const [chat, remoteId] of marks) if (!given.isWorkedOn(chat, remoteId)) close(chat, remoteId)
        await sleep(LOOK_SECONDS * second, signal)
      }
      write()
    },
  }
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
