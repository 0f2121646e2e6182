import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../../store/database.ts'
import { backgroundIn } from '../../store/recall/lane-history.ts'

/** The results of jobs that a model can have seen in a conversation. */
const MAX_RESULTS = 20
/** A statement with at least this share of its own words in a result was taken from there. */
const MIN_SHARE = 0.6

/**
 * Whether a statement repeats the result of a job more than what the person says. Scheduled work is no source of facts:
 * nobody has read it yet when it is written.
 */
export function isFromBackground(
  db: Database,
  lane: Lane,
  statement: string,
  ownTexts: readonly string[],
  now: Date,
): boolean {
  const statementWords = [...new Set(db.words(statement))]
  const own = new Set(ownTexts.flatMap((text) => db.words(text)))
  const unsaid = statementWords.filter((word) => !own.has(word))
  if (unsaid.length < Math.max(2, statementWords.length / 2)) return false
  const bound = { asOf: now, before: Number.MAX_SAFE_INTEGER }
  return backgroundIn(db, lane, { since: undefined, bound, limit: MAX_RESULTS }).some(({ text }) => {
    const words = new Set(db.words(text))
    return unsaid.filter((word) => words.has(word)).length >= unsaid.length * MIN_SHARE
  })
}
