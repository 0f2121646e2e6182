import type { NodemailerError } from 'nodemailer'
import { truncate } from '../../../lib/text/text.ts'
import { inOneLine } from './header-words.ts'

/** What is known after a mail was handed to a server. Only `accepted` and `unanswered` may have reached anybody. */
export type Outcome = Accepted | Failure

export interface Accepted extends Copying {
  status: 'accepted'
  /** What it is called from here on, where the server says that it gave it an id of its own. */
  serverMessageId?: string
}

export interface Failure extends Copying {
  status: Failed
  reason: string
}

interface Copying {
  /** Of a mail that may have left: its copies have not. */
  isCopyRefused?: boolean
}

export type Failed =
  /** Of this mail the server says no (5xx), or not now (4xx). */
  | 'refused'
  | 'later'
  | 'too large'
  | 'login refused'
  /** Nobody is there. */
  | 'away'
  /** Somebody is there, and it came to nothing. */
  | 'unsent'
  /** All of it has left, and nobody said what became of it. */
  | 'unanswered'

/** How far it had come. */
export interface Progress extends Copying {
  stage: 'connecting' | 'login' | 'mail'
  /** The end of the mail may have left. */
  isWhole: boolean
}

type Broken = Error & Partial<NodemailerError> & { originalCode?: string }

/** Reasons are shown to people, and a server's words may be endless. */
const LONGEST_REASON = 300

/** `scrub` takes out what we logged in with: a server may repeat what it was told. */
export function outcomeOf(error: Broken, progress: Progress, scrub: (text: string) => string): Outcome {
  const reason = truncate(inOneLine(scrub(error.response ?? error.message)), LONGEST_REASON)
  return { status: statusOf(error, progress), reason, ...copyingOf(progress) }
}

export function copyingOf({ isCopyRefused }: Progress): Copying {
  return isCopyRefused ? { isCopyRefused } : {}
}

function statusOf(error: Broken, { stage, isWhole }: Progress): Failed {
  const answer = answerIn(error)
  switch (stage) {
    case 'connecting':
      // Whatever is answered here is about us or the server, not about the mail.
      return error.response === undefined && isNobody(error) ? 'away' : 'unsent'
    case 'login':
      if (answer && answer < 500) return 'later'
      return error.code === 'EAUTH' ? 'login refused' : 'unsent'
    case 'mail':
      if (isAboutSize(error, answer)) return 'too large'
      if (answer === 530) return 'login refused'
      // 503 is about the order of what was said on this connection: the next one may have more luck.
      if (answer) return answer >= 500 && answer !== 503 ? 'refused' : 'later'
      if (error.code === 'EENVELOPE' && error.command === 'API') return 'refused'
      return isWhole ? 'unanswered' : 'unsent'
  }
}

/** A no of the server's. What it says while nobody has asked is no answer. */
function answerIn({ code, responseCode = 0 }: Broken): number | undefined {
  return responseCode >= 400 && responseCode < 600 && code !== 'EPROTOCOL' ? responseCode : undefined
}

/** It announced a limit that this is above, or says so now; a full mailbox (5.2.2) is another matter. */
function isAboutSize({ code, command, response }: Broken, answer: number | undefined): boolean {
  if (code === 'EMESSAGE' && command === 'MAIL FROM' && response === undefined) return true
  return /^5\d\d[ -]5\.(2\.3|3\.4)\b/.test(response ?? '') || (answer === 552 && !/\b5\.2\.2\b/.test(response ?? ''))
}

const unreached = new Set([
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

/** Not so a certificate that is not to be trusted: there somebody is. */
function isNobody({ code = '', originalCode = '' }: Broken): boolean {
  return ['EDNS', 'ETIMEDOUT', 'ECONNECTION'].includes(code) || unreached.has(originalCode)
}
