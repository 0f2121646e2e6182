import { createScrubber } from '../../../../lib/text/secrets.ts'
import { failureMessages } from '../../../../messages/failure-messages.ts'
import type { LocalizedText } from '../../../../messages/localized.ts'
import type { Failure } from '../../../spawner.ts'
import type { Overflow } from '../provider.ts'
import { type ErrorFacts, errorFacts } from './error-facts.ts'
import { overflowIn } from './overflow.ts'
import { meaningOf, type Verdict } from './sentences.ts'

export interface Failed {
  kind: 'failed'
  failure: Failure
  overflow?: Overflow
}

/** Explains why a request was not answered. */
export interface Failures {
  of(error: unknown): Failed
  as(verdict: Verdict, detail: string): Failed
  overflow(overflow: Overflow, detail: string): Failed
}

/** `now` is for delays given as a time. The key is removed from all texts. */
export function createFailures(name: string, apiKey: string | undefined, now: () => Date): Failures {
  const scrubber = createScrubber()
  if (apiKey !== undefined) scrubber.add(apiKey)
  const as = (verdict: Verdict, detail: string): Failed => ({
    kind: 'failed',
    failure: { ...meaningOf(verdict, name), detail: scrubber.scrub(detail).slice(0, MAX_DETAIL_CHARS) },
  })
  const failedBy = (overflow: Overflow, detail: string): Failed => ({ ...as('overflow', detail), overflow })
  return {
    as,
    overflow: failedBy,
    of(error) {
      const facts = errorFacts(error)
      const detail = `${facts.status ?? facts.codes[0] ?? '-'} ${facts.labels.join(' ')}: ${facts.message}`
      const overflow = mayOverflow(facts) ? overflowIn([...facts.labels, facts.text].join('\n')) : undefined
      if (overflow) return failedBy(overflow, detail)
      const verdict = verdictOf(facts)
      const failed = as(verdict, detail)
      const afterMs = verdict === 'rate_limit' || verdict === 'overloaded' ? waitIn(facts, now()) : undefined
      return afterMs === undefined ? failed : { ...failed, failure: { ...failed.failure, ...delayed(name, afterMs) } }
    },
  }
}

const MAX_DETAIL_CHARS = 600

// Nobody waits longer than this for an answer without being told.
const MAX_SILENT_WAIT_MS = 600_000

function delayed(name: string, afterMs: number): Partial<Failure> {
  if (afterMs <= MAX_SILENT_WAIT_MS) return { afterMs: Math.max(1000, afterMs) }
  return {
    afterMs,
    retry: false,
    what: failureMessages.limitFor(name, spanOf(afterMs)),
    advice: failureMessages.advice.askAgainThen,
  }
}

function spanOf(ms: number): LocalizedText {
  const { spans } = failureMessages
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 120) return spans.minutes(minutes)
  const hours = Math.ceil(minutes / 60)
  if (hours < 48) return spans.hours(hours)
  const days = Math.ceil(hours / 24)
  // Some servers send arbitrary numbers.
  return days <= 31 ? spans.days(days) : spans.endless
}

function mayOverflow({ status }: ErrorFacts): boolean {
  return status === undefined || status === 400 || status === 413 || status === 422 || status >= 500
}

// The first match decides. The text is used if services give one status for different failures.
const verdicts: [Verdict, (trouble: ErrorFacts) => boolean][] = [
  [
    'refusal',
    ({ labels, text }) =>
      has(labels, /content_?filter|content_policy|moderation/i) ||
      /\bwas flagged\b|content management policy/i.test(text),
  ],
  [
    'billing',
    ({ status, labels, text }) =>
      status === 402 ||
      has(labels, /insufficient_quota|billing|insufficient_balance/i) ||
      /credit balance|insufficient (?:credits|balance|funds)/i.test(text),
  ],
  ['moved', ({ status }) => status !== undefined && status < 400],
  ['too_large', ({ status, labels }) => status === 413 || has(labels, /request_too_large/i)],
  ['rate_limit', ({ status, labels }) => status === 429 || has(labels, /^rate_limit/i)],
  ['overloaded', ({ status, labels }) => status === 529 || status === 503 || has(labels, /overloaded/i)],
  [
    'auth',
    ({ status, labels }) =>
      status === 401 || status === 403 || has(labels, /authentication|invalid_api_key|permission_error/i),
  ],
  [
    'model',
    ({ status, labels, text }) =>
      status === 404 || has(labels, /model_not_found|not_found_error/i) || unusable.test(text),
  ],
  [
    'server',
    ({ status, labels }) =>
      status === 408 || (status ?? 0) >= 500 || has(labels, /^(?:api|server|internal_server|timeout)_error$/i),
  ],
  [
    'broken',
    ({ codes }) =>
      has(codes, /^AI_(?:InvalidResponseData|NoOutputGenerated|JSONParse|TypeValidation|EmptyResponseBody)Error$/),
  ],
  ['hang', ({ codes }) => has(codes, /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/)],
  [
    'network',
    ({ codes, text }) =>
      has(codes, unreachable) || /fetch failed|cannot connect|terminated|certificate|socket/i.test(text),
  ],
  ['invalid', ({ status }) => status !== undefined],
]

const unusable =
  /model\b(?:(?!model\b).){0,80}\b(?:not found|does not exist)|not a valid model|does not support tools|support tool use/i
const unreachable =
  /^(?:E(?:CONN|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|PROTO)|UND_ERR|CERT_|ERR_(?:TLS|SSL)|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/

function verdictOf(trouble: ErrorFacts): Verdict {
  return verdicts.find(([, fits]) => fits(trouble))?.[0] ?? 'invalid'
}

function has(words: string[], pattern: RegExp): boolean {
  return words.some((word) => pattern.test(word))
}

/** How long the service asks us to wait, if it says so anywhere. */
function waitIn({ headers, text }: Pick<ErrorFacts, 'headers' | 'text'>, now: Date): number | undefined {
  const exact = Number(headers['retry-after-ms'])
  if (exact > 0) return exact
  const after = headers['retry-after']
  if (after !== undefined) return secondsOrDate(after, now)
  const spokenDelay = /try again in ((?:[\d.]+(?:ms|[hms]))+)/i.exec(text)
  if (spokenDelay) return duration(spokenDelay[1] ?? '')
  return longest([...exhausted(headers, now)])
}

function secondsOrDate(after: string, now: Date): number | undefined {
  const ms = /^[\d.]+$/.test(after.trim()) ? Number(after) * 1000 : new Date(after).getTime() - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

// "anthropic-ratelimit-requests-reset: 2026-…Z" and "x-ratelimit-reset-tokens: 6m0s" count only if nothing remains.
function* exhausted(headers: Record<string, string>, now: Date): Generator<number | undefined> {
  for (const [name, value] of Object.entries(headers)) {
    const [, kind] = /^anthropic-ratelimit-(.+)-reset$/.exec(name) ?? /^x-ratelimit-reset-(\w+)$/.exec(name) ?? []
    if (kind === undefined) continue
    const remaining = headers[`anthropic-ratelimit-${kind}-remaining`] ?? headers[`x-ratelimit-remaining-${kind}`]
    if (Number(remaining ?? 0) <= 0) yield /^\d{4}-/.test(value) ? secondsOrDate(value, now) : duration(value)
  }
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** "6m0s", "7.66s", "20ms". */
function duration(text: string): number | undefined {
  const parts = [...text.matchAll(/(?<![\d.])([\d.]+)(ms|[hms])/g)]
  if (parts.length === 0) return undefined
  return Math.ceil(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0))
}

function longest(waits: (number | undefined)[]): number | undefined {
  const knownWaits = waits.filter((wait) => wait !== undefined)
  return knownWaits.length > 0 ? Math.max(...knownWaits) : undefined
}
