import { withoutControls } from '../../lib/markdown.ts'
import type { Foot } from '../channel.ts'

/** That it ends here, and what was done for it, in Markdown: a paragraph each. */
export function footOf({ actions = [], unfinished }: Foot): string[] {
  const done = actions.map(({ line, failed }) => `> ${literal(line)}${failed ? ' (failed)' : ''}`)
  return [...(unfinished ? [`*(${unfinished})*`] : []), ...(done.length > 0 ? [done.join('\n')] : [])]
}

/** Words that are no Markdown, so that it shows them as they are. */
export function literal(line: string): string {
  const words = withoutControls(line.toWellFormed()).replace(/\s+/g, ' ').trim()
  return words.replace(/[\\`*_~[\]<>|#]/g, '\\$&')
}
