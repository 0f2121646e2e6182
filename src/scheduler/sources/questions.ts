import type { ChatId, Lane } from '../../domain/ids.ts'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Database } from '../../store/database.ts'
import { chatTitles, laneMarks } from '../../store/messages/chats.ts'
import { pendingQuestionAt } from '../../store/recall/pending-questions.ts'
import { latestLanes } from '../../store/recall/recent-lanes.ts'
import { laneSummary } from '../../store/recall/summaries.ts'
import { reportableChats, summaryItems } from './conversations.ts'
import { printableLine } from './readable-text.ts'
import type { Item, Source } from './source.ts'

/** Nobody waits for an answer to an older question. */
const MAX_WAIT_MS = 60 * 86_400_000
const MAX_LANES = 50
const MAX_LINE_CHARS = 300
const MAX_TITLE_CHARS = 80

/** Open questions: those of ours that nobody answered, and those in the summaries of the person's lanes. */
export function createQuestionsSource(db: Database, limit: number): Source {
  return {
    trust: 'owner',
    async gather({ person, now }) {
      const since = new Date(now.getTime() - MAX_WAIT_MS)
      const lanes = latestLanes(db, reportableChats(db, person), { since, limit: MAX_LANES })
      const shown = lanes.flatMap((place) => findOpen(db, place, now)).slice(0, limit)
      const titles = chatTitles(
        db,
        shown.map(({ chat }) => chat),
      )
      return {
        status: 'found',
        items: shown.map(({ key, chat, words }): Item => {
          const text = truncate(withoutCredentials(words), MAX_LINE_CHARS)
          return { key, title: `${text} (${printableLine(titles.get(chat) ?? chat, MAX_TITLE_CHARS)})` }
        }),
        trust: lowestTrust(shown.map(({ trust }) => trust)),
      }
    },
  }
}

interface OpenItem {
  key: string
  chat: ChatId
  words: string
  trust: Trust
}

function findOpen(db: Database, { lane, chat }: { lane: Lane; chat: ChatId }, now: Date): OpenItem[] {
  const pending = pendingQuestionAt(db, lane, now)
  const { clearedAt } = laneMarks(db, lane)
  const summary = laneSummary(db, lane, { asOf: now, after: clearedAt })
  const toOpen = (words: string, trust: Trust): OpenItem => ({ key: `${lane} ${words}`, chat, words, trust })
  const fromSummary = (section: 'Goals and open questions' | 'Pending actions', label: string) =>
    summary ? summaryItems(summary.text, [section]).map((item) => toOpen(`${label}: ${item}`, summary.trust)) : []
  return [
    ...(pending
      ? [toOpen(`You asked and are waiting for an answer: ${printableLine(pending.question, MAX_LINE_CHARS)}`, 'owner')]
      : []),
    ...fromSummary('Goals and open questions', 'Open'),
    ...fromSummary('Pending actions', 'To be done'),
  ]
}
