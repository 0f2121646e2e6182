import { decideContinuation } from './continuation.ts'
import { localTime, type PastLine, renderHistory } from './history.ts'
import { policy } from './policy.ts'
import { element, escapeXml } from './xml.ts'

/** What the gateway needs to know of the past. */
export interface HistorySource {
  /** Newest first. */
  recent(lane: string, before: number, limit: number): PastLine[]
  anewSince(lane: string): Date | undefined
}

export interface GatewaySettings {
  enabled: boolean
  lookback: number
  maxTokens: number
  botChars: number
  activeMs: number
  timezone: string
}

export interface Question {
  lane: string
  /** What is asked now, oldest first, at least one. */
  messages: PastLine[]
  now: Date
}

export interface Assembly {
  system: string
  text: string
}

/** What the model sees: layers 1 to 5 for the system prompt, the messages themselves for the user turn. */
export function createGateway(source: HistorySource, settings: () => GatewaySettings) {
  return {
    assemble(question: Question): Assembly {
      const { enabled, lookback, maxTokens, botChars, activeMs, timezone } = settings()
      const text = question.messages.map((message) => message.text).join('\n\n')
      if (!enabled) return { system: policy, text }

      const first = question.messages[0]?.id ?? Number.MAX_SAFE_INTEGER
      const past = source.recent(question.lane, first, lookback)
      const history = renderHistory(past, { maxTokens, botChars, timezone, now: question.now })
      const continuation = decideContinuation({
        now: question.now,
        lastAt: past[0]?.at,
        anewSince: source.anewSince(question.lane),
        activeMs,
      })
      const time = element('now', {}, escapeXml(`${localTime(question.now, timezone)} (${timezone})`))
      return {
        system: [policy, threadStatus(continuation.continues), time, history.xml].filter(Boolean).join('\n\n'),
        text,
      }
    },
  }
}

function threadStatus(continues: boolean): string {
  const words = continues
    ? 'CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.'
    : 'NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.'
  return element('thread-status', {}, words)
}
