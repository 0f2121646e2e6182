import { createScrubber } from '../../../../lib/text/secrets.ts'
import { failureMessages, failureMessages as messages } from '../../../../messages/failure-messages.ts'
import type { LocalizedText } from '../../../../messages/localized.ts'
import type { FailureClass } from '../../../failure-classes.ts'
import { type FailureMeaning, permanent, temporary } from '../../../failure-meaning.ts'
import type { Failure } from '../../../spawner.ts'
import type { Overflow } from '../provider.ts'
import { type ErrorFacts, errorFacts } from './error-facts.ts'
import { findOverflow } from './overflow.ts'

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
  const overflowFailure = (overflow: Overflow, detail: string): Failed => ({ ...as('overflow', detail), overflow })
  return {
    as,
    overflow: overflowFailure,
    of(error) {
      const facts = errorFacts(error)
      const detail = `${facts.status ?? facts.codes[0] ?? '-'} ${facts.labels.join(' ')}: ${facts.message}`
      const overflow = mayOverflow(facts) ? findOverflow([...facts.labels, facts.text].join('\n')) : undefined
      if (overflow) return overflowFailure(overflow, detail)
      const verdict = verdictOf(facts)
      const failed = as(verdict, detail)
      const afterMs = verdict === 'rate_limit' || verdict === 'overloaded' ? findWaitMs(facts, now()) : undefined
      return afterMs === undefined
        ? failed
        : { ...failed, failure: { ...failed.failure, ...delayFields(name, afterMs) } }
    },
  }
}

const MAX_DETAIL_CHARS = 600

// If the wait is longer, the person is told when to ask again instead of a retry.
const MAX_SILENT_WAIT_MS = 600_000

function delayFields(name: string, afterMs: number): Partial<Failure> {
  if (afterMs <= MAX_SILENT_WAIT_MS) return { afterMs: Math.max(1000, afterMs) }
  return {
    afterMs,
    retry: false,
    what: failureMessages.limitFor(name, describeDelay(afterMs)),
    advice: failureMessages.advice.askAgainThen,
  }
}

function describeDelay(ms: number): LocalizedText {
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
const verdictRules: [Verdict, (error: ErrorFacts) => boolean][] = [
  [
    'refusal',
    ({ labels, text }) =>
      someMatch(labels, /content_?filter|content_policy|moderation/i) ||
      /\bwas flagged\b|content management policy/i.test(text),
  ],
  [
    'billing',
    ({ status, labels, text }) =>
      status === 402 ||
      someMatch(labels, /insufficient_quota|billing|insufficient_balance/i) ||
      /credit balance|insufficient (?:credits|balance|funds)/i.test(text),
  ],
  ['moved', ({ status }) => status !== undefined && status < 400],
  ['too_large', ({ status, labels }) => status === 413 || someMatch(labels, /request_too_large/i)],
  ['rate_limit', ({ status, labels }) => status === 429 || someMatch(labels, /^rate_limit/i)],
  ['overloaded', ({ status, labels }) => status === 529 || status === 503 || someMatch(labels, /overloaded/i)],
  [
    'auth',
    ({ status, labels }) =>
      status === 401 || status === 403 || someMatch(labels, /authentication|invalid_api_key|permission_error/i),
  ],
  [
    'model',
    ({ status, labels, text }) =>
      status === 404 || someMatch(labels, /model_not_found|not_found_error/i) || unusable.test(text),
  ],
  [
    'server',
    ({ status, labels }) =>
      status === 408 || (status ?? 0) >= 500 || someMatch(labels, /^(?:api|server|internal_server|timeout)_error$/i),
  ],
  [
    'broken',
    ({ codes }) =>
      someMatch(
        codes,
        /^AI_(?:InvalidResponseData|NoOutputGenerated|JSONParse|TypeValidation|EmptyResponseBody)Error$/,
      ),
  ],
  ['hang', ({ codes }) => someMatch(codes, /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/)],
  [
    'network',
    ({ codes, text }) =>
      someMatch(codes, unreachable) || /fetch failed|cannot connect|terminated|certificate|socket/i.test(text),
  ],
  ['invalid', ({ status }) => status !== undefined],
]

const unusable =
  /model\b(?:(?!model\b).){0,80}\b(?:not found|does not exist)|not a valid model|does not support tools|support tool use/i
const unreachable =
  /^(?:E(?:CONN|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|PROTO)|UND_ERR|CERT_|ERR_(?:TLS|SSL)|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/

function verdictOf(error: ErrorFacts): Verdict {
  return verdictRules.find(([, matches]) => matches(error))?.[0] ?? 'invalid'
}

function someMatch(words: string[], pattern: RegExp): boolean {
  return words.some((word) => pattern.test(word))
}

/** How long the service asks us to wait, if it says so anywhere. */
function findWaitMs({ headers, text }: Pick<ErrorFacts, 'headers' | 'text'>, now: Date): number | undefined {
  const exactMs = Number(headers['retry-after-ms'])
  if (exactMs > 0) return exactMs
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined) return secondsOrDate(retryAfter, now)
  const textDelay = /try again in ((?:[\d.]+(?:ms|[hms]))+)/i.exec(text)
  if (textDelay) return duration(textDelay[1] ?? '')
  return longest([...resetWaits(headers, now)])
}

function secondsOrDate(retryAfter: string, now: Date): number | undefined {
  const ms = /^[\d.]+$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1000
    : new Date(retryAfter).getTime() - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

// "anthropic-ratelimit-requests-reset: 2026-…Z" and "x-ratelimit-reset-tokens: 6m0s" count only if nothing remains.
function* resetWaits(headers: Record<string, string>, now: Date): Generator<number | undefined> {
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

/**
 * The possible failures of a request. Finer than the classes, because some failures of one class need their own text.
 */
type Verdict = Exclude<FailureClass, 'missing' | 'stale' | 'max_turns' | 'budget'> | 'no key' | 'broken' | 'moved'

const { advice } = messages

/** What each failure means for the queue, and its text for the person. `name` is the provider. */
function meaningOf(verdict: Verdict, name: string): FailureMeaning {
  const table = `[providers.${name}]`
  const meanings: Record<Verdict, FailureMeaning> = {
    'no key': permanent('auth', messages.keyMissing(name), advice.ownerSetsKey(table), advice.setKey(table)),
    auth: permanent('auth', messages.keyRefused(name), advice.ownerChecksKey, advice.checkKey(table)),
    billing: permanent('billing', messages.noCredit(name), advice.ownerAddsCredit, advice.addCredit),
    rate_limit: temporary('rate_limit', messages.rateLimited(name), advice.inMinutes),
    overloaded: temporary('overloaded', messages.overloaded(name), advice.inMinutes),
    network: temporary('network', messages.unreachable(name), advice.checkServer),
    moved: permanent('network', messages.moved(name), advice.ownerSetsAddress, advice.setAddress(table)),
    server: temporary('server', messages.serverError(name), advice.inAMoment),
    model: permanent('model', messages.modelMissing(name), advice.ownerChoosesModel, advice.chooseModel(table)),
    overflow: permanent('overflow', messages.tooMuchText, advice.newConversation),
    too_large: permanent('too_large', messages.tooLarge(name), advice.sendLess),
    refusal: permanent('refusal', messages.declined, advice.rephrase),
    invalid: permanent('invalid', messages.requestRefused(name), advice.rephraseOrOwner, advice.rephraseOrLog),
    broken: temporary('invalid', messages.brokeOff(name), advice.askAgain),
    crash: temporary('crash', messages.stopped, advice.tryAgain),
    hang: temporary('hang', messages.silent(name), advice.tryAgain),
    flood: permanent('flood', messages.answerEndless, advice.lessAtOnce),
  }
  return meanings[verdict]
}
