import { z } from 'zod'
import { quoted } from '../lib/text/quoted.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import type { Library, LibraryLine } from './library.ts'
import { anybody, defineTool } from './tool.ts'

export function searchMessages(library: Library) {
  return defineTool({
    name: 'search_messages',
    description:
      'Searches what was said in the conversations this person may read, far beyond what you see now. Use it BEFORE you say that you do not know or do not remember something they may have told you. Give a few telling words, not a sentence; try other words when nothing fits.',
    input: z.object({
      words: z.string().min(1).max(500).describe('a few words that must have been in it'),
      limit: z.number().int().min(1).max(30).default(8),
    }),
    changes: false,
    may: anybody,
    line: ({ words }) => `searching for ${quoted(words)}`,
    async run({ words, limit }, scope) {
      const found = await library.search(scope, words, limit)
      if (found.length === 0) return `Nothing was found for "${words}". Try other words, fewer, or a name.`
      return found.map((line) => describeLine(line, scope.timezone)).join('\n')
    },
  })
}

/** One line with where to look for more. What people wrote is quoted, so that it cannot pass for ours. */
export function describeLine(line: LibraryLine, timezone: string): string {
  return `[${line.id}] ${dateAndTime(line.at, timezone)} ${JSON.stringify(line.who)} in ${JSON.stringify(line.chatTitle)}: ${JSON.stringify(line.text)}`
}
