import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ChannelMemory } from '../../../domain/message.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { Inbox } from '../../channel.ts'
import { noteOtherDaemon } from '../../shared/other-daemon.ts'
import { runOfReference } from '../send/message-reference.ts'
import { talkMessages } from '../talk-messages.ts'
import type { TalkRoom } from '../wire/room.ts'
import type { ChatLine } from '../wire/talk-client.ts'

/**
 * Notices another Skein that writes from the same account. Each of our messages carries the id of the run that sent it.
 * A message of our account that is newer than our start and carries an unknown run id comes from another Skein; people
 * who use the account by hand never send such a reference. The last run ids are stored, because the server may still
 * post what an earlier run requested.
 */
export interface OtherDaemonWatch {
  /** The id of this run, part of every reference. */
  readonly run: string
  open(inbox: Inbox): void
  /** Call this with the first list of rooms, which shows the messages from before this run. */
  listed(rooms: TalkRoom[]): void
  /** Returns what to store together with these messages. Tells the owner if this is new. */
  look(inbox: Inbox, lines: ChatLine[], me: string): ChannelMemory[]
}

export interface OtherDaemonDeps {
  account: string
  user: string
  clock: Pick<Clock, 'now'>
  trouble(sentence: AnyText): void
  failed(error: unknown): void
}

const MEMORY_NAME = 'runs'
const list = z.array(z.string())
const MAX_REMEMBERED_RUNS = 20

export function createOtherDaemonWatch({ account, user, clock, trouble, failed }: OtherDaemonDeps): OtherDaemonWatch {
  const place = { channel: 'talk', account } as const
  const run = randomBytes(4).toString('hex')
  let runs = [run]
  /** The newest message before this run. Message ids are unique across all rooms of a server. */
  let before: number | undefined

  function isForeign({ message }: ChatLine, me: string): boolean {
    if (message?.actorType !== 'users' || message.actorId !== me || message.systemMessage !== '') return false
    const writer = runOfReference(message.referenceId)
    return writer !== undefined && !runs.includes(writer) && before !== undefined && message.id > before
  }

  return {
    run,
    open(inbox) {
      before = undefined
      try {
        const stored = list.safeParse(JSON.parse(inbox.memory('talk', account, MEMORY_NAME) ?? '[]'))
        runs = [...new Set([...(stored.success ? stored.data : []), run])].slice(-MAX_REMEMBERED_RUNS)
        inbox.keep({ ...place, name: MEMORY_NAME, value: JSON.stringify(runs) })
      } catch (error) {
        // The disk may be full or the memory damaged. At worst a late message of an earlier run is mistaken for another
        // Skein's.
        failed(error)
      }
    },
    listed(rooms) {
      before ??= Math.max(0, ...rooms.map(({ lastMessage }) => lastMessage?.id ?? 0))
    },
    look(inbox, lines, me) {
      if (!lines.some((line) => isForeign(line, me))) return []
      const { isNews, kept } = noteOtherDaemon(inbox, place, clock.now())
      if (isNews) trouble(talkMessages.otherDaemon(user))
      return kept
    },
  }
}
