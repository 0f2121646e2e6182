import { z } from 'zod'
import { quoted } from '../lib/text/visible.ts'
import { defineTool, type Scope } from './tool.ts'

/** The library as a tool reads it. It only returns what the person of the scope may read. */
export interface LibraryReader {
  /** Whether there is a library that may be read in this scope. */
  isReadable(scope: Scope): boolean
  search(scope: Scope, query: string, page: { offset: number; limit: number }): FoundInLibrary | Promise<FoundInLibrary>
  /** The passages of a file, in order, from a position on. A sentence if there is no such file. */
  read(scope: Scope, file: string, page: { from: number; limit: number }): LibraryExcerpt[] | { problem: string }
}

export interface FoundInLibrary {
  /** How many passages were compared; there may be more that contain one of the words. */
  total: number
  excerpts: LibraryExcerpt[]
}

/** A passage as a tool shows it. */
export interface LibraryExcerpt {
  file: string
  position: number
  passages: number
  heading: string
  text: string
  isTrusted: boolean
}

const MAX_RESULT_CHARS = 16_000
const MAX_LIMIT = 20

const input = z
  .object({
    query: z.string().max(500, 'query: at most 500 characters').default('').describe('distinctive words'),
    file: z
      .string()
      .max(1000, 'file: at most 1000 characters')
      .default('')
      .describe('reads this file in order instead, such as notes/roof.md'),
    passage: z.number().int().min(1, 'passage: 1 or more').default(1).describe('with file: where to begin'),
    offset: z.number().int().min(0, 'offset: 0 or more').max(1000, 'offset: at most 1000').default(0),
    limit: z.number().int().min(1, `limit: 1 to ${MAX_LIMIT}`).max(MAX_LIMIT, `limit: 1 to ${MAX_LIMIT}`).default(6),
  })
  .refine(({ query, file }) => query.trim() !== '' || file.trim() !== '', { error: 'Set query or file.' })

export function searchLibrary(library: LibraryReader) {
  return defineTool({
    name: 'search_library',
    description: `Searches the owner's files (notes, documents, manuals), or reads one of them from a passage on. Search here too before you say that you do not know something. Name the file when you use what it says.`,
    input,
    hasEffects: false,
    minRole: 'owner',
    isOffered: (scope) => library.isReadable(scope),
    line: ({ query, file }) =>
      typeof file === 'string' && file !== ''
        ? `reading ${quoted(file)} in the library`
        : `searching the library for ${quoted(query)}`,
    async run({ query, file, passage, offset, limit }, scope) {
      if (!library.isReadable(scope)) return 'The library can be read only in a private chat with the owner.'
      if (file.trim() !== '') {
        const found = library.read(scope, file.trim(), { from: passage, limit })
        if ('problem' in found) return found.problem
        return describe(found, (last) =>
          last.position < last.passages ? `Use passage ${last.position + 1} to read on.` : '',
        )
      }
      const { total, excerpts } = await library.search(scope, query, { offset, limit })
      if (excerpts.length === 0 && offset === 0)
        return `Nothing in the library contains any of these words: ${quoted(query)}. Try other words.`
      return describe(excerpts, (_, shown) => {
        const last = offset + shown
        return `${offset + 1}-${last} of ${total} passages, best first.${last < total ? ` Use offset ${last} to see more.` : ''}`
      })
    },
  })
}

/** A heading line for each passage, and its text behind a bar, so that no text can look like another heading. */
function describe(excerpts: LibraryExcerpt[], note: (last: LibraryExcerpt, shown: number) => string): string {
  const blocks: string[] = []
  let chars = 0
  for (const excerpt of excerpts) {
    const block = describeExcerpt(excerpt)
    chars += block.length
    if (chars > MAX_RESULT_CHARS && blocks.length > 0) break
    blocks.push(block)
  }
  const last = excerpts[blocks.length - 1]
  return [last && note(last, blocks.length), ...blocks].filter(Boolean).join('\n')
}

function describeExcerpt({ file, position, passages, heading, text, isTrusted }: LibraryExcerpt): string {
  const notes = [`passage ${position} of ${passages}`, ...(isTrusted ? [] : ['untrusted'])]
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) => `    | ${line}`)
  return [`[${file}, ${notes.join(', ')}]${heading === '' ? '' : ` ${heading}`}`, ...lines].join('\n')
}
