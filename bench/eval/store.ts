import { localOwner, makeChatId, rootLane } from '../../src/domain/ids.ts'
import type { Person } from '../../src/domain/person.ts'
import type { Database } from '../../src/store/database.ts'
import { ensurePlace } from '../../src/store/messages/chats.ts'
import { insertMessage } from '../../src/store/messages/messages.ts'
import { openStore } from '../../src/store/open-store.ts'
import { addPerson, ensureOwner, linkAddress } from '../../src/store/people/people.ts'
import { extractStep } from '../../src/tasks/compaction/extract.ts'
import { benchConfig } from '../recall/context.ts'
import type { Conversation, EvalChat, EvalLine } from './conversation.ts'

export interface StoredConversation {
  db: Database
  personOf(name: string): Person
  chatIdOf(chat: string): ReturnType<typeof makeChatId>
  close(): void
}

const MINUTE = 60_000

/** Writes a conversation into a store of its own, as a daemon without a model would have: with its extracts as summaries. */
export function storeConversation(dir: string, { people, chats, lines }: Conversation): StoredConversation {
  const store = openStore(dir)
  const { db } = store
  const begun = lines[0]?.at ?? new Date(0)
  const persons = new Map(
    people.map((name, at) => [name, at === 0 ? ensureOwner(db, name, begun) : addMember(name, at)]),
  )

  function addMember(name: string, at: number): Person {
    const person = addPerson(db, { name, role: 'member' }, begun)
    linkAddress(db, { channel: 'telegram', id: String(at) }, person.id, name, begun)
    return person
  }

  function personOf(name: string): Person {
    const person = persons.get(name)
    if (!person) throw new Error(`nobody is called ${name}`)
    return person
  }

  function chatIdOf(chat: string) {
    const { privateTo } = chats.find(({ name }) => name === chat) ?? {}
    if (privateTo === undefined) return makeChatId('telegram', '-5')
    const at = people.indexOf(privateTo)
    return at === 0 ? makeChatId('web', 'owner') : makeChatId('telegram', String(at))
  }

  function openChat({ name, privateTo }: EvalChat): void {
    const id = chatIdOf(name)
    const at = people.indexOf(privateTo ?? '')
    const owner = at === 0 ? localOwner : ({ channel: 'telegram', id: String(at) } as const)
    const privately = privateTo === undefined ? {} : { owner, personId: personOf(privateTo).id }
    const audience = privateTo === undefined ? 'group' : 'private'
    ensurePlace(db, { id, title: name, audience, ...privately }, rootLane(id), begun)
  }

  function write({ chat, from, at, text }: EvalLine): void {
    const id = chatIdOf(chat)
    const person = from === undefined ? undefined : personOf(from)
    insertMessage(db, {
      chat: id,
      lane: rootLane(id),
      author: person ? 'human' : 'bot',
      kind: 'conversation',
      origin: 'chat',
      trust: person?.role ?? 'owner',
      personId: person?.id ?? null,
      name: from ?? benchConfig.assistant.name,
      at,
      receivedAt: at,
      text,
      gapMs: benchConfig.conversation.activeMinutes * MINUTE,
    })
  }

  for (const chat of chats) openChat(chat)
  for (const today of byDay(lines)) {
    db.transaction(() => today.forEach(write))
    const now = new Date((today.at(-1)?.at.getTime() ?? 0) + 60 * MINUTE)
    for (const { name } of chats) {
      const options = { settings: benchConfig, now, scrub: (text: string) => text }
      while (extractStep(db, rootLane(chatIdOf(name)), options));
    }
  }
  return { db, personOf, chatIdOf, close: store.close }
}

function byDay(lines: EvalLine[]): EvalLine[][] {
  const days = new Map<string, EvalLine[]>()
  for (const line of lines) {
    const day = line.at.toISOString().slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), line])
  }
  return [...days.values()]
}
