import type { ChatSummary } from '../../../wire/chat-wire.ts'
import type { SectionWords } from '../../../words/chats/lists-words.ts'
import { startOfDay } from '../thread/day.ts'

export interface Section {
  name: string
  chats: ChatSummary[]
}

const dayMs = 86_400_000

/** The list by how long ago somebody spoke there; what is pinned or archived stands apart. None is empty. */
export function sectionsOf(chats: ChatSummary[], now: number, words: SectionWords): Section[] {
  const today = startOfDay(now)
  const nameOf = ({ pinned, at }: ChatSummary) =>
    pinned ? words.pinned : at >= today ? words.today : at >= today - 6 * dayMs ? words.week : words.older
  const sections = [words.pinned, words.today, words.week, words.older].map((name) => ({
    name,
    chats: [] as ChatSummary[],
  }))
  for (const chat of chats) {
    if (!chat.archived) sections.find(({ name }) => name === nameOf(chat))?.chats.push(chat)
  }
  return sections.filter((section) => section.chats.length > 0)
}
