import { truncate } from '../../../../lib/text/text.ts'
import { isSpoken, type Line, textOf, unquoted } from '../lines.ts'
import { attributionAt } from './attribution.ts'
import { mailHeadAt, separatorIn, writerIn } from './heads.ts'
import { type Context, type Cut, isRule, type Owner, ownersOf, runsOf, spokenBefore, withRemnants } from './owners.ts'
import { originals } from './phrases.ts'
import { signatureIn } from './signature.ts'

export interface Split {
  /** What the sender wrote. */
  own: string
  /** Quoted lines that we do not have already, without marks; where the sender wrote between them, that place is marked. */
  quoted: string
  signature: string
  /** Something in it is somebody else's. */
  isDivided: boolean
  /** Somebody else's mail, passed on. */
  forwarded?: { from: string; text: string }
}

/**
 * Tells what somebody wrote from what they answer. No line is dropped but those that were said in the thread before: what is
 * quoted and new to us stands apart, and lines typed between quoted ones stay with their writer.
 */
export function splitReply(given: Line[], context: Context): Split {
  const lines = withRemnants(given, context.known)
  const cut = findCut(lines, context)
  const shown = cut?.isForward ? lines.slice(0, cut.at) : lines
  const owners = ownersOf(shown, cut, context)
  const hasQuote = owners.some((owner) => owner !== 'own')
  const signs = signatureLines(shown, owners, context.writer)
  const words = ownText(shown, owners, signs, cut !== undefined || hasQuote)
  // Where nothing else would be left it was no signature.
  const own = words || ownText(shown, owners, new Set(), true)
  const signature = words === '' ? '' : textOf(shown.filter((_, at) => signs.has(at))).replace(/^--\s*/, '')
  const forwarded = cut?.isForward ? { forwarded: passedOn(lines.slice(cut.at)) } : {}
  return {
    own,
    quoted: quotedText(shown, owners, signs),
    signature,
    isDivided: cut !== undefined || hasQuote,
    ...forwarded,
  }
}

/** The line from which on everything is another mail, as Outlook and all who forward put it. */
function findCut(lines: Line[], { isReply, isForward }: Context): Cut | undefined {
  let isWithin = false
  for (const [at, line] of lines.entries()) {
    const isQuoted = line.depth > 0
    if (!isQuoted) isWithin = false
    // Within a quote there may be anything; only where one begins can it be a mail that was passed on.
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

/** "On Monday Ana wrote:", and what she wrote without any mark. With nothing above it, the answer is somewhere below it. */
function isHistoryFrom(lines: Line[], at: number): boolean {
  // Yahoo leaves no line empty above it, and indents it.
  if (at === 0 || (lines[at - 1]?.text.trim() !== '' && !/^ {2}/.test(lines[at]?.raw ?? ''))) return false
  const introduction = attributionAt(lines, at)
  return introduction > 0 && !isQuoteNext(lines, at + introduction) && lines.slice(0, at).some(isSpoken)
}

/** Whatever stands between dashes above the head of a mail belongs to it, in whichever language; some leave out the dashes. */
function withBanner(lines: Line[], at: number): number {
  const above = spokenBefore(lines, at)
  const text = lines[above]?.text.trim() ?? ''
  const isBanner = /^[-_=]{3}.*[-_=]{3}$/.test(text) || originals.has(text.toLocaleLowerCase('en'))
  return at - above <= 2 && text.length < 120 && isBanner ? above : at
}

function isQuoteNext(lines: Line[], at: number): boolean {
  const next = lines.slice(at, at + 4).find(({ text, depth }) => depth > 0 || text.trim() !== '')
  return next !== undefined && next.depth > 0
}

/** The signature at the very end of what they wrote; below a quote it may stand by itself, and another above it. */
function signatureLines(lines: Line[], owners: Owner[], writer: string): Set<number> {
  const found = new Set<number>()
  for (const { from, to } of runsOf(owners, 'own').toReversed()) {
    const at = from + signatureIn(lines.slice(from, to), writer)
    for (let line = at; line < to; line++) found.add(line)
    if (lines.slice(from, at).some(isSpoken)) break
  }
  return found
}

const LONGEST_CONTEXT = 160

/** What they wrote, in order. Between lines of ours each answer has the line above it, marked, that it answers. */
function ownText(lines: Line[], owners: Owner[], signs: Set<number>, isReply: boolean): string {
  const isOwn = (at: number) => owners[at] === 'own' && !signs.has(at)
  const runs = runsOf(owners, 'own').filter(({ from, to }) =>
    lines.slice(from, to).some((line, at) => isOwn(from + at) && isSpoken(line)),
  )
  const pieces = runs.map(({ from, to }) => {
    const kept = lines.slice(from, to).filter((_, at) => isOwn(from + at))
    const words = textOf(isReply ? withoutRules(kept) : kept)
    const above = spokenBefore(lines, from)
    const answered = runs.length > 1 && owners[above] === 'known' ? lines[above] : undefined
    return answered ? `> ${truncate(answered.text.trim(), LONGEST_CONTEXT)}\n${words}` : words
  })
  return pieces.filter(Boolean).join('\n\n')
}

const LONGEST_PLACE = 60

/** What is quoted and new to us; nothing where that is only the frame around what we have. */
function quotedText(lines: Line[], owners: Owner[], signs: Set<number>): string {
  if (!owners.includes('quote')) return ''
  const first = owners.findIndex((owner) => owner !== 'own')
  const last = owners.findLastIndex((owner) => owner === 'quote')
  const places = new Map<number, Line>()
  for (const { from, to } of runsOf(owners, 'own')) {
    const answer = lines.slice(from, to).find((line, at) => isSpoken(line) && !signs.has(from + at))
    if (!answer || from < first || from > last) continue
    const place = `[answered here: ${truncate(answer.text.trim(), LONGEST_PLACE)}]`
    places.set(from, { text: place, raw: place, depth: 0 })
  }
  const shown = lines.flatMap((line, at) => {
    if (owners[at] === 'quote' || owners[at] === 'frame') return [line]
    return places.get(at) ?? []
  })
  return textOf(shown, unquoted)
}

/** The lines that clients draw between an answer and what is answered. */
function withoutRules(lines: Line[]): Line[] {
  let end = lines.length
  for (let last = lines[end - 1]; last && isRule(last); last = lines[end - 1]) end--
  return lines.slice(0, end)
}

/** Of a quoted mail one mark is taken off, because it stands for itself. */
function passedOn(tail: Line[]): { from: string; text: string } {
  const spoken = tail.filter(isSpoken).slice(1)
  const isQuoted = spoken.length > 0 && spoken.every(({ depth }) => depth > 0)
  return { from: writerIn(tail), text: textOf(tail, isQuoted ? unquoted : ({ raw }) => raw) }
}
