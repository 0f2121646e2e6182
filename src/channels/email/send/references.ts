import type { MailFacts } from '../facts.ts'
import { ownMessageId, threadIn } from '../threads/own-id.ts'
import { cleanIds } from './header-words.ts'

/**
 * The first id shows where a thread began, the last ones where it is. Those in between are not needed, and the list
 * would grow without end.
 */
const LAST = 20

/** The References and In-Reply-To of our mail. */
export function referencesOf(
  { account, token, inReplyTo, references }: MailFacts,
  address = account,
): { inReplyTo?: string; references: string[] } {
  const [answered] = cleanIds(inReplyTo === undefined ? [] : [inReplyTo])
  const all = cleanIds([...references.filter((id) => id !== answered), ...(answered === undefined ? [] : [answered])])
  const ids = all.length > LAST + 1 ? [...all.slice(0, 1), ...all.slice(-LAST)] : all
  // Some relays replace message ids, and replies would then no longer name the thread. So our first reference is an id
  // that does. It belongs to no mail and is the same in all our mails of the thread, which also keeps them together
  // before anybody has answered.
  const isNamed = ids.some((id) => threadIn(id, address) === token)
  return {
    ...(answered === undefined ? {} : { inReplyTo: answered }),
    references: isNamed ? ids : [ownMessageId(token, 'thread', address), ...ids],
  }
}
