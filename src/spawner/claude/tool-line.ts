import { toolServer } from './invocation.ts'

/** What a person reads while a tool runs. */
export function toolLine(name: string): string {
  const own = name.startsWith(`mcp__${toolServer}__`) ? name.slice(`mcp__${toolServer}__`.length) : name
  return lines[own] ?? `using ${own}`
}

const lines: Record<string, string> = {
  search_messages: 'searching what was said',
  get_conversation: 'reading an earlier conversation',
  context_status: 'looking at how full the conversation is',
}
