import { setImmediate as others } from 'node:timers/promises'
import type { ExtractedLines } from './html/html-lines.ts'
import { hasQuotes } from './html/quote-marks.ts'
import { joinLines, type MailLine } from './mail-lines.ts'
import { withoutArmour } from './pgp.ts'
import type { ReplyContext } from './reply/line-owners.ts'
import { type Split, splitReply } from './reply/reply-splitter.ts'
import { pageLines, type TextPiece, visibleLines, withinReach } from './visible-lines.ts'

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
  const told: MailText = { text: '', quoted: '', signature: '', hidden: false, isCut: false, forwarded: [] }
  for (const piece of pieces) {
    const { shown, split } = await tellPiece(piece, context)
    told.text = joined(told.text, split.own)
    told.quoted = joined(told.quoted, split.quoted)
    told.signature = joined(told.signature, split.signature)
    told.hidden ||= shown.hidden
    told.isCut ||= shown.isCut
    if (split.forwarded) told.forwarded.push(split.forwarded)
  }
  return told
}

/**
 * Some clients strip the tags from a page and send that as plain text. It no longer shows who wrote what, but the page
 * still does.
 */
async function tellPiece(piece: TextPiece, context: ReplyContext): Promise<{ shown: ExtractedLines; split: Split }> {
  const plain = piece.plain.map((one) => ({ ...one, text: withoutArmour(one.text) }))
  const shown = await visibleLines({ ...piece, plain })
  await others()
  const split = splitLong(shown.lines, context)
  const isMarked = split.isDivided || shown.lines.some(({ depth }) => depth > 0)
  if (isMarked || plain.length === 0 || !piece.html.some(hasQuotes)) return { shown, split }
  await others()
  const page = await pageLines(piece.html)
  return { shown: page, split: splitLong(page.lines, context) }
}

/** Only the beginning is searched for quotes. The rest belongs to whatever comes before it. */
function splitLong(lines: MailLine[], context: ReplyContext): Split {
  const { near, far } = withinReach(lines)
  const split = splitReply(near, context)
  const rest = joinLines(far)
  if (rest === '') return split
  if (split.forwarded) return { ...split, forwarded: { ...split.forwarded, text: `${split.forwarded.text}\n${rest}` } }
  if (split.isDivided) return { ...split, quoted: [split.quoted, rest].filter(Boolean).join('\n') }
  return { ...split, own: `${split.own}\n${rest}` }
}

function joined(one: string, other: string): string {
  return [one, other].filter(Boolean).join('\n\n')
}
