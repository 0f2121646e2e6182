import type { Exit } from '../../../lib/child.ts'
import { clockTime } from '../../../lib/time/calendar.ts'
import { failureMessages as messages } from '../../../messages/failure-messages.ts'
import { dayAndTimeText } from '../../../messages/localized.ts'
import type { FailureClass } from '../../failure-classes.ts'
import { type FailureMeaning, permanent, temporary } from '../../failure-meaning.ts'
import type { Failure } from '../../spawner.ts'
import type { ResultLine } from './output-line.ts'

/** Why we ended a process early. */
export type TurnCut = 'first event' | 'idle' | 'total' | 'flood' | 'requests' | 'cost'

/** The last retry that the CLI reported. */
export interface ReportedRetry {
  status: number | null
  delayMs: number
  /** When the account may ask again, if the service said so. */
  until?: Date
}

/** What is known about a turn that ended without a result. */
export interface TurnEnding {
  cut: TurnCut | undefined
  exit: Exit
  stderr: string
  lastRetry: ReportedRetry | undefined
  /** An earlier session was being continued, and nothing of its answer has been shown. */
  canReplaceSession: boolean
}

/** Undefined for a good answer. Exit codes and `subtype` may say "success" for failures, so they are ignored. */
export function failureOfResult(
  result: ResultLine,
  lastRetry: ReportedRetry | undefined,
  canReplaceSession: boolean,
  timezone = 'UTC',
): Failure | undefined {
  if (!result.is_error && result.result?.trim()) return undefined
  const text = result.result ?? result.errors.join('; ')
  const reportedVerdict = result.is_error ? verdictOf(result, text) : 'empty'
  // A damaged transcript looks like this too, so a new session is tried. If it was something else, it happens again there.
  const verdict =
    canReplaceSession && (reportedVerdict === 'crash' || reportedVerdict === 'invalid') ? 'stale' : reportedVerdict
  const detail = `${result.terminal_reason || result.subtype} ${result.api_error_status ?? '-'}: ${text}`
  const limitFields =
    verdict === 'rate_limit' && lastRetry?.until ? describeLimit(lastRetry.delayMs, lastRetry.until, timezone) : {}
  return { ...failure(verdict, detail, lastRetry), ...limitFields }
}

/** For a session that we know to be unusable. */
export function staleSession(detail: string): Failure {
  return failure('stale', detail, undefined)
}

/** For a CLI without the file flag and a prompt that is too long for an argument. */
export function outdatedCli(version: string): Failure {
  return failure('outdated', `claude ${version} has no --append-system-prompt-file`, undefined)
}

/**
 * For a turn that could not be prepared because the system has no free files or processes; undefined for other errors.
 */
export function failureOfScarcity(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !('code' in error) || !EXHAUSTED_CODES.has(String(error.code))) return undefined
  return failure('exhausted', error.message, undefined)
}

/** For a turn without a result: ended by us, crashed, or never started. */
export function failureOfEnding(ending: TurnEnding): Failure {
  return failure(verdictOfEnding(ending), describeEnding(ending), ending.lastRetry)
}

// The first match decides. The text is only used if the CLI gives no status, or the same one for different failures
// (400 means overflow, no credit or a bad request).
const verdictRules: [Verdict, (result: ResultLine, text: string) => boolean][] = [
  ['stale', (result) => result.subtype === 'error_during_execution' && unusableSession.test(result.errors.join('; '))],
  ['max_turns', (result) => result.subtype === 'error_max_turns'],
  ['budget', (result) => result.subtype === 'error_max_budget_usd'],
  ['refusal', (result) => result.stop_reason === 'refusal'],
  ['overflow', (result, text) => result.terminal_reason === 'prompt_too_long' || /prompt is too long/i.test(text)],
  ['answer too long', (_, text) => /output token maximum/i.test(text)],
  ['not signed in', (_, text) => /not logged in|please run \/login/i.test(text)],
  ['billing', (result, text) => result.api_error_status === 402 || /credit balance/i.test(text)],
  ['auth', ({ api_error_status: status }) => status === 401 || status === 403],
  ['model', (result) => result.api_error_status === 404],
  ['too_large', (result) => result.api_error_status === 413],
  ['rate_limit', (result) => result.api_error_status === 429],
  ['overloaded', (result) => result.api_error_status === 529],
  ['server', ({ api_error_status: status }) => status === 408 || (status ?? 0) >= 500],
  ['invalid', (result) => result.api_error_status !== null],
  ['server', (_, text) => /malformed response/i.test(text)],
  ['network', (_, text) => /connection|timed? ?out|socket|certificate|\bE(?:CONN|NOTFOUND|AI_AGAIN|PIPE)/i.test(text)],
]

// The CLI's messages for a missing session, or for one that it considers in use.
const unusableSession = /no conversation found|session id \S+ is already in use/i

function verdictOf(result: ResultLine, text: string): Verdict {
  return verdictRules.find(([, matches]) => matches(result, text))?.[0] ?? 'crash'
}

function verdictOfEnding({ cut, exit, stderr, lastRetry, canReplaceSession }: TurnEnding): Verdict {
  if (cut === 'flood') return 'flood'
  if (cut === 'requests') return 'max_turns'
  if (cut === 'cost') return 'budget'
  if (cut === 'first event' && canReplaceSession) return 'stale'
  if (cut !== undefined) return verdictOfRetry(lastRetry) ?? 'hang'
  if (exit.status === 'not_started') return verdictOfFailedStart(exit.code)
  if (/^bwrap: execvp .*: (?:No such file|Permission denied)/m.test(stderr)) return 'missing'
  if (/unknown option|unknown argument/i.test(stderr)) return 'misuse'
  return canReplaceSession || unusableSession.test(stderr) ? 'stale' : 'crash'
}

const MISSING_CODES = new Set(['ENOENT', 'EACCES', 'ENOTDIR', 'ENOEXEC'])
const EXHAUSTED_CODES = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])

function verdictOfFailedStart(code: string): Verdict {
  if (MISSING_CODES.has(code)) return 'missing'
  return EXHAUSTED_CODES.has(code) ? 'exhausted' : 'crash'
}

// If we ended it during a retry, the person should read why the CLI retried, not that we gave up.
function verdictOfRetry(lastRetry: ReportedRetry | undefined): Verdict | undefined {
  if (!lastRetry) return undefined
  if (lastRetry.status === 429) return 'rate_limit'
  if (lastRetry.status === 529) return 'overloaded'
  if (lastRetry.status === null) return 'network'
  return lastRetry.status >= 500 ? 'server' : undefined
}

function describeEnding({ cut, exit, stderr, lastRetry }: TurnEnding): string {
  const end = exit.status === 'killed' ? exit.signal : `${exit.status} ${exit.code}`
  const retryNote = lastRetry ? `, retrying after status ${lastRetry.status ?? '-'}` : ''
  return `${cut ? `cut: ${cut}` : 'no result'}, ${end}${retryNote}${stderr ? `: ${stderr}` : ''}`
}

/** If the wait is longer, the person is told when to ask again instead of a retry. */
const MAX_SILENT_WAIT_MS = 600_000
const HALF_DAY_MS = 43_200_000

function describeLimit(delayMs: number, until: Date, timezone: string): Partial<Failure> {
  const when = delayMs < HALF_DAY_MS ? clockTime(until, timezone) : dayAndTimeText(until, timezone)
  return {
    what: messages.limitUntil(name, when),
    advice: advice.askAgainThen,
    retry: delayMs <= MAX_SILENT_WAIT_MS,
    afterMs: Math.max(1_000, delayMs),
  }
}

// The CLI reports no retry-after. It gives up at once if the wait is long, so a minute is the minimum.
const MIN_RATE_LIMIT_WAIT_MS = 60_000

function failure(verdict: Verdict, detail: string, lastRetry: ReportedRetry | undefined): Failure {
  const meaning = meanings[verdict]
  return {
    ...meaning,
    ...(verdict === 'rate_limit' ? { afterMs: Math.max(MIN_RATE_LIMIT_WAIT_MS, lastRetry?.delayMs ?? 0) } : {}),
    detail,
  }
}

const MAX_DETAIL_CHARS = 600

/** The error output may contain the credential. It is shortened afterwards, because half a secret is not recognized. */
export function scrubFailure(failure: Failure, secrets: (string | undefined)[]): Failure {
  let detail = failure.detail ?? ''
  for (const secret of secrets) if (secret) detail = detail.replaceAll(secret, '[secret]')
  return { ...failure, detail: detail.slice(0, MAX_DETAIL_CHARS) }
}

/** The possible failures of a turn. Finer than the classes, because some failures of one class need their own text. */
type Verdict = FailureClass | 'empty' | 'answer too long' | 'not signed in' | 'misuse' | 'outdated' | 'exhausted'

const name = 'Claude'
const { advice } = messages

export const meanings: Record<Verdict, FailureMeaning> = {
  missing: permanent('missing', messages.programMissing, advice.ownerInstalls, advice.install),
  misuse: permanent('missing', messages.programLacksOption, advice.ownerUpdates, advice.update),
  outdated: permanent('missing', messages.programOutdated, advice.ownerUpdates, advice.update),
  stale: temporary('stale', messages.sessionGone, advice.askAgain),
  'not signed in': permanent('auth', messages.notSignedIn, advice.ownerSignsIn, advice.signIn),
  auth: permanent('auth', messages.credentialRefused, advice.ownerChecksCredential, advice.checkCredential),
  billing: permanent('billing', messages.noCredit(name), advice.ownerAddsCredit, advice.addCredit),
  rate_limit: temporary('rate_limit', messages.rateLimited(name), advice.inMinutes),
  overloaded: temporary('overloaded', messages.overloaded(name), advice.inMinutes),
  network: temporary('network', messages.unreachable(name), advice.checkConnection),
  server: temporary('server', messages.serverError(name), advice.inAMoment),
  model: permanent('model', messages.modelMissing(name), advice.ownerChoosesModel, advice.chooseClaudeModel),
  overflow: permanent('overflow', messages.tooMuchText, advice.newConversation),
  too_large: permanent('too_large', messages.tooLarge(name), advice.sendLess),
  'answer too long': permanent('too_large', messages.answerTooLong(name), advice.inParts),
  refusal: permanent('refusal', messages.declined, advice.rephrase),
  max_turns: permanent('max_turns', messages.tooManySteps, advice.smallerPiece, advice.raiseRequests),
  budget: permanent('budget', messages.tooExpensive, advice.smallerPiece, advice.raiseCost),
  invalid: permanent('invalid', messages.requestRefused(name), advice.rephraseOrOwner, advice.rephraseOrLog),
  empty: temporary('invalid', messages.empty(name), advice.askAgain),
  crash: temporary('crash', messages.programStopped, advice.tryAgain),
  exhausted: temporary('crash', messages.machineFull, advice.checkMachine),
  hang: temporary('hang', messages.silent(name), advice.tryAgain),
  flood: permanent('flood', messages.programFlooded, advice.lessAtOnce),
}
