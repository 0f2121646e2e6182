import { isSpoken, type Line, quoted, textOf, unquoted } from '../lines.ts'
import { attributionAt, attributionBefore } from './attribution.ts'
import { mailHeadAt, separatorIn, writerIn } from './heads.ts'
import { originals } from './phrases.ts'
import { signatureIn } from './signature.ts'

/** What the mail around the text says of it. */
export interface Context {
  isReply: boolean
  isForward: boolean
}

export interface Split {
  own: string
  quoted: string
  signature: string
  /** Somebody else's mail, passed on. */
  forwarded?: { from: string; text: string }
}

/**
 * Tells what somebody wrote from what they answer. Where their words stand between those of others everything is kept, each
 * quoted line with its mark; and so it is where nothing of their own would be left. A line that only looks like a quote
 * stays: it is better to read some words twice than to lose one.
 */
export function splitReply(lines: Line[], context: Context): Split {
  const cut = findCut(lines, context)
  const head = lines.slice(0, cut?.at)
  const tail = lines.slice(cut?.at ?? lines.length)
  const owners = whose(head, context)
  const signs = signatureLines(head, owners)
  const isOwn = (_: Line, at: number) => owners[at] === 'own' && !signs.has(at)
  const signature = textOf(head.filter((_, at) => signs.has(at))).replace(/^--\s*/, '')
  const forwarded = cut?.isForward ? { forwarded: passedOn(tail) } : {}
  const below = cut && !cut.isForward ? tail : []

  const isMixed = isInterleaved(head, owners, signs)
  const kept = head.filter((line, at) => (isMixed ? !signs.has(at) : isOwn(line, at)))
  const left = head.filter((_, at) => !isMixed && owners[at] === 'quote')
  const own = textOf(cut || left.length > 0 ? withoutRules(kept) : kept)
  const split = { own, quoted: textOf([...left, ...below], unquoted), signature, ...forwarded }
  if (own !== '' || cut?.isForward || split.quoted === '') return split
  return { ...split, own: textOf([...head, ...below], quoted), quoted: '' }
}

interface Cut {
  at: number
  isForward: boolean
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
  if (at === 0 || lines[at - 1]?.text.trim() !== '') return false
  const introduction = attributionAt(lines, at)
  return introduction > 0 && !isQuoteNext(lines, at + introduction) && lines.slice(0, at).some(isSpoken)
}

/** Whatever stands between dashes above the head of a mail belongs to it, in whichever language; some leave out the dashes. */
function withBanner(lines: Line[], at: number): number {
  const above = lines.slice(0, at).findLastIndex(isSpoken)
  const text = lines[above]?.text.trim() ?? ''
  const isBanner = /^[-_=]{3}.*[-_=]{3}$/.test(text) || originals.has(text.toLocaleLowerCase('en'))
  return at - above <= 2 && text.length < 120 && isBanner ? above : at
}

function isQuoteNext(lines: Line[], at: number): boolean {
  const next = lines.slice(at, at + 4).find(({ text, depth }) => depth > 0 || text.trim() !== '')
  return next !== undefined && next.depth > 0
}

type Owner = 'own' | 'quote'

/** Whose each line is: of quoted blocks those count that a client marked, that are introduced, or that end an answer. */
function whose(lines: Line[], { isReply }: Context): Owner[] {
  const owners = lines.map((): Owner => 'own')
  const [first, last] = [lines.findIndex(isSpoken), lines.findLastIndex(isSpoken)]
  for (const { from, to } of blocksIn(lines)) {
    const introduction = attributionBefore(lines, from, isReply)
    const block = lines.slice(from, to)
    const isIntroducedWithin = attributionAt(block, 0) > 0
    const isSure = introduction > 0 || isIntroducedWithin || block.some((line) => line.isSure)
    const isLast = isReply && to > last && from > first
    if (isSure || (isLast && isHistory(block, lines.slice(0, from)))) owners.fill('quote', from - introduction, to)
  }
  return owners
}

/** A quote that nobody introduces, below an answer: a few lines, or what a colon leads to, may be the sender's own. */
function isHistory(block: Line[], before: Line[]): boolean {
  const spoken = block.filter(isSpoken)
  const isLedTo = /[:：]$/.test(before.findLast(isSpoken)?.text.trim() ?? '')
  // Three marks on every line are how a program asks for the next one.
  const isQuoted = spoken.some(({ depth }) => depth === 1)
  return isQuoted && !isLedTo && (spoken.length >= 3 || spoken.some(({ depth }) => depth > 1))
}

/** Runs of quoted lines; what is empty between two of them is part of the run. */
function blocksIn(lines: Line[]): { from: number; to: number }[] {
  const blocks: { from: number; to: number }[] = []
  for (let at = 0; at < lines.length; at++) {
    if ((lines[at]?.depth ?? 0) === 0) continue
    const last = blocks.at(-1)
    if (last && !lines.slice(last.to, at).some(isSpoken)) last.to = at + 1
    else blocks.push({ from: at, to: at + 1 })
  }
  return blocks
}

/** Where signatures are, in every stretch of the sender's own lines. */
function signatureLines(lines: Line[], owners: Owner[]): Set<number> {
  const found = new Set<number>()
  let from = 0
  while (from < lines.length) {
    if (owners[from] === 'quote') {
      from++
      continue
    }
    let to = from
    while (to < lines.length && owners[to] === 'own') to++
    const stretch = lines.slice(from, to)
    const marked = stretch.findIndex(({ isSignature }) => isSignature)
    const unmarked = stretch.slice(0, marked < 0 ? undefined : marked)
    const at = signatureIn(unmarked.map(({ raw }) => raw))
    for (let line = from + at; line < from + unmarked.length; line++) found.add(line)
    for (let line = from + unmarked.length; line < to; line++) if (lines[line]?.isSignature) found.add(line)
    from = to
  }
  return found
}

/** Something of their own stands below a quote. */
function isInterleaved(lines: Line[], owners: Owner[], signs: Set<number>): boolean {
  const firstQuote = owners.indexOf('quote')
  return (
    firstQuote >= 0 &&
    lines.some((line, at) => at > firstQuote && owners[at] === 'own' && !signs.has(at) && isSpoken(line))
  )
}

/** The lines that clients draw between an answer and what is answered. */
function withoutRules(lines: Line[]): Line[] {
  let end = lines.length
  for (let last = lines[end - 1]; last && isRule(last); last = lines[end - 1]) end--
  return lines.slice(0, end)
}

function isRule({ text, depth, isSure }: Line): boolean {
  return (depth === 0 || isSure === true) && /^[-_—=\s]*$/.test(text)
}

/** Of a quoted mail one mark is taken off, because it stands for itself. */
function passedOn(tail: Line[]): { from: string; text: string } {
  const spoken = tail.filter(isSpoken).slice(1)
  const isQuoted = spoken.length > 0 && spoken.every(({ depth }) => depth > 0)
  return { from: writerIn(tail), text: textOf(tail, isQuoted ? unquoted : ({ raw }) => raw) }
}
