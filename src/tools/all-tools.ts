import { z } from 'zod'
import { quoted } from '../lib/text/visible.ts'
import { dateAndTime } from '../lib/time/calendar.ts'
import type { Library } from './library.ts'
import { describeLine } from './line.ts'
import { type Jobs, scheduleTools } from './schedule.ts'
import { searchMessages } from './search-messages.ts'
import { type FileDesk, sendFile } from './send-file.ts'
import { type Silence, staySilent } from './stay-silent.ts'
import { anybody, defineTool, type Tool } from './tool.ts'

/** What the tools are made from. */
export interface ToolDesks {
  library: Library
  files: FileDesk
  jobs: Jobs
  silence: Silence
}

/** Every tool there is, in the order the model reads them. */
export function allTools({ library, files, jobs, silence }: ToolDesks): Tool[] {
  return [
    searchMessages(library),
    getConversation(library),
    ...scheduleTools(jobs),
    sendFile(files),
    contextStatus(library),
    staySilent(silence),
  ]
}

export function contextStatus(library: Library) {
  return defineTool({
    name: 'context_status',
    description: 'Tells how much of the window this conversation fills and how much is stored that you do not see.',
    input: z.object({}),
    changes: false,
    may: anybody,
    line: () => 'looking at how full the conversation is',
    run(_input, scope) {
      const { turns, contextTokens, windowTokens, storedMessages, epochOpenedAt } = library.status(scope)
      const since = epochOpenedAt ? ` since ${dateAndTime(epochOpenedAt, scope.timezone)}` : ''
      const share = windowTokens ? ` of ${windowTokens}` : ''
      return `${turns} turns${since}; ${contextTokens}${share} tokens were read last; ${storedMessages} messages of this chat are stored, and a search looks at all of them.`
    },
  })
}

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
