import { z } from 'zod'
import { quoted } from '../lib/text/quoted.ts'
import type { Library } from './library.ts'
import { describeLine } from './line.ts'
import { anybody, defineTool } from './tool.ts'

const MOST_LINES = 60

export function getConversation(library: Library) {
  return defineTool({
    name: 'get_conversation',
    description:
      'Shows what was said around one message, in order, and that message whole. Use it with the number in brackets that search_messages gave. Your own lines are marked "you".',
    input: z.object({
      message: z.number().int().positive('message: the number in brackets').describe('the number of the message'),
      count: z
        .number()
        .int()
        .min(1, `count: 1 to ${MOST_LINES}`)
        .max(MOST_LINES, `count: 1 to ${MOST_LINES}`)
        .default(12)
        .describe('how many lines on each side; the more, the shorter each is shown'),
      cleared: z
        .boolean()
        .default(false)
        .describe('true only when the person asks for what they cleared with /context clear'),
    }),
    changes: false,
    may: anybody,
    line: ({ message }) => `reading around message ${quoted(message)}`,
    run({ message, ...options }, scope) {
      const lines = library.around(scope, message, options)
      if (lines.length === 0) return `There is no message ${message} to read.`
      return [`Times are in ${scope.timezone}.`, ...lines.map((line) => describeLine(line, scope.timezone))].join('\n')
    },
  })
}
