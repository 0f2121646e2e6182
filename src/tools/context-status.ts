import { z } from 'zod'
import { dateAndTime } from '../lib/time/calendar.ts'
import type { Library } from './library.ts'
import { anybody, defineTool } from './tool.ts'

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
