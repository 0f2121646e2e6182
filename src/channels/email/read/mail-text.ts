import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ExtractedLines } from './html/html-lines.ts'
import { hasQuotes } from './html/quote-marks.ts'
import { joinLines, type MailLine } from './mail-lines.ts'
import { withoutArmour } from './pgp.ts'
import type { ReplyContext } from './reply/line-owners.ts'
import { type Split, splitReply } from './reply/reply-splitter.ts'
import { pageLines, splitAtSearchLimit, type TextPiece, visibleLines } from './visible-lines.ts'

/** The text of a mail, divided by author. */
export interface MailText {
  text: string
  quoted: string
  signature: string
  hidden: boolean
  isCut: boolean
  forwarded: { from: string; text: string }[]
}

export async function divideMailText(pieces: TextPiece[], context: ReplyContext): Promise<MailText> {
  const text: MailText = { text: '', quoted: '', signature: '', hidden: false, isCut: false, forwarded: [] }
  for (const piece of pieces) {
    const { shown: visible, split } = await dividePiece(piece, context)
    text.text = joinParagraphs(text.text, split.own)
    text.quoted = joinParagraphs(text.quoted, split.quoted)
    text.signature = joinParagraphs(text.signature, split.signature)
    text.hidden ||= visible.hidden
    text.isCut ||= visible.isCut
    if (split.forwarded) text.forwarded.push(split.forwarded)
  }
  return text
}

/**
 * Some clients strip the tags from a page and send that as plain text. It no longer shows who wrote what, but the page
 * still does.
 */
async function dividePiece(piece: TextPiece, context: ReplyContext): Promise<{ shown: ExtractedLines; split: Split }> {
  const plain = piece.plain.map((part) => ({ ...part, text: withoutArmour(part.text) }))
  const visible = await visibleLines({ ...piece, plain })
  await yieldToOthers()
  const split = splitLong(visible.lines, context)
  const hasQuoteMarks = split.isDivided || visible.lines.some(({ depth }) => depth > 0)
  if (hasQuoteMarks || plain.length === 0 || !piece.html.some(hasQuotes)) return { shown: visible, split }
  await yieldToOthers()
  const page = await pageLines(piece.html)
  return { shown: page, split: splitLong(page.lines, context) }
}

/** Only the beginning is searched for quotes. The rest belongs to whatever comes before it. */
function splitLong(lines: MailLine[], context: ReplyContext): Split {
  const { near, far } = splitAtSearchLimit(lines)
  const split = splitReply(near, context)
  const rest = joinLines(far)
  if (rest === '') return split
  if (split.forwarded) return { ...split, forwarded: { ...split.forwarded, text: `${split.forwarded.text}\n${rest}` } }
  if (split.isDivided) return { ...split, quoted: [split.quoted, rest].filter(Boolean).join('\n') }
  return { ...split, own: `${split.own}\n${rest}` }
}

function joinParagraphs(part: string, second: string): string {
  return [part, second].filter(Boolean).join('\n\n')
}
