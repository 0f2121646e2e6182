import { resolve } from 'node:path'
import { z } from 'zod'
import { fileName } from '../../workspace-names.ts'
import { defineTool } from './define-tool.ts'
import { kindOf, linesOf, textOf } from './text-lines.ts'
import { Refusal, readInside } from './workspace.ts'

/** A result that is longer would be put into a file itself. */
const MOST_SHOWN = 20_000
const MOST_BYTES = 10 * 1024 * 1024

export const readFile = defineTool({
  name: 'read_file',
  description:
    'Reads a text file of the workspace. Long files come in parts: the end of a part says from which line to go on. A line of more than 2,000 characters counts as several.',
  kind: 'read',
  input: z.object({
    path: z.string().describe('Relative to the workspace.'),
    offset: z.int().min(1).default(1).describe('The first line to read, counted from 1.'),
    limit: z.int().min(1).max(10_000).default(2000).describe('How many lines to read at most.'),
  }),
  deed: ({ path }, { workspace }) => ({ kind: 'read', path: resolve(workspace, path) }),
  line: ({ path }) => `reading ${fileName(path)}`,
  run({ path, offset, limit }, { workspace }) {
    const { bytes, size } = readInside(workspace, path, MOST_BYTES)
    const text = textOf(bytes)
    if (text === undefined) throw new Refusal(`${fileName(path)} is no text (${kindOf(bytes)}, ${size} bytes).`)
    const lines = linesOf(text)
    if (lines.length === 0) return '[The file is empty.]'
    if (offset > lines.length) throw new Refusal(`The file has ${lines.length} lines.`)
    const shown = fitting(lines.slice(offset - 1, offset - 1 + limit))
    return [...shown, ...remarkOn({ offset, shown: shown.length, all: lines.length, isCut: size > bytes.length })].join(
      '\n',
    )
  },
})

/** As many as have room, and one in any case. */
function fitting(lines: string[]): string[] {
  let length = 0
  const end = lines.findIndex((line, at) => {
    length += line.length + 1
    return at > 0 && length > MOST_SHOWN
  })
  return end < 0 ? lines : lines.slice(0, end)
}

interface Part {
  offset: number
  shown: number
  all: number
  /** The file is longer than what was looked at. */
  isCut: boolean
}

function remarkOn({ offset, shown, all, isCut }: Part): string[] {
  const last = offset + shown - 1
  if (last < all) return [`[Lines ${offset} to ${last} of ${all}. Go on with offset ${last + 1}.]`]
  if (isCut) return [`[Only the first ${MOST_BYTES} bytes of the file can be read here, up to line ${last}.]`]
  return offset > 1 ? [`[Lines ${offset} to ${last} of ${all}, the end of the file.]`] : []
}
