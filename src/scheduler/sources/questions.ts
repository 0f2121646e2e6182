import type { ChatId, Lane } from '../../domain/ids.ts'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Database } from '../../store/database.ts'
import { chatTitles, laneMarks } from '../../store/messages/chats.ts'
import { latestLanes } from '../../store/recall/recent-lanes.ts'
import { laneSummary } from '../../store/recall/summaries.ts'
import { questionAt } from '../../store/recall/thread-states.ts'
import { chatsToTell, summaryItems } from './conversations.ts'
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
      const lanes = latestLanes(db, chatsToTell(db, person), { since, limit: MAX_LANES })
      const shown = lanes.flatMap((place) => openIn(db, place, now)).slice(0, limit)
      const titles = chatTitles(
        db,
        shown.map(({ chat }) => chat),
      )
      return {
        status: 'found',
        items: shown.map(({ key, chat, words }): Item => {
          const said = truncate(withoutCredentials(words), MAX_LINE_CHARS)
          return { key, title: `${said} (${printableLine(titles.get(chat) ?? chat, MAX_TITLE_CHARS)})` }
        }),
        trust: lowestTrust(shown.map(({ trust }) => trust)),
      }
    },
  }
}

interface Open {
  key: string
  chat: ChatId
  words: string
  trust: Trust
}

function openIn(db: Database, { lane, chat }: { lane: Lane; chat: ChatId }, now: Date): Open[] {
  const asked = questionAt(db, lane, now)
  const { clearedAt } = laneMarks(db, lane)
  const summary = laneSummary(db, lane, { asOf: now, after: clearedAt })
  const open = (words: string, trust: Trust): Open => ({ key: `${lane} ${words}`, chat, words, trust })
  const noted = (section: 'Goals and open questions' | 'Pending actions', label: string) =>
    summary ? summaryItems(summary.text, [section]).map((item) => open(`${label}: ${item}`, summary.trust)) : []
  return [
    ...(asked
      ? [open(`You asked, and wait for an answer: ${printableLine(asked.question, MAX_LINE_CHARS)}`, 'owner')]
      : []),
    ...noted('Goals and open questions', 'Open'),
    ...noted('Pending actions', 'To be done'),
  ]
}
