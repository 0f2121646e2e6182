import type * as wire from '../../page/wire/wire.ts'
import { toWireText } from '../wire-text.ts'

/** What is longer was pasted from elsewhere: a log or a program, whose "#" and "*" are no Markdown. */
const mostTypedLines = 25
const mostTypedChars = 2_000
const mostReadChars = 20_000

/** What somebody wrote on the page, as Markdown; undefined where it is none, and is shown as it was typed. */
export function ownMarkdown(text: string): wire.Block[] | undefined {
  if (text.startsWith('/') || text.length > mostReadChars) return undefined
  const isTyped = text.length <= mostTypedChars && text.split('\n').length <= mostTypedLines
  if (!isTyped && !/^(```|~~~)/m.test(text)) return undefined
  const blocks = toWireText(text)
  return blocks.every(isPlain) ? undefined : blocks
}

function isPlain(block: wire.Block): boolean {
  return block.kind === 'paragraph' && block.inlines.every(({ kind }) => kind === 'text' || kind === 'break')
}
