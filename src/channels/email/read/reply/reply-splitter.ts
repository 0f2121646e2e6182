import { truncate } from '../../../../lib/text/text.ts'
import { isSpoken, joinLines, type MailLine, unquotedLine } from '../mail-lines.ts'
import { attributionAt } from './attribution.ts'
import {
  isRule,
  type Owner,
  ownersOf,
  type ReplyContext,
  type ReplyCut,
  runsOf,
  spokenBefore,
  withRemnants,
} from './line-owners.ts'
import { originals } from './phrases.ts'
import { mailHeadAt, separatorIn, writerIn } from './quoted-heads.ts'
import { signatureIn } from './signature.ts'

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
export function splitReply(given: MailLine[], context: ReplyContext): Split {
  const lines = withRemnants(given, context.known)
  const cut = findCut(lines, context)
  const shown = cut?.isForward ? lines.slice(0, cut.at) : lines
  const owners = ownersOf(shown, cut, context)
  const hasQuote = owners.some((owner) => owner !== 'own')
  const signs = signatureLines(shown, owners, context.writer)
  const words = ownText(shown, owners, signs, cut !== undefined || hasQuote)
  // If nothing else would be left, it was not a signature.
  const own = words || ownText(shown, owners, new Set(), true)
  const signature = words === '' ? '' : joinLines(shown.filter((_, at) => signs.has(at))).replace(/^--\s*/, '')
  const forwarded = cut?.isForward ? { forwarded: passedOn(lines.slice(cut.at)) } : {}
  return {
    own,
    quoted: quotedText(shown, owners, signs),
    signature,
    isDivided: cut !== undefined || hasQuote,
    ...forwarded,
  }
}

/** The line from which on everything is another mail, as in Outlook replies and in forwards. */
function findCut(lines: MailLine[], { isReply, isForward }: ReplyContext): ReplyCut | undefined {
  let isWithin = false
  for (const [at, line] of lines.entries()) {
    const isQuoted = line.depth > 0
    if (!isQuoted) isWithin = false
    // Quotes can contain anything. Only the start of a quote can be a forwarded mail.
    if (isWithin || !isSpoken(line) || isRule(line)) continue
    isWithin = isQuoted
    const separator = separatorIn(line.text)
    if (separator === 'forward' && (!isQuoted || line.isSure || !isReply)) return { at, isForward: true }
    if (isQuoted && !line.isSure) continue
    if (separator) return { at, isForward }
    if (mailHeadAt(lines, at)) return { at: withBanner(lines, at), isForward: isForward || !isReply }
    if (isReply && !isQuoted && isHistoryFrom(lines, at)) return { at, isForward: false }
  }
  return undefined
}

/**
 * "On Monday Ana wrote:" followed by her text without any marks. If nothing is above it, the answer is somewhere below.
 */
function isHistoryFrom(lines: MailLine[], at: number): boolean {
  // Yahoo leaves no empty line above it, and indents it.
  if (at === 0 || (lines[at - 1]?.text.trim() !== '' && !/^ {2}/.test(lines[at]?.raw ?? ''))) return false
  const introduction = attributionAt(lines, at)
  return introduction > 0 && !isQuoteNext(lines, at + introduction) && lines.slice(0, at).some(isSpoken)
}

/** A line between dashes above the head of a mail belongs to it, in any language. Some clients omit the dashes. */
function withBanner(lines: MailLine[], at: number): number {
  const above = spokenBefore(lines, at)
  const text = lines[above]?.text.trim() ?? ''
  const isBanner = /^[-_=]{3}.*[-_=]{3}$/.test(text) || originals.has(text.toLocaleLowerCase('en'))
  return at - above <= 2 && text.length < 120 && isBanner ? above : at
}

function isQuoteNext(lines: MailLine[], at: number): boolean {
  const next = lines.slice(at, at + 4).find(({ text, depth }) => depth > 0 || text.trim() !== '')
  return next !== undefined && next.depth > 0
}

/** The signature at the end of the sender's text. Below a quote it can stand alone, with another one above. */
function signatureLines(lines: MailLine[], owners: Owner[], writer: string): Set<number> {
  const found = new Set<number>()
  for (const { from, to } of runsOf(owners, 'own').toReversed()) {
    const at = from + signatureIn(lines.slice(from, to), writer)
    for (let line = at; line < to; line++) found.add(line)
    if (lines.slice(from, at).some(isSpoken)) break
  }
  return found
}

const MAX_CONTEXT_CHARS = 160

/**
 * The sender's text in order. Between known lines, each answer is preceded by the line it answers, marked as a quote.
 */
function ownText(lines: MailLine[], owners: Owner[], signs: Set<number>, isReply: boolean): string {
  const isOwn = (at: number) => owners[at] === 'own' && !signs.has(at)
  const runs = runsOf(owners, 'own').filter(({ from, to }) =>
    lines.slice(from, to).some((line, at) => isOwn(from + at) && isSpoken(line)),
  )
  const pieces = runs.map(({ from, to }) => {
    const kept = lines.slice(from, to).filter((_, at) => isOwn(from + at))
    const words = joinLines(isReply ? withoutRules(kept) : kept)
    const above = spokenBefore(lines, from)
    const answered = runs.length > 1 && owners[above] === 'known' ? lines[above] : undefined
    return answered ? `> ${truncate(answered.text.trim(), MAX_CONTEXT_CHARS)}\n${words}` : words
  })
  return pieces.filter(Boolean).join('\n\n')
}

const MAX_PLACE_CHARS = 60

/** The quoted text that is new to us. Empty if only the frame around known text would be left. */
function quotedText(lines: MailLine[], owners: Owner[], signs: Set<number>): string {
  if (!owners.includes('quote')) return ''
  const first = owners.findIndex((owner) => owner !== 'own')
  const last = owners.findLastIndex((owner) => owner === 'quote')
  const places = new Map<number, MailLine>()
  for (const { from, to } of runsOf(owners, 'own')) {
    const answer = lines.slice(from, to).find((line, at) => isSpoken(line) && !signs.has(from + at))
    if (!answer || from < first || from > last) continue
    const place = `[answered here: ${truncate(answer.text.trim(), MAX_PLACE_CHARS)}]`
    places.set(from, { text: place, raw: place, depth: 0 })
  }
  const shown = lines.flatMap((line, at) => {
    if (owners[at] === 'quote' || owners[at] === 'frame') return [line]
    return places.get(at) ?? []
  })
  return joinLines(shown, unquotedLine)
}

/** Removes the lines clients draw between an answer and the quote. */
function withoutRules(lines: MailLine[]): MailLine[] {
  let end = lines.length
  for (let last = lines[end - 1]; last && isRule(last); last = lines[end - 1]) end--
  return lines.slice(0, end)
}

/** Removes one quote mark from a forwarded mail, because it is shown separately. */
function passedOn(tail: MailLine[]): { from: string; text: string } {
  const spoken = tail.filter(isSpoken).slice(1)
  const isQuoted = spoken.length > 0 && spoken.every(({ depth }) => depth > 0)
  return { from: writerIn(tail), text: joinLines(tail, isQuoted ? unquotedLine : ({ raw }) => raw) }
}
