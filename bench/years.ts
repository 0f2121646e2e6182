import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { openStore } from '../src/store/open-store.ts'
import { addPerson, ensureOwner, linkAddress } from '../src/store/people/people.ts'
import { letterText } from './letters.ts'

/** How many chats the years are spread over; the same however many messages there are. */
export const CHATS = 1000

/** A store that looks back on so many answered messages, half of them the owner's and half a member's. */
export function liveYears(dir: string, messages: number): void {
  const store = openStore(dir)
  const now = new Date()
  ensureOwner(store.db, 'Ana', now)
  const member = addPerson(store.db, { name: 'Ben', role: 'member' }, now)
  linkAddress(store.db, { channel: 'web', id: 'member' }, member.id, 'Ben', now)
  store.close()

  const raw = new BetterSqlite3(join(dir, 'skein.db'))
  // In the order of time and with every index in place, so that the pages are as full as years would leave them;
  // without a journal, because nobody will miss a benchmark's store.
  for (const pragma of ['journal_mode = OFF', 'foreign_keys = OFF', 'cache_size = -600000']) raw.pragma(pragma)
  const values = { messages, chats: CHATS, now: now.getTime(), text: letterText }
  raw.transaction(() => {
    for (const statement of fill) raw.prepare(statement).run(values)
  })()
  raw.close()
}

const upTo = (last: string) => `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${last})`
const chat = `'web:chat-' || (i % @chats)`
// A private chat belongs to one person.
const person = '1 + i % @chats % 2'
const minutesAgo = '@now - 86400000 - (@messages - i) * 60000'

const fill = [
  `${upTo('@chats')} INSERT INTO chat (id, channel, title, audience, owner_address, first_person_id, created_at)
   SELECT ${chat}, 'web', 'The roof', 'private', 'owner', ${person}, @now - 86400000 FROM n`,

  `INSERT INTO lane (key, chat) SELECT 'root:' || id, id FROM chat`,

  `${upTo('@messages')}, m AS (SELECT i, ${chat} AS chat, lower(hex(randomblob(18))) AS key FROM n)
   INSERT INTO message (id, chat, lane, author, kind, origin, trust, person_id, name, remote_id, at, received_at, text, raw)
   SELECT i + 1, chat, 'root:' || chat, 'human', 'conversation', 'chat', 'owner', ${person}, 'Ana', key, ${minutesAgo}, ${minutesAgo},
     @text, json_object('chat', chat, 'key', key, 'text', @text) FROM m`,

  `INSERT INTO message_key (key, message_id) SELECT 'web:' || chat || ':' || remote_id, id FROM message ORDER BY id`,

  `INSERT INTO task (id, kind, chat, lane, person_id, route, state, attempt, due_at, deadline_at, created_at, started_at, finished_at)
   SELECT id, 'reply', chat, lane, person_id, json_object('chat', chat, 'replyTo', remote_id), 'answered', 1,
     at, at + 86400000, at, at, at + 1000 FROM message ORDER BY id`,

  `INSERT INTO task_message (message_id, task_id) SELECT id, id FROM message ORDER BY id`,
]
