import { withoutControls } from '../../lib/markdown.ts'
import type { Foot } from '../channel.ts'

/** The paragraphs below an answer, in Markdown: that it is unfinished, and what was done for it. */
export function footOf({ actions = [], unfinished }: Foot): string[] {
  const done = actions.map(({ line, failed }) => `> ${literal(line)}${failed ? ' (failed)' : ''}`)
  return [...(unfinished ? [`*(${unfinished})*`] : []), ...(done.length > 0 ? [done.join('\n')] : [])]
}

/** Escapes Markdown, so that the text is shown as it is. */
export function literal(line: string): string {
  const words = withoutControls(line.toWellFormed()).replace(/\s+/g, ' ').trim()
  return words.replace(/[\\`*_~[\]<>|#]/g, '\\$&')
}
