import { z } from 'zod'
import { quoted } from '../lib/text/quoted.ts'
import type { Library } from './library.ts'
import { describeLine } from './search-messages.ts'
import { anybody, defineTool } from './tool.ts'

export function getConversation(library: Library) {
  return defineTool({
    name: 'get_conversation',
    description:
      'Shows what was said around one message, in order. Use it with the number in brackets that search_messages gave.',
    input: z.object({
      message: z.number().int().positive().describe('the number of the message'),
      count: z.number().int().min(1).max(60).default(12).describe('how many lines on each side'),
    }),
    changes: false,
    may: anybody,
    line: ({ message }) => `reading around message ${quoted(message)}`,
    run({ message, count }, scope) {
      const lines = library.around(scope, message, count)
      if (lines.length === 0) return `There is no message ${message} to read.`
      return lines.map((line) => describeLine(line, scope.timezone)).join('\n')
    },
  })
}
