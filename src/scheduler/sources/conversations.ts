import type { Lane } from '../../domain/ids.ts'
import { trustInLine } from '../../domain/message-parts.ts'
import { lowestTrust, type Person, type Trust } from '../../domain/person.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import { truncate } from '../../lib/text/text.ts'
import { parseSummary, type Section, sections } from '../../memory/summary-format.ts'
import type { Database } from '../../store/database.ts'
import { chatTitles, laneMarks, ownChats } from '../../store/messages/chats.ts'
import {
  type ConversationScope,
  conversationsSince,
  endsOfConversation,
  type RecentConversation,
} from '../../store/recall/recent-lanes.ts'
import { conversationSummaries, type StoredSummary } from '../../store/recall/summaries.ts'
import { printableLine } from './readable-text.ts'
import type { GatherRequest, Item, Source } from './source.ts'

const DAY_MS = 86_400_000
const MAX_CONVERSATIONS = 200
const MAX_TEXT_CHARS = 800
const MAX_LINE_CHARS = 200
const MAX_TITLE_CHARS = 80

/** The person's own chats: for each lane the number of messages and what they were about. */
export function createConversationsSource(db: Database, limit: number): Source {
  return {
    trust: 'owner',
    async gather({ person, now, since }: GatherRequest) {
      const after = since ?? new Date(now.getTime() - DAY_MS)
      const recent = conversationsSince(db, reportableChats(db, person), {
        after,
        until: now,
        limit: MAX_CONVERSATIONS,
      })
      const titles = chatTitles(
        db,
        recent.map(({ chat }) => chat),
      )
      const lanes = new Map(recent.map(({ lane, chat }) => [lane, titles.get(chat) ?? chat]))
      const items = [...lanes].slice(0, limit).map(([lane, title]) => {
        const conversations = recent.filter((conversation) => conversation.lane === lane)
        return laneItem(db, { lane, conversations, title, after, now })
      })
      return {
        status: 'found',
        items: items.map(({ item }) => item),
        trust: lowestTrust(items.map(({ trust }) => trust)),
      }
    },
  }
}

interface LaneFacts {
  lane: Lane
  /** Lanes with the latest messages first. */
  conversations: RecentConversation[]
  title: string
  after: Date
  now: Date
}

function laneItem(db: Database, { lane, conversations, title, after, now }: LaneFacts): { item: Item; trust: Trust } {
  const { clearedAt } = laneMarks(db, lane)
  const ids = conversations.map(({ id }) => id)
  const summaries = conversationSummaries(db, ids, { asOf: now, after: clearedAt })
  const from = clearedAt && clearedAt > after ? clearedAt : after
  const parts = conversations.toReversed().map(({ id }) => describe(db, id, summaries.get(id), { from, now }))
  const messages = conversations.reduce((sum, conversation) => sum + conversation.messages, 0)
  const text = parts.map(({ words }) => words).filter((words) => words !== '')
  return {
    item: {
      key: `${lane} ${Math.max(...conversations.map(({ lastId }) => lastId))}`,
      title: `${printableLine(title, MAX_TITLE_CHARS)}: ${messages} ${messages === 1 ? 'message' : 'messages'}`,
      // Text that looks like a secret is not repeated outside of its chat.
      ...(text.length > 0 && { text: truncate(withoutCredentials(text.join(' / ')), MAX_TEXT_CHARS) }),
    },
    trust: lowestTrust(parts.map(({ trust }) => trust)),
  }
}

/** The summary of the lane; without one, its first and its last message. */
function describe(
  db: Database,
  id: number,
  summary: StoredSummary | undefined,
  { from, now }: { from: Date; now: Date },
): { words: string; trust: Trust } {
  if (summary) return { words: summaryItems(summary.text).join('; '), trust: summary.trust }
  const ends = endsOfConversation(db, id, from, now)
  const lines = ends.map(({ author, name, text }) => {
    const who = author === 'bot' ? 'you' : printableLine(name, MAX_TITLE_CHARS)
    return `${who}: ${printableLine(text, MAX_LINE_CHARS)}`
  })
  return { words: lines.join(' … '), trust: lowestTrust(ends.map(({ text, trust }) => trustInLine(text, trust))) }
}

const MAX_ITEM_CHARS = 300

/** The items of a summary, or of some of its sections, without their references to messages. */
export function summaryItems(text: string, wantedSections: readonly Section[] = sections): string[] {
  const { items } = parseSummary(text)
  return wantedSections
    .flatMap((section) => items[section])
    .map((item) => printableLine(item.replace(/(?<!\s)\s*\[\d+(?:\s*,\s*\d+)*\]/g, ''), MAX_ITEM_CHARS))
    .filter((item) => item !== '')
}

/** The chats that a person may hear about: all chats of the owner; for others, only chats that nobody else reads. */
export function reportableChats(db: Database, { id: personId, role }: Person): ConversationScope {
  return role === 'owner' ? { allChatsOf: personId } : { chats: ownChats(db, personId) }
}
