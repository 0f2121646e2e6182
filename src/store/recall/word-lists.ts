import type { ChatId } from '../../domain/ids.ts'
import type { Readable } from '../../domain/recall.ts'
import type { Database } from '../database.ts'
import { searchScopes } from './readable.ts'

/**
 * The index lists in which a reader's words are searched. A word has one list per chat and one for all chats of an
 * owner, so a search over five thousand chats reads one list and never the list of another person.
 */
export interface WordLists {
  readable: Readable
  words: string[]
  names: string[]
  /** The lists may contain other people's lines until a chat that changed its owner is reindexed. */
  isMixed: boolean
}

export function listsFor(db: Database, readable: Readable): WordLists {
  const { here, allChatsOf } = readable
  const owners = allChatsOf === undefined ? [] : [allChatsOf, ...earlierOwners(db, allChatsOf)]
  const isApart = here !== undefined && searchScopes(db, readable).includes('here')
  return {
    readable,
    words: [...(isApart ? [chatList(here)] : []), ...owners.map(ownerList)],
    names: owners.map(nameList),
    isMixed: owners.length > 1 || (allChatsOf !== undefined && wasOwner(db, allChatsOf)),
  }
}

/** Earlier owners whose lists still hold lines of this person's chats. */
function earlierOwners(db: Database, personId: number): number[] {
  return db
    .statement(
      `SELECT DISTINCT earlier_owner.owner_id FROM earlier_owner CROSS JOIN chat ON chat.id = earlier_owner.chat
       WHERE chat.owner_id = @personId AND earlier_owner.owner_id <> @personId`,
    )
    .pluck()
    .all({ personId }) as number[]
}

/** Whether this person's list still holds lines of a chat that now belongs to somebody else. */
function wasOwner(db: Database, personId: number): boolean {
  return db.statement('SELECT 1 FROM earlier_owner WHERE owner_id = ? LIMIT 1').pluck().get(personId) === 1
}

/**
 * Five characters per chat. Two chats with the same characters share their lists, which is harmless because the chat of
 * each line is checked anyway.
 */
export function chatList(chat: ChatId): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < chat.length; at++) hash = Math.imul(hash ^ chat.charCodeAt(at), 0x01000193) >>> 0
  return (hash % 36 ** 5).toString(36).padStart(5, '0')
}

// Characters that no chat list begins with and that FTS5 treats as letters.
const OWNER = '§'
const NAME = '¶'

export function ownerList(owner: number): string {
  return `${OWNER}${owner}${OWNER}`
}

export function nameList(owner: number): string {
  return `${NAME}${owner}${NAME}`
}
