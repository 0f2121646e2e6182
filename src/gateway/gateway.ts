import { type Continuation, decideContinuation } from './continuation.ts'
import { type HistoryLimits, type PastLine, renderHistory, timeIn } from './history.ts'
import { policyFor } from './policy.ts'
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
  /** Whether the brain can search for itself. */
  tools: boolean
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

export interface Gateway {
  /** Layers 1 to 5 for the system prompt, the messages themselves for the user turn: a turn that stands alone, or opens an epoch. */
  open(question: Question): Assembly
  /** The user turn of an epoch that goes on: its own status and time, what the lane gained since, the messages. */
  goOn(question: Question, gained: PastLine[]): string
}

export function createGateway(source: HistorySource, settings: () => GatewaySettings): Gateway {
  return {
    open(question) {
      const { enabled, lookback, tools } = settings()
      const policy = policyFor({ tools })
      const text = textOf(question)
      if (!enabled) return { system: policy, text }
      const own = new Set(question.messages.map((message) => message.id))
      const past = source
        .recent(question.lane, question.messages.at(-1)?.id ?? Number.MAX_SAFE_INTEGER, lookback)
        .filter((line) => !own.has(line.id))
      const { xml } = renderHistory('history', past, limits(question.now))
      const status = threadStatus(continuation(question, past[0]?.at))
      return { system: [policy, status, clock(question.now), xml].filter(Boolean).join('\n\n'), text }
    },
    goOn(question, gained) {
      const { xml } = renderHistory('since-last-turn', gained.toReversed(), limits(question.now))
      const status = threadStatus({ continues: true })
      return [status, clock(question.now), xml, textOf(question)].filter(Boolean).join('\n\n')
    },
  }

  function limits(now: Date): HistoryLimits {
    const { maxTokens, botChars, timezone } = settings()
    return { maxTokens, botChars, timezone, now }
  }

  function continuation(question: Question, lastAt: Date | undefined): Continuation {
    const anewSince = source.anewSince(question.lane)
    return decideContinuation({ now: question.now, lastAt, anewSince, activeMs: settings().activeMs })
  }

  function clock(now: Date): string {
    const { timezone } = settings()
    return element('now', {}, escapeXml(`${timeIn(timezone)(now)} (${timezone})`))
  }
}

function textOf(question: Question): string {
  return question.messages.map((message) => message.text).join('\n\n')
}

function threadStatus({ continues }: Pick<Continuation, 'continues'>): string {
  const words = continues
    ? 'CONTINUATION: you are in the middle of a conversation. Go on with it; do not greet or introduce yourself.'
    : 'NEW CONVERSATION: this begins anew or after a break. What was said before is shown for context.'
  return element('thread-status', {}, words)
}
