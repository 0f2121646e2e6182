import { truncate } from '../../../../lib/text/text.ts'
import { hasText, joinLines, type MailLine, unquotedLine } from '../mail-lines.ts'
import { attributionAt } from './attribution.ts'
import {
  findOwners,
  findRuns,
  isRule,
  markWrappedQuotes,
  type Owner,
  type ReplyContext,
  type ReplyCut,
  textLineBefore,
} from './line-owners.ts'
import { originalSeparators } from './phrases.ts'
import { findForwardedAuthor, mailHeadAt, readSeparator } from './quoted-heads.ts'
import { findSignature } from './signature.ts'

export interface Split {
  /** The sender's own text. */
  own: string
  /** Quoted lines that are new to us, without quote marks. Places where the sender answered in between are marked. */
  quoted: string
  signature: string
  /** Part of it was written by somebody else. */
  isDivided: boolean
  /** A forwarded mail. */
  forwarded?: { from: string; text: string }
}

/**
 * Separates what somebody wrote from what they answer. Only lines that were said in the thread before are dropped: new
 * quotes are kept apart, and lines typed between quoted ones stay with the sender's text.
 */
export function splitReply(allLines: MailLine[], context: ReplyContext): Split {
  const lines = markWrappedQuotes(allLines, context.known)
  const cut = findCut(lines, context)
  const visible = cut?.isForward ? lines.slice(0, cut.at) : lines
  const owners = findOwners(visible, cut, context)
  const hasQuote = owners.some((owner) => owner !== 'own')
  const signatureAt = signatureLines(visible, owners, context.writer)
  const text = ownText(visible, owners, signatureAt, cut !== undefined || hasQuote)
  // If nothing else would be left, it was not a signature.
  const ownPart = text || ownText(visible, owners, new Set(), true)
  const signature = text === '' ? '' : joinLines(visible.filter((_, at) => signatureAt.has(at))).replace(/^--\s*/, '')
  const forwarded = cut?.isForward ? { forwarded: readForwarded(lines.slice(cut.at)) } : {}
  return {
    own: ownPart,
    quoted: quotedText(visible, owners, signatureAt),
    signature,
    isDivided: cut !== undefined || hasQuote,
    ...forwarded,
  }
}

/** The line from which on everything is another mail, as in Outlook replies and in forwards. */
function findCut(lines: MailLine[], { isReply, isForward }: ReplyContext): ReplyCut | undefined {
  let isInsideQuote = false
  for (const [at, line] of lines.entries()) {
    const isQuoted = line.depth > 0
    if (!isQuoted) isInsideQuote = false
    // Quotes can contain anything. Only the start of a quote can be a forwarded mail.
    if (isInsideQuote || !hasText(line) || isRule(line)) continue
    isInsideQuote = isQuoted
    const separator = readSeparator(line.text)
    if (separator === 'forward' && (!isQuoted || line.isSure || !isReply)) return { at, isForward: true }
    if (isQuoted && !line.isSure) continue
    if (separator) return { at, isForward }
    if (mailHeadAt(lines, at)) return { at: withBanner(lines, at), isForward: isForward || !isReply }
    if (isReply && !isQuoted && isUnmarkedHistoryAt(lines, at)) return { at, isForward: false }
  }
  return undefined
}

/**
 * "On Monday Ana wrote:" followed by her text without any marks. If nothing is above it, the answer is somewhere below.
 */
function isUnmarkedHistoryAt(lines: MailLine[], at: number): boolean {
  // Yahoo leaves no empty line above it, and indents it.
  if (at === 0 || (lines[at - 1]?.text.trim() !== '' && !/^ {2}/.test(lines[at]?.raw ?? ''))) return false
  const introduction = attributionAt(lines, at)
  return introduction > 0 && !isQuoteNext(lines, at + introduction) && lines.slice(0, at).some(hasText)
}

/** A line between dashes above the head of a mail belongs to it, in any language. Some clients omit the dashes. */
function withBanner(lines: MailLine[], at: number): number {
  const above = textLineBefore(lines, at)
  const text = lines[above]?.text.trim() ?? ''
  const isBanner = /^[-_=]{3}.*[-_=]{3}$/.test(text) || originalSeparators.has(text.toLocaleLowerCase('en'))
  return at - above <= 2 && text.length < 120 && isBanner ? above : at
}

function isQuoteNext(lines: MailLine[], at: number): boolean {
  const next = lines.slice(at, at + 4).find(({ text, depth }) => depth > 0 || text.trim() !== '')
  return next !== undefined && next.depth > 0
}

/** The signature at the end of the sender's text. Below a quote it can stand alone, with another one above. */
function signatureLines(lines: MailLine[], owners: Owner[], writer: string): Set<number> {
  const signatureIndexes = new Set<number>()
  for (const { from, to } of findRuns(owners, 'own').toReversed()) {
    const at = from + findSignature(lines.slice(from, to), writer)
    for (let line = at; line < to; line++) signatureIndexes.add(line)
    if (lines.slice(from, at).some(hasText)) break
  }
  return signatureIndexes
}

const MAX_CONTEXT_CHARS = 160

/**
 * The sender's text in order. Between known lines, each answer is preceded by the line it answers, marked as a quote.
 */
function ownText(lines: MailLine[], owners: Owner[], signatureAt: Set<number>, isReply: boolean): string {
  const isOwn = (at: number) => owners[at] === 'own' && !signatureAt.has(at)
  const runs = findRuns(owners, 'own').filter(({ from, to }) =>
    lines.slice(from, to).some((line, at) => isOwn(from + at) && hasText(line)),
  )
  const pieces = runs.map(({ from, to }) => {
    const ownLines = lines.slice(from, to).filter((_, at) => isOwn(from + at))
    const text = joinLines(isReply ? withoutRules(ownLines) : ownLines)
    const above = textLineBefore(lines, from)
    const answered = runs.length > 1 && owners[above] === 'known' ? lines[above] : undefined
    return answered ? `> ${truncate(answered.text.trim(), MAX_CONTEXT_CHARS)}\n${text}` : text
  })
  return pieces.filter(Boolean).join('\n\n')
}

const MAX_PLACE_CHARS = 60

/** The quoted text that is new to us. Empty if only the frame around known text would be left. */
function quotedText(lines: MailLine[], owners: Owner[], signatureAt: Set<number>): string {
  if (!owners.includes('quote')) return ''
  const first = owners.findIndex((owner) => owner !== 'own')
  const last = owners.findLastIndex((owner) => owner === 'quote')
  const places = new Map<number, MailLine>()
  for (const { from, to } of findRuns(owners, 'own')) {
    const answer = lines.slice(from, to).find((line, at) => hasText(line) && !signatureAt.has(from + at))
    if (!answer || from < first || from > last) continue
    const place = `[answered here: ${truncate(answer.text.trim(), MAX_PLACE_CHARS)}]`
    places.set(from, { text: place, raw: place, depth: 0 })
  }
  const visible = lines.flatMap((line, at) => {
    if (owners[at] === 'quote' || owners[at] === 'frame') return [line]
    return places.get(at) ?? []
  })
  return joinLines(visible, unquotedLine)
}

/** Removes the lines clients draw between an answer and the quote. */
function withoutRules(lines: MailLine[]): MailLine[] {
  let end = lines.length
  for (let last = lines[end - 1]; last && isRule(last); last = lines[end - 1]) end--
  return lines.slice(0, end)
}

/** Removes one quote mark from a forwarded mail, because it is shown separately. */
function readForwarded(tail: MailLine[]): { from: string; text: string } {
  const nonEmptyLines = tail.filter(hasText).slice(1)
  const isQuoted = nonEmptyLines.length > 0 && nonEmptyLines.every(({ depth }) => depth > 0)
  return { from: findForwardedAuthor(tail), text: joinLines(tail, isQuoted ? unquotedLine : ({ raw }) => raw) }
}
