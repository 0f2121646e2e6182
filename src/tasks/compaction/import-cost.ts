import type { Lane } from '../../domain/ids.ts'
import { lineChars } from '../../memory/summary-length.ts'
import type { Database } from '../../store/database.ts'
import { keptConversations, keptFromModels, pricePerToken } from '../../store/recall/imported-lanes.ts'
import { MAX_READ_AGAIN } from './next-step.ts'
import { CONVERSATION_CHARS, type CompactionSettings, STEP_CHARS, STEP_MESSAGES } from './summary-step.ts'

/** The estimated cost of letting a model summarise imported messages. */
export interface SummaryCost {
  requests: number
  tokens: number
  /** In US dollars; known only if earlier summaries were paid for. */
  usd?: number
}

/** Tokens of one request besides the messages: instructions, notes so far and answer. */
const REQUEST_TOKENS = 1_800
/** Tokens of one message besides its text: author, time and number. */
const LINE_TOKENS = 25
const DAY_MS = 86_400_000

export function estimateSummaries(
  db: Database,
  lanes: Iterable<Lane>,
  { settings, now }: { settings: CompactionSettings; now: Date },
): SummaryCost {
  const endedSince = new Date(now.getTime() - (settings.conversation.olderDays + 1) * DAY_MS)
  const wanted = { endedSince, chars: CONVERSATION_CHARS / 2, perLine: lineChars(0) }
  let [requests, tokens] = [0, 0]
  const add = ({ lines, chars, bytes }: { lines: number; chars: number; bytes: number }) => {
    const asked = Math.max(Math.ceil(lines / STEP_MESSAGES), Math.ceil(chars / STEP_CHARS))
    requests += asked
    tokens += asked * REQUEST_TOKENS + lines * LINE_TOKENS + Math.ceil(bytes / 4)
  }
  for (const lane of lanes) {
    const all = keptFromModels(db, lane, MAX_READ_AGAIN)
    if (all.lines === 0) continue
    add(all)
    // Characters of some scripts take three bytes, and about three times as many tokens.
    const perChar = all.bytes / Math.max(1, all.chars)
    for (const one of keptConversations(db, lane, wanted)) add({ ...one, bytes: one.chars * perChar })
  }
  const price = pricePerToken(db)
  return { requests, tokens: Math.round(tokens), ...(price !== undefined && requests > 0 && { usd: tokens * price }) }
}
