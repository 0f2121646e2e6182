import type { Lane } from '../../domain/ids.ts'
import { lineChars } from '../../memory/summary-length.ts'
import type { Database } from '../../store/database.ts'
import { keptConversations, keptFromModels, pricePerToken } from '../../store/recall/imported-lanes.ts'
import { MAX_REREAD_MESSAGES } from './next-step.ts'
import { type CompactionSettings, MAX_CONVERSATION_CHARS, MAX_STEP_CHARS, MAX_STEP_MESSAGES } from './summary-step.ts'

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
const BYTES_PER_TOKEN = 4
const DAY_MS = 86_400_000

export function estimateSummaries(
  db: Database,
  lanes: Iterable<Lane>,
  { settings, now }: { settings: CompactionSettings; now: Date },
): SummaryCost {
  const endedSince = new Date(now.getTime() - (settings.conversation.olderDays + 1) * DAY_MS)
  const filter = { endedSince, chars: MAX_CONVERSATION_CHARS / 2, perLine: lineChars(0) }
  let [requests, tokens] = [0, 0]
  const add = ({ lines, chars, bytes }: { lines: number; chars: number; bytes: number }) => {
    const stepRequests = Math.max(Math.ceil(lines / MAX_STEP_MESSAGES), Math.ceil(chars / MAX_STEP_CHARS))
    requests += stepRequests
    tokens += stepRequests * REQUEST_TOKENS + lines * LINE_TOKENS + Math.ceil(bytes / BYTES_PER_TOKEN)
  }
  for (const lane of lanes) {
    const all = keptFromModels(db, lane, MAX_REREAD_MESSAGES)
    if (all.lines === 0) continue
    add(all)
    // Characters of some scripts take three bytes, and about three times as many tokens.
    const perChar = all.bytes / Math.max(1, all.chars)
    for (const part of keptConversations(db, lane, filter)) add({ ...part, bytes: part.chars * perChar })
  }
  const price = pricePerToken(db)
  return { requests, tokens: Math.round(tokens), ...(price !== undefined && requests > 0 && { usd: tokens * price }) }
}
