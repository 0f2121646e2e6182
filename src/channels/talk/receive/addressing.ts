import type { Address } from '../../../domain/person.ts'
import { tidyName } from '../../../lib/text/safe-name.ts'
import { escapeRegExp } from '../../../lib/text/text-matching.ts'
import type { GroupMode } from '../../channel.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import type { TalkAccount } from '../wire/ocs.ts'
import { talkAddress } from '../wire/room.ts'
import type { Mention, RenderedContent } from './message-content.ts'

type Words = Pick<ChatMessage, 'message' | 'parent'>

export interface AddressingRules {
  me: TalkAccount
  mode: GroupMode
  /** Whether @all includes us. */
  atAll: boolean
  /** Whether the word is one of our commands. "!important" is not. */
  isCommand(name: string): boolean
}

/**
 * Whether a message in a group is meant for us: a command, a reply to us, a mention of us, or of everybody if that
 * includes us.
 */
export function isAddressed(
  message: Words,
  content: RenderedContent,
  { me, mode, atAll, isCommand }: AddressingRules,
): boolean {
  if (mode !== 'mention') return mode === 'always'
  const command = /^!([a-z]+)\b/i.exec(withoutMention(message, content, me))?.[1]?.toLowerCase()
  if (command !== undefined && isCommand(command)) return true
  const { parent } = message
  if (parent?.actorType === 'users' && parent.actorId === me.id) return true
  return (
    content.mentions.some((mention) => (mention.type === 'everybody' && atAll) || isUs(mention, me)) ||
    ourName(me).test(message.message)
  )
}

/** Removes our leading name: "@skein what now?" becomes "what now?". */
export function withoutMention({ message }: Words, { text, mentions }: RenderedContent, me: TalkAccount): string {
  const words = mentions.find((mention) => mention.isFirst && isUs(mention, me))?.words ?? leadingName(message, me)
  const rest =
    words === undefined
      ? ''
      : text
          .trimStart()
          .slice(words.length)
          .replace(/^[\s,:.]+/, '')
  return rest === '' ? text : rest
}

/** The id is spelled as it was typed, so the case may differ from the account's. */
function isUs({ type, id }: Mention, me: TalkAccount): boolean {
  return type === 'user' && id.toLowerCase() === me.id.toLowerCase()
}

/** The server treats "@skein." and "(@skein)" as plain text, but people who write that mean us. */
function ourName({ id }: TalkAccount): RegExp {
  return new RegExp(`(?<![\\w.@/-])@"?${escapeRegExp(id)}"?(?![\\w@]|[.-]\\w)`, 'i')
}

/** Compared with the typed text, so that another person's display name cannot pass for ours. */
function leadingName(text: string, me: TalkAccount): string | undefined {
  const match = ourName(me).exec(text.trimStart())
  return match?.index === 0 ? match[0] : undefined
}

/** The sender of a message. Only accounts of this server are proven; messages of others are only content. */
export interface MessageSender {
  address: Address
  name: string
  isProven: boolean
}

type Actor = Pick<ChatMessage, 'actorType' | 'actorId' | 'actorDisplayName'>

/** Senders nobody vouches for, and how they are labelled. */
const unprovenKinds: Record<string, (id: string) => string> = {
  guests: () => 'guest',
  emails: () => 'guest',
  phones: () => 'guest',
  federated_users: (id) => tidyName(id),
  deleted_users: () => 'left the server',
}

/**
 * Undefined for bots and bridges, which speak for people we cannot identify. Identified by id, never by display name.
 */
export function senderOf(
  { actorType, actorId, actorDisplayName }: Actor,
  twins?: ReadonlySet<string>,
): MessageSender | undefined {
  const displayName = tidyName(actorDisplayName)
  const address = talkAddress(actorType, actorId)
  if (actorType === 'users') {
    if (actorId === '') return undefined
    const name =
      displayName === ''
        ? tidyName(actorId)
        : twins?.has(displayName)
          ? `${displayName} (${tidyName(actorId)})`
          : displayName
    return { address, name, isProven: true }
  }
  const kind = unprovenKinds[actorType]
  return kind && { address, name: `${displayName || 'somebody'} (${kind(actorId)})`, isProven: false }
}
