import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { isOnOtherBranch } from '../messages/branch-path.ts'
import { isOpenTo } from '../messages/listed-chats.ts'
import { isOfChosenPath } from './summaries.ts'
import { type OpenLine, uncoveredInConversation, uncoveredInLane } from './summary-backlog.ts'

/** A summary that is currently in use, for people who may read its chat. */
export interface ListedSummary {
  id: number
  chat: ChatId
  chatTitle: string
  lane: Lane
  /** Undefined for the rolling summary of the lane. */
  conversation: number | undefined
  /** The original text. */
  text: string
  made: 'model' | 'extract'
  fromId: number
  toId: number
  fromAt: Date
  toAt: Date
  messages: number
  madeAt: Date
  /** The owner's replacement; an empty text hides the summary. */
  correction?: { text: string; at: Date }
}

export interface SummaryPage {
  personId: number
  /** Only summaries that contain this, in the original or the corrected text. */
  words: string
  /** Continues after this entry of the previous page. */
  after?: { toAt: number; id: number } | undefined
  limit: number
}

/** The summaries in use, newest first. Replaced ones are left out. */
export function listSummaries(db: Database, { personId, words, after, limit }: SummaryPage): ListedSummary[] {
  const rows = db
    .statement(
      `${facts} AND (@small = '' OR ${holds('summary.text')}
         OR EXISTS (SELECT 1 FROM correction AS said
           WHERE said.summary_id = summary.id AND said.undone_at IS NULL AND ${holds('said.text')}))
       AND (summary.to_at, summary.id) < (@toAt, @id) ORDER BY summary.to_at DESC, summary.id DESC LIMIT @limit`,
    )
    .all({
      personId,
      ...forms(words),
      toAt: after?.toAt ?? Number.MAX_SAFE_INTEGER,
      id: after?.id ?? Number.MAX_SAFE_INTEGER,
      limit,
    }) as Row[]
  return rows.map(toListed)
}

/** Undefined if the person may not read it or it is no longer in use. */
export function findSummary(db: Database, personId: number, id: number): ListedSummary | undefined {
  const row = db.statement(`${facts} AND summary.id = @id`).get({ personId, id }) as Row | undefined
  return row && toListed(row)
}

/** The lines that it covers, oldest first, after a given one. */
export function linesBehind(
  db: Database,
  { lane, conversation, fromId, toId }: ListedSummary,
  page: { after?: number | undefined; limit: number },
): OpenLine[] {
  const openPage = { after: Math.max(fromId - 1, page.after ?? 0), since: undefined, limit: page.limit }
  const lines =
    conversation === undefined
      ? uncoveredInLane(db, lane, openPage)
      : uncoveredInConversation(db, conversation, openPage)
  return lines.filter(({ id }) => id <= toId)
}

/** SQLite lowercases only English letters, so other capital letters are looked for in several spellings. */
function forms(words: string): { small: string; first: string; large: string } {
  const inEnglish = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const small = words.toLowerCase()
  const first = small.replace(/^./u, (letter) => letter.toUpperCase())
  return { small, first: inEnglish(first), large: inEnglish(words.toUpperCase()) }
}

const holds = (text: string) => `(instr(lower(${text}), @small) OR @large <> @small
  AND (instr(lower(${text}), @first) OR instr(lower(${text}), @large)))`

const isNewer = `(newer.to_at, newer.to_id, newer.id) > (summary.to_at, summary.to_id, summary.id)
  AND NOT ${isOnOtherBranch('newer.to_id')}`

/** The two kinds are queried separately, because each has its own index and a combined condition would use neither. */
const facts = `SELECT summary.id, chat.id AS chat, chat.title AS chatTitle, summary.lane,
    summary.conversation_id AS conversation, summary.text, made, from_id AS fromId, to_id AS toId,
    from_at AS fromAt, to_at AS toAt, summary.messages, summary.created_at AS madeAt,
    correction.text AS said, correction.at AS saidAt
  FROM summary JOIN lane ON lane.key = summary.lane JOIN chat ON chat.id = lane.chat
  LEFT JOIN correction ON correction.summary_id = summary.id AND correction.undone_at IS NULL
  WHERE ${isOpenTo} AND summary.text <> '' AND summary.from_at > lane.cleared_at AND ${isOfChosenPath}
    AND NOT EXISTS (SELECT 1 FROM summary AS newer
      WHERE newer.conversation_id = summary.conversation_id AND newer.lane = summary.lane AND ${isNewer})
    AND NOT (summary.conversation_id IS NULL AND EXISTS (SELECT 1 FROM summary AS newer
      WHERE newer.conversation_id IS NULL AND newer.lane = summary.lane AND ${isNewer}))`

type Row = Omit<ListedSummary, 'conversation' | 'fromAt' | 'toAt' | 'madeAt' | 'correction'> & {
  conversation: number | null
  fromAt: number
  toAt: number
  madeAt: number
  said: string | null
  saidAt: number | null
}

function toListed({ conversation, fromAt, toAt, madeAt, said, saidAt, ...rest }: Row): ListedSummary {
  return {
    ...rest,
    conversation: conversation ?? undefined,
    fromAt: new Date(fromAt),
    toAt: new Date(toAt),
    madeAt: new Date(madeAt),
    ...(said !== null && { correction: { text: said, at: new Date(saidAt ?? 0) } }),
  }
}
