import type { ChatId, Lane } from '../../domain/ids.ts'
import { ownWords } from '../../domain/message-parts.ts'
import { isLessTrusted } from '../../domain/person.ts'
import { stripOwnTags } from '../../gateway/rendering/fence.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import type { SourceLine } from '../../memory/fact-request.ts'
import { factIn } from '../../memory/not-facts.ts'
import { sentencesOf } from '../../memory/sentence-splitter.ts'
import { messagesToSummarise } from '../../memory/summary-due.ts'
import type { Database } from '../../store/database.ts'
import { extractedSoFar } from '../../store/memory/extractions.ts'
import { activeConversation, laneFacts, type OpenLine, uncoveredInLane } from '../../store/recall/summary-backlog.ts'

/** Messages of closed conversations of a lane in which facts are looked for together. */
export interface ExtractionBatch {
  chat: ChatId
  lines: OpenLine[]
  /** The lines that may be the source of a fact, in the form in which a model sees them. */
  sources: (SourceLine & { personId: number })[]
  /** How many new facts may be written. */
  maxFacts: number
}

export interface BatchDeps {
  db: Database
  /** Removes every known secret from a text. */
  scrub(text: string): string
}

/** One new fact per this many messages, counted over the whole lane. */
const MESSAGES_PER_FACT = 10
const MAX_BATCH_MESSAGES = 80
const MAX_BATCH_CHARS = 16_000
/** A longer text was most likely not written by the person who sent it. */
const MAX_SOURCE_CHARS = 2000
/** When extraction is switched on, it begins with the last month. */
const MAX_AGE_MS = 30 * 86_400_000

/** The next messages in which to look for facts; undefined while there are fewer than one fact may come from. */
export function nextBatch(
  { db, scrub }: BatchDeps,
  lane: Lane,
  { now, silentSince }: { now: Date; silentSince: Date },
): ExtractionBatch | undefined {
  const facts = laneFacts(db, lane)
  if (!facts) return undefined
  const soFar = extractedSoFar(db, lane)
  const monthAgo = new Date(now.getTime() - MAX_AGE_MS)
  const page = {
    after: Math.max(soFar.toId, facts.extractOnlyTo),
    since: facts.clearedAt && facts.clearedAt > monthAgo ? facts.clearedAt : monthAgo,
    limit: MAX_BATCH_MESSAGES,
  }
  const ended = { active: activeConversation(db, lane, silentSince), keepFrom: Number.MAX_SAFE_INTEGER }
  const lines = messagesToSummarise(uncoveredInLane(db, lane, page), ended, false)
  if (lines.length < MESSAGES_PER_FACT) return undefined
  const taken = takeFirst(lines.map((line) => ({ line, source: toSource(line, scrub) })))
  const messages = taken.length
  return {
    chat: facts.chat,
    lines: taken.map(({ line }) => line),
    sources: taken.flatMap(({ source }) => source ?? []),
    maxFacts: Math.min(
      Math.floor((soFar.messages + messages) / MESSAGES_PER_FACT) - soFar.written,
      Math.ceil(messages / 5),
    ),
  }
}

/** Those lines of a batch that were neither deleted nor edited since it was read. */
export function livingLines(db: Database, lane: Lane, { lines }: Pick<ExtractionBatch, 'lines'>): Set<number> {
  const page = { after: (lines[0]?.id ?? 1) - 1, since: undefined, limit: lines.length }
  return new Set(uncoveredInLane(db, lane, page).map(({ id }) => id))
}

function takeFirst<T extends { source: SourceLine | undefined }>(lines: T[]): T[] {
  let chars = 0
  const end = lines.findIndex(({ source }) => {
    chars += source?.text.length ?? 0
    return chars > MAX_BATCH_CHARS
  })
  return end === -1 ? lines : lines.slice(0, end)
}

/** Only what a person wrote themselves, with the trust of a member, and only if it may say something that lasts. */
function toSource(line: OpenLine, scrub: (text: string) => string): ExtractionBatch['sources'][number] | undefined {
  const { id, at, author, personId, name, trust } = line
  if (author !== 'human' || personId === undefined || isLessTrusted(trust, 'member')) return undefined
  const own = ownWords(line.text)
  if (own.length > MAX_SOURCE_CHARS || !sentencesOf(own).some((sentence) => factIn(sentence) !== undefined))
    return undefined
  return { id, at, name, personId, text: withoutCredentials(stripOwnTags(scrub(own))) }
}
