import { withoutControls } from '../../lib/markdown.ts'
import type { AnswerFooter } from '../channel.ts'

/** The paragraphs below an answer, in Markdown: that it is unfinished, and what was done for it. */
export function footerParagraphs({ actions = [], unfinished }: AnswerFooter): string[] {
  const done = actions.map(({ line, failed }) => `> ${escapeMarkdown(line)}${failed ? ' (failed)' : ''}`)
  return [...(unfinished ? [`*(${unfinished})*`] : []), ...(done.length > 0 ? [done.join('\n')] : [])]
}

/** Escapes Markdown, so that the text is shown as it is. */
export function escapeMarkdown(line: string): string {
  const words = withoutControls(line.toWellFormed()).replace(/\s+/g, ' ').trim()
  return words.replace(/[\\`*_~[\]<>|#]/g, '\\$&')
}
