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

/** What others wrote is read as they wrote it, and makes no heading, list or picture of its own. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|~]/g, String.raw`\$&`).replace(/^([#+=-]|\d+(?=[.)]))/, String.raw`\$1`)
}
