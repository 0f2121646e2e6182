import type { MailFacts } from '../facts.ts'
import { ownMessageId, threadIn } from '../threads/own-id.ts'
import { cleanIds } from './header-words.ts'

/** The first says where a thread began, the last where it is; what lies between nobody needs, and it grows without end. */
const LAST = 20

/** What a mail of ours says about the mails before it. */
export function referencesOf(
  { account, token, inReplyTo, references }: MailFacts,
  address = account,
): { inReplyTo?: string; references: string[] } {
  const [answered] = cleanIds(inReplyTo === undefined ? [] : [inReplyTo])
  const all = cleanIds([...references.filter((id) => id !== answered), ...(answered === undefined ? [] : [answered])])
  const ids = all.length > LAST + 1 ? [...all.slice(0, 1), ...all.slice(-LAST)] : all
  // Some relays give a mail an id of their own, and then nothing that answers it would name the thread. So an id that does
  // stands first: of no mail, the same in all of ours, and it keeps together what we write before anybody has answered.
  const isNamed = ids.some((id) => threadIn(id, address) === token)
  return {
    ...(answered === undefined ? {} : { inReplyTo: answered }),
    references: isNamed ? ids : [ownMessageId(token, 'thread', address), ...ids],
  }
}
