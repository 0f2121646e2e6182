import type { Lane } from '../../domain/ids.ts'
import { lineChars } from '../../memory/summary-length.ts'
import type { Database } from '../../store/database.ts'
import { keptConversations, keptFromModels, pricePerToken } from '../../store/recall/imported-lanes.ts'
import { MAX_READ_AGAIN } from './next-step.ts'
import { CONVERSATION_CHARS, type CompactionSettings, STEP_CHARS, STEP_MESSAGES } from './summary-step.ts'

/** About what it takes to have a model summarise what was imported. */
export interface SummaryCost {
  requests: number
  tokens: number
  /** In US dollars, where summaries were paid for before. */
  usd?: number
}

/** Of one request beside the lines: the instructions, the notes so far and the answer. */
const REQUEST_TOKENS = 1_800
/** Of one line beside its text: who said it, when, and its number. */
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
    // In the script of the lane: signs of some take three bytes, and about as much more of a model's tokens.
    const perChar = all.bytes / Math.max(1, all.chars)
    for (const one of keptConversations(db, lane, wanted)) add({ ...one, bytes: one.chars * perChar })
  }
  const price = pricePerToken(db)
  return { requests, tokens: Math.round(tokens), ...(price !== undefined && requests > 0 && { usd: tokens * price }) }
}
