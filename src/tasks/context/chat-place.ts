import type { DisplaySupport } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import { type ChannelName, type ChatId, channelOf } from '../../domain/ids.ts'
import type { Audience } from '../../domain/message.ts'
import type { Person } from '../../domain/person.ts'
import type { ChatDescription } from '../../gateway/question.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Database } from '../../store/database.ts'
import { groupTitle } from '../../store/messages/chats.ts'
import { membersOf } from '../../store/people/members.ts'

export type DisplaySupportOf = (channel: ChannelName) => DisplaySupport

const MAX_MEMBERS = 12
const MAX_NAME_CHARS = 60
const MAX_TITLE_CHARS = 100

export interface PlaceFacts {
  chat: ChatId
  audience: Audience
  /** Who asks. They count as a member even if they have not written there yet. */
  person: Person
}

/** Tells the model who it is, where it is asked, and who reads the answer. */
export function describePlace(
  db: Database,
  config: Config,
  displaySupportOf: DisplaySupportOf,
  { chat, audience, person }: PlaceFacts,
): ChatDescription {
  const channel = channelOf(chat)
  const names = { assistant: config.assistant.name, owner: config.owner.name }
  const shows = displaySupportOf(channel)
  if (audience === 'private') return { ...names, channel, audience, title: undefined, members: [], more: 0, shows }
  const { people, strangers } = membersOf(db, chat)
  const present = people.some(({ id }) => id === person.id) ? people : [person, ...people]
  const members = present.map(({ name, role }) => ({ name: toShortLine(name, MAX_NAME_CHARS), role }))
  const title = groupTitle(db, chat)
  return {
    ...names,
    channel,
    audience,
    title: title && toShortLine(title, MAX_TITLE_CHARS),
    members: members.slice(0, MAX_MEMBERS),
    more: Math.max(0, members.length - MAX_MEMBERS) + strangers,
    shows,
  }
}

/** Names and titles are chosen by others, so they are reduced to one short line. */
function toShortLine(text: string, maxChars: number): string {
  return truncate(text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim(), maxChars)
}
