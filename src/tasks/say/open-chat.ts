import type { ConversationOpening } from '../../channels/channel.ts'
import type { Opened } from '../../domain/delivery.ts'
import { rootLane } from '../../domain/ids.ts'
import { ensureChat, ensureLane } from '../../store/messages/chats.ts'
import { findPerson } from '../../store/people/people.ts'
import type { Road } from '../road.ts'

/** A chat in which we may write to somebody first, in the store from then on; the way to it, or why there is none. */
export async function openChat(road: Road, opening: ConversationOpening, signal: AbortSignal): Promise<Opened> {
  const { to, title } = opening
  const channel = road.channels.get(to.channel)
  if (!channel) return { status: 'refused', reason: `the channel ${to.channel} is not set up` }
  const opened = await channel.open(opening, signal)
  if (opened.status !== 'opened') return opened
  const { chat, facts } = opened.route
  await road.persist(() =>
    road.db.transaction(() => {
      const personId = findPerson(road.db, to)?.id
      ensureChat(road.db, { id: chat, title, audience: 'private', owner: to, personId, facts }, road.clock.now())
      ensureLane(road.db, rootLane(chat), chat)
    }),
  )
  return opened
}
