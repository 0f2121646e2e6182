import { escapeRegExp } from '../../../lib/text/pattern.ts'
import type { GroupMode } from '../../channel.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import type { Self } from '../wire/ocs.ts'
import type { Mention, Told } from './meaning.ts'

type Words = Pick<ChatMessage, 'message' | 'parent'>

export interface Hearing {
  me: Self
  mode: GroupMode
  /** Whether @all means us too. */
  atAll: boolean
  /** Words that are commands of ours: "!important" asks nobody anything. */
  isCommand(name: string): boolean
}

/** Whether a line in a group is meant for us: a command, a mention of us, of everybody where that means us too, or a reply to us. */
export function isForUs(message: Words, told: Told, { me, mode, atAll, isCommand }: Hearing): boolean {
  if (mode !== 'mention') return mode === 'always'
  const command = /^!([a-z]+)\b/i.exec(withoutMention(message, told, me))?.[1]?.toLowerCase()
  if (command !== undefined && isCommand(command)) return true
  const { parent } = message
  if (parent?.actorType === 'users' && parent.actorId === me.id) return true
  return (
    told.mentions.some((one) => (one.type === 'everybody' && atAll) || isUs(one, me)) ||
    ourName(me).test(message.message)
  )
}

/** Without our name in front: "@skein what now?" asks "what now?". */
export function withoutMention({ message }: Words, { text, mentions }: Told, me: Self): string {
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

/** The id is as it was typed, not as the account is written. */
function isUs({ type, id }: Mention, me: Self): boolean {
  return type === 'user' && id.toLowerCase() === me.id.toLowerCase()
}

/** The server takes "@skein." and "(@skein)" for plain text, but who writes so means us. */
function ourName({ id }: Self): RegExp {
  return new RegExp(`(?<![\\w.@/-])@"?${escapeRegExp(id)}"?(?![\\w@]|[.-]\\w)`, 'i')
}

/** As it was typed, so that nobody else's name can pass for ours. */
function leadingName(text: string, me: Self): string | undefined {
  const found = ourName(me).exec(text.trimStart())
  return found?.index === 0 ? found[0] : undefined
}
