import type { SourceBlock } from '../../domain/job.ts'
import type { Trust } from '../../domain/person.ts'
import { lowestTrust } from '../../domain/trust.ts'

/** What was gathered, as it is said where no model is asked. */
export function composeBlocks(blocks: SourceBlock[]): { text: string; trust: Trust } {
  const parts = blocks.map(({ title, lines, failed }) => {
    const said =
      failed === undefined ? lines.map((line) => `- ${escaped(line)}`) : [`could not be read: ${escaped(failed)}`]
    return [`**${escaped(title)}**`, ...(said.length > 0 ? said : ['nothing new'])].join('\n')
  })
  const trusts = blocks
    .filter(({ lines, failed }) => lines.length > 0 || failed !== undefined)
    .map(({ trust }) => trust)
  return { text: parts.join('\n\n'), trust: lowestTrust(trusts) }
}

/** What others wrote is read as they wrote it, and makes no heading, list or picture of its own; an address can be opened. */
function escaped(text: string): string {
  return (
    text
      .split(/(https?:\/\/[^\s<>]+)/)
      .map((piece, place) => (place % 2 === 1 ? `<${piece}>` : piece.replace(/[\\`*_[\]<>|~]/g, String.raw`\$&`)))
      .join('')
      .replace(/^[#+=-]/, String.raw`\$&`)
      // A backslash before a digit would be shown.
      .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
  )
}
