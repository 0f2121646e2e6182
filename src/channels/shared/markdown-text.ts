import type { UnfinishedReason } from '../../domain/message.ts'
import { type Align, withoutControls } from '../../lib/markdown.ts'
import { cellsOf } from '../../lib/text/terminal-width.ts'
import { oneLine } from '../../lib/text/text.ts'
import { channelMessages } from '../../messages/channel-messages.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnswerFooter } from '../channel.ts'

/** The paragraphs below an answer, in Markdown: that it is unfinished, and what was done for it. */
export function footerParagraphs({ actions = [], unfinished, language = 'en' }: AnswerFooter): string[] {
  const failedNote = ` ${channelMessages.failed[language]}`
  const lines = actions.map(({ line, failed }) => `> ${escapeMarkdown(line)}${failed ? failedNote : ''}`)
  const note = unfinished && `*${unfinishedNote(unfinished, language)}*`
  return [...(note ? [note] : []), ...(lines.length > 0 ? [lines.join('\n')] : [])]
}

export function unfinishedNote(unfinished: UnfinishedReason, language: Language): string {
  return (unfinished === 'stopped' ? channelMessages.stopped : channelMessages.cutOff)[language]
}

/** Escapes Markdown, so that the text is shown as it is. */
export function escapeMarkdown(line: string): string {
  const words = oneLine(withoutControls(line.toWellFormed()))
  return words.replace(/[\\`*_~[\]<>|#]/g, '\\$&')
}

/**
 * Draws a table as lines of equal width. Undefined if it would be wider than `maxWidth`, because a phone screen is
 * narrow.
 */
export function drawTable(head: string[], rows: string[][], align: Align[], maxWidth = 45): string | undefined {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(1, ...all.map((row) => cellsOf(row[column] ?? ''))))
  if (widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) > maxWidth) return undefined
  const line = (row: string[]) =>
    widths
      .map((width, column) => pad(row[column] ?? '', width, align[column] ?? 'none'))
      .join(GAP)
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('──')
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const GAP = '  '

function pad(cell: string, width: number, align: Align): string {
  const room = width - cellsOf(cell)
  const leftPadding = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0
  return ' '.repeat(leftPadding) + cell + ' '.repeat(room - leftPadding)
}
