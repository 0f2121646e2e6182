import type { NodemailerError } from 'nodemailer'
import { truncate } from '../../../lib/text/text.ts'
import { inOneLine } from './header-text.ts'

/** The outcome of handing a mail to a server. Only with `accepted` and `unanswered` can it have reached anybody. */
export type SubmissionOutcome = SubmissionAccepted | SubmissionFailure

export interface SubmissionAccepted extends Copying {
  status: 'accepted'
  /** The new id, if the server says that it replaced ours. */
  serverMessageId?: string
}

export interface SubmissionFailure extends Copying {
  status: SubmissionFailureKind
  reason: string
}

interface Copying {
  /** The mail may have been sent, but not its copies. */
  isCopyRefused?: boolean
}

export type SubmissionFailureKind =
  /** The server refuses this mail (5xx), or for now (4xx). */
  | 'refused'
  | 'later'
  | 'too large'
  | 'login refused'
  /** The server could not be reached. */
  | 'away'
  /** The server was reached, but nothing was sent. */
  | 'unsent'
  /** The whole mail was transferred, but no answer came. */
  | 'unanswered'

/** How far the transfer got. */
export interface SubmissionProgress extends Copying {
  stage: 'connecting' | 'login' | 'mail'
  /** The end of the mail may have been transferred. */
  isWhole: boolean
}

type Broken = Error & Partial<NodemailerError> & { originalCode?: string }

/** Reasons are shown to people, and a server's text may be endless. */
const MAX_REASON_CHARS = 300

/** `scrub` removes our credentials, because a server may repeat them. */
export function outcomeOf(
  error: Broken,
  progress: SubmissionProgress,
  scrub: (text: string) => string,
): SubmissionOutcome {
  const reason = truncate(inOneLine(scrub(error.response ?? error.message)), MAX_REASON_CHARS)
  return { status: statusOf(error, progress), reason, ...copyingOf(progress) }
}

export function copyingOf({ isCopyRefused }: SubmissionProgress): Copying {
  return isCopyRefused ? { isCopyRefused } : {}
}

function statusOf(error: Broken, { stage, isWhole }: SubmissionProgress): SubmissionFailureKind {
  const answer = refusalCode(error)
  switch (stage) {
    case 'connecting':
      // An answer at this stage is about us or the server, not about the mail.
      return error.response === undefined && isUnreachable(error) ? 'away' : 'unsent'
    case 'login':
      if (answer && answer < 500) return 'later'
      return error.code === 'EAUTH' ? 'login refused' : 'unsent'
    case 'mail':
      if (isAboutSize(error, answer)) return 'too large'
      if (answer === 530) return 'login refused'
      // 503 is about the order of commands on this connection; the next one may succeed.
      if (answer) return answer >= 500 && answer !== 503 ? 'refused' : 'later'
      if (error.code === 'EENVELOPE' && error.command === 'API') return 'refused'
      return isWhole ? 'unanswered' : 'unsent'
  }
}

/** A refusal by the server. What it says without being asked is not an answer. */
function refusalCode({ code, responseCode = 0 }: Broken): number | undefined {
  return responseCode >= 400 && responseCode < 600 && code !== 'EPROTOCOL' ? responseCode : undefined
}

/** The mail exceeds the announced limit, or the server says so now. A full mailbox (5.2.2) is something else. */
function isAboutSize({ code, command, response }: Broken, answer: number | undefined): boolean {
  if (code === 'EMESSAGE' && command === 'MAIL FROM' && response === undefined) return true
  return /^5\d\d[ -]5\.(2\.3|3\.4)\b/.test(response ?? '') || (answer === 552 && !/\b5\.2\.2\b/.test(response ?? ''))
}

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EPIPE',
])

/** An untrusted certificate is not included, because there a server did answer. */
function isUnreachable({ code = '', originalCode = '' }: Broken): boolean {
  return ['EDNS', 'ETIMEDOUT', 'ECONNECTION'].includes(code) || networkErrors.has(originalCode)
}
