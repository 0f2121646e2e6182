import { truncate } from '../../lib/text.ts'
import { toolServer } from './invocation.ts'
import type { ToolUse } from './stream.ts'

/** What a person reads while a tool runs, and what a later turn reads of it. */
export function toolLine({ name, input }: ToolUse): string {
  const own = name.startsWith(`mcp__${toolServer}__`) ? name.slice(`mcp__${toolServer}__`.length) : name
  switch (own) {
    case 'search_messages':
      return `searching for ${quoted(input.words)}`
    case 'get_conversation':
      return `reading around message ${quoted(input.message)}`
    case 'context_status':
      return 'looking at how full the conversation is'
    default:
      return `using ${quoted(own)}`
  }
}

/** One line, whatever the model put there. */
function quoted(value: unknown): string {
  return truncate(JSON.stringify(value) ?? 'nothing', 80)
}
