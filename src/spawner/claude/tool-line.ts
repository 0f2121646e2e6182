import { basename } from 'node:path'
import { printable } from '../../lib/text/printable.ts'
import { truncate } from '../../lib/text/text.ts'
import type { ToolUse } from '../spawner.ts'
import { toolServer } from './invocation.ts'

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
    case 'Read':
      return `reading ${fileName(input.file_path)}`
    case 'Write':
      return `writing ${fileName(input.file_path)}`
    case 'Edit':
      return `changing ${fileName(input.file_path)}`
    case 'Glob':
    case 'Grep':
      return `looking for ${quoted(input.pattern)}`
    case 'Bash':
      return `running ${quoted(input.command)}`
    default:
      return `using ${quoted(own)}`
  }
}

function fileName(path: unknown): string {
  return typeof path === 'string' ? truncate(printable(basename(path)).replaceAll('\n', ' '), 80) : 'a file'
}

/** One line, whatever the model put there. */
function quoted(value: unknown): string {
  return truncate(JSON.stringify(value) ?? 'nothing', 80)
}
