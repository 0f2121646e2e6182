import { hasText, type MailLine } from '../mail-lines.ts'
import { attributionAt, attributionBefore } from './attribution.ts'
import type { KnownWords } from './known-words.ts'
import { isHeadLine, mailHeadAt, readSeparator } from './quoted-heads.ts'
import { hasContactDetails } from './signature.ts'

/** What the rest of the mail tells us about its text. */
export interface ReplyContext {
  isReply: boolean
  isForward: boolean
  /** Name and address of the sender. */
  writer: string
  /** Earlier messages of the thread. */
  known: KnownWords
}

export interface ReplyCut {
  at: number
  isForward: boolean
}

/**
 * Whose line it is: the sender's own, a quote that is new to us, or known text. `frame` is the text around a quote ("On
 * Monday Ana wrote:", "From: Ana"); it is kept only if its quote is.
 */
export type Owner = 'own' | 'quote' | 'frame' | 'known'

export function findOwners(lines: MailLine[], cut: ReplyCut | undefined, context: ReplyContext): Owner[] {
  const end = cut?.at ?? lines.length
  const owners = [...headOwners(lines.slice(0, end), context), ...lines.slice(end).map((): Owner => 'quote')]
  for (const { from, to } of findRuns(owners, 'quote')) {
    const run = lines.slice(from, to)
    const repeated = context.known.repeated(
      run.map(({ text }) => text),
      { short: true },
    )
    const frames = framesIn(run)
    for (const at of run.keys()) owners[from + at] = frames[at] ? 'frame' : repeated[at] ? 'known' : 'quote'
  }
  if (cut) findTypedLines(lines, owners, cut.at, context)
  return owners
}

/** For each line, whether a client wrote it above or around a quote. */
function framesIn(lines: MailLine[]): boolean[] {
  const frames = lines.map((line) => !hasText(line) || isRule(line) || readSeparator(line.text) !== undefined)
  for (const at of lines.keys()) {
    const introduction = frames[at] ? 0 : attributionAt(lines, at)
    frames.fill(true, at, at + introduction)
    if (introduction > 0 || !mailHeadAt(lines, at)) continue
    for (let below = at; below < at + MAX_HEAD_LINES && isHeadLine(lines[below]?.text ?? ''); below++)
      frames[below] = true
  }
  return frames
}

const MAX_HEAD_LINES = 8

/** The share of lines between two heads that must be known before the others count as typed. */
const MIN_KNOWN_SHARE = 0.5

/**
 * Outlook does not mark quoted lines, and people write answers into them. If most of a quoted mail is known to us, the
 * rest was typed.
 */
function findTypedLines(lines: MailLine[], owners: Owner[], from: number, { known: knownWords }: ReplyContext): void {
  const tail = lines.slice(from)
  const isKnown = knownWords.repeated(tail.map(({ text }) => text))
  const isHead = tail.map((_, at) => mailHeadAt(tail, at) !== undefined)
  const starts = tail.flatMap((_, at) => (at === 0 || (isHead[at] && !isHead[at - 1]) ? [at] : []))
  for (const [number, start] of starts.entries()) {
    const unframed: number[] = []
    for (let at = start; at < (starts[number + 1] ?? tail.length); at++)
      if (owners[from + at] !== 'frame' && (tail[at]?.depth ?? 0) <= (tail[0]?.depth ?? 0)) unframed.push(at)
    const isMostlyKnown =
      unframed.filter((line) => isKnown[line]).length >= Math.max(1, unframed.length * MIN_KNOWN_SHARE)
    if (isMostlyKnown) for (const line of unframed) owners[from + line] = isKnown[line] ? 'known' : 'own'
  }
}

/**
 * Above any cut, a quoted block counts if a client marked it, if it is introduced, if we know it, or if it ends a
 * reply.
 */
function headOwners(lines: MailLine[], { isReply, known: knownWords }: ReplyContext): Owner[] {
  const owners = lines.map((): Owner => 'own')
  const [first, last] = [lines.findIndex(hasText), lines.findLastIndex(hasText)]
  let hasQuote = false
  for (const { from, to } of blocksIn(lines)) {
    const introduction = attributionBefore(lines, from, isReply)
    const block = lines.slice(from, to)
    const isIntroducedWithin = attributionAt(block, 0) > 0
    const isSure = introduction > 0 || isIntroducedWithin || block.some((line) => line.isSure)
    const isLast = isReply && to > last && from > first
    const nonEmptyLines = block.filter(hasText).map(({ text }) => text)
    // If one block is quoted, so are the later ones between the answers.
    const isLater = isReply && hasQuote && !isAfterColon(lines, from)
    const isKnown = nonEmptyLines.length > 0 && knownWords.repeated(nonEmptyLines, { short: true }).every(Boolean)
    if (!isSure && !isKnown && !isLater && !(isLast && isHistory(block, isAfterColon(lines, from)))) continue
    owners.fill('quote', from - introduction, to)
    hasQuote = true
  }
  for (const { from, to } of findRuns(owners, 'own')) {
    if (isFooter(lines, from, to)) owners.fill('quote', from, to)
  }
  return owners
}

const MIN_WRAPPED_CHARS = 60
const MAX_REMNANT_CHARS = 40

/** Some programs wrap a quoted line without marking the rest of it. That rest is quoted too. */
export function markWrappedQuotes(allLines: MailLine[], knownWords: KnownWords): MailLine[] {
  const lines = [...allLines]
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1]
    if (!above || above.depth === 0 || line.depth > 0 || !hasText(line) || !hasText(above)) continue
    const isRepeated = knownWords.repeated([lines[at - 2]?.text ?? '', above.text, line.text]).at(-1)
    if (isRepeated || isRestOf(above, line)) lines[at] = { ...line, depth: above.depth }
  }
  return lines
}

function isRestOf(above: MailLine, { text }: MailLine): boolean {
  const isBroken = above.raw.trimEnd().length >= MIN_WRAPPED_CHARS && !/[.?!:;。？！：]$/.test(above.text.trim())
  return isBroken && text.trim().length <= MAX_REMNANT_CHARS && /^[\p{Ll}\p{Lo}\p{Nd}(]/u.test(text.trim())
}

/** A footer that a mailing list or server added below a quote: a drawn line and an address. */
function isFooter(lines: MailLine[], from: number, to: number): boolean {
  if (from === 0 || to < lines.length) return false
  const nonEmptyLines = lines.slice(from, to).filter(({ raw }) => raw.trim() !== '')
  const isDrawn = /^(?:_{5,}|-{2,}|={5,})\s*$/.test(nonEmptyLines[0]?.raw ?? '')
  return isDrawn && nonEmptyLines.some(({ raw }) => hasContactDetails(raw))
}

export function findRuns(owners: Owner[], owner: Owner): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const [at, lineOwner] of owners.entries()) {
    if (lineOwner !== owner) continue
    const last = runs.at(-1)
    if (last?.to === at) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return runs
}

/**
 * A quote without an introduction below an answer. If it is only a few lines, or follows a colon, it may be the
 * sender's own.
 */
function isHistory(block: MailLine[], isAnnounced: boolean): boolean {
  const nonEmptyLines = block.filter(hasText)
  // Three marks on every line are the prompt of a program, not a quote.
  const isQuoted = nonEmptyLines.some(({ depth }) => depth === 1)
  return isQuoted && !isAnnounced && (nonEmptyLines.length >= 3 || nonEmptyLines.some(({ depth }) => depth > 1))
}

/** Text after a colon is what the sender announced. */
function isAfterColon(lines: MailLine[], at: number): boolean {
  return /[:：]$/.test(lines[textLineBefore(lines, at)]?.text.trim() ?? '')
}

/** The last non-empty line before this one, or -1. */
export function textLineBefore(lines: MailLine[], at: number): number {
  let above = at - 1
  for (let line = lines[above]; line && !hasText(line); line = lines[above]) above--
  return above
}

/** Runs of quoted lines. Empty lines between two of them belong to the run. */
function blocksIn(lines: MailLine[]): { from: number; to: number }[] {
  const blocks: { from: number; to: number }[] = []
  for (let at = 0; at < lines.length; at++) {
    if ((lines[at]?.depth ?? 0) === 0) continue
    const last = blocks.at(-1)
    if (last && !lines.slice(last.to, at).some(hasText)) last.to = at + 1
    else blocks.push({ from: at, to: at + 1 })
  }
  return blocks
}

export function isRule({ text, depth, isSure }: MailLine): boolean {
  return (depth === 0 || isSure === true) && /^[-_—=\s]*$/.test(text)
}
