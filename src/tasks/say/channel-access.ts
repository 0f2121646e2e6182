import type { CommandPrefix, ConversationOpening } from '../../channels/channel.ts'
import type { Opened } from '../../domain/delivery.ts'
import { type ChannelName, type ChatId, channelOf, rootLane } from '../../domain/ids.ts'
import { ensureChat, ensureLane } from '../../store/messages/chats.ts'
import { findPerson } from '../../store/people/people.ts'
import type { TaskDeps } from '../task-deps.ts'

/** The command prefix in this chat. */
export function prefixIn(deps: Pick<TaskDeps, 'channels'>, chat: ChatId): CommandPrefix {
  return prefixOn(deps, channelOf(chat))
}

/** The command that retries a task. It has a number, because another task may be the last one by then. */
export function retryCommand(deps: Pick<TaskDeps, 'channels'>, chat: ChatId, task: number | null): string {
  return task === null ? `${prefixIn(deps, chat)}retry` : `${prefixIn(deps, chat)}retry ${task}`
}

/** The command prefix on this channel. */
export function prefixOn({ channels }: Pick<TaskDeps, 'channels'>, channel: ChannelName): CommandPrefix {
  return channels.get(channel)?.manners.commandPrefix ?? '/'
}

/** Opens and stores a chat in which we write first. Returns its route, or why that is impossible. */
export async function openChat(deps: TaskDeps, opening: ConversationOpening, signal: AbortSignal): Promise<Opened> {
  const { to, title } = opening
  const channel = deps.channels.get(to.channel)
  if (!channel) return { status: 'refused', reason: `the channel ${to.channel} is not set up` }
  const opened = await channel.open(opening, signal)
  if (opened.status !== 'opened') return opened
  const { chat, facts } = opened.route
  await deps.persist(() =>
    deps.db.transaction(() => {
      const personId = findPerson(deps.db, to)?.id
      ensureChat(deps.db, { id: chat, title, audience: 'private', owner: to, personId, facts }, deps.clock.now())
      ensureLane(deps.db, rootLane(chat), chat)
    }),
  )
  return opened
}
