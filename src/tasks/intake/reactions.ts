import type { InboundReaction } from '../../domain/message.ts'
import { lazy } from '../../lib/lazy.ts'
import type { Database } from '../../store/database.ts'
import { versionsOf } from '../../store/messages/deletions.ts'
import { writeReaction } from '../../store/messages/reactions.ts'
import { type Batch, personOf } from './batch.ts'

const MOST = 5
const LONGEST = 32
/** What a platform calls an emoji may be any text. */
const anEmoji = lazy(() => /^[\p{Emoji}\p{Emoji_Component}]+$/u)

/** A thumb below a line is a word about it: kept with it, and shown where it is shown. It starts nothing. */
export function acceptReaction(db: Database, event: InboundReaction, batch: Batch): void {
  const person = personOf(db, event.sender, batch)
  const line = versionsOf(db, event.chat, event.remoteId).at(-1)
  if (!person || line === undefined) return
  const emoji = event.emoji.filter((one) => one.length <= LONGEST && anEmoji().test(one)).slice(0, MOST)
  writeReaction(db, line, person.id, emoji.join(''), event.at)
}
