import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ChannelMemory } from '../../../domain/message.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Inbox } from '../../channel.ts'
import { noteOtherDaemon } from '../../shared/other-daemon.ts'
import { runOf } from '../send/reference.ts'
import type { Line } from '../wire/client.ts'
import type { Room } from '../wire/room.ts'

/**
 * Notices another Skein that writes from the same account. Each of our messages carries the run that wrote it. A message of
 * our account that was written after our start by a run that is not ours is another's. Nobody who uses the account by hand
 * sends such a reference. The last runs before this one are kept: a server may still be posting what they asked for.
 */
export interface OtherDaemonWatch {
  /** Of this run; part of every reference. */
  readonly run: string
  open(inbox: Inbox): void
  /** The first list tells which messages were there before this run. */
  listed(rooms: Room[]): void
  /** What is to be kept with these lines. Tells the owner where it is news. */
  look(inbox: Inbox, lines: Line[], me: string): ChannelMemory[]
}

export interface OtherDaemonDeps {
  account: string
  user: string
  clock: Pick<Clock, 'now'>
  trouble(sentence: string): void
  failed(error: unknown): void
}

const NAME = 'runs'
const list = z.array(z.string())
const MOST_RUNS = 20

export function createOtherDaemonWatch({ account, user, clock, trouble, failed }: OtherDaemonDeps): OtherDaemonWatch {
  const place = { channel: 'talk', account } as const
  const run = randomBytes(4).toString('hex')
  let runs = [run]
  /** The newest message before this run; ids are counted over all rooms of a server. */
  let before: number | undefined

  function isForeign({ message }: Line, me: string): boolean {
    if (message?.actorType !== 'users' || message.actorId !== me || message.systemMessage !== '') return false
    const writer = runOf(message.referenceId)
    return writer !== undefined && !runs.includes(writer) && before !== undefined && message.id > before
  }

  return {
    run,
    open(inbox) {
      before = undefined
      try {
        const known = list.safeParse(JSON.parse(inbox.memory('talk', account, NAME) ?? '[]'))
        runs = [...new Set([...(known.success ? known.data : []), run])].slice(-MOST_RUNS)
        inbox.keep({ ...place, name: NAME, value: JSON.stringify(runs) })
      } catch (error) {
        // A full disk, or a memory that somebody has edited: at worst a late message of an earlier run is taken for another's.
        failed(error)
      }
    },
    listed(rooms) {
      before ??= Math.max(0, ...rooms.map(({ lastMessage }) => lastMessage?.id ?? 0))
    },
    look(inbox, lines, me) {
      if (!lines.some((line) => isForeign(line, me))) return []
      const { isNews, kept } = noteOtherDaemon(inbox, place, clock.now())
      if (isNews) trouble(otherDaemonWords(user))
      return kept
    },
  }
}

/** In the same words in the notice and in `skein doctor`. */
export function otherDaemonWords(user: string): string {
  return `Another Skein writes from the Talk account "${user}" too, so people get every answer twice. Stop one of the two, or give it an account of its own.`
}
