import { quoted } from '../../lib/text/quoted.ts'
import type { ToolLines, ToolUse } from '../spawner.ts'
import { fileName } from '../workspace-names.ts'
import { toolServer } from './command-line.ts'

const prefix = `mcp__${toolServer}__`

/** Whether it is one of the daemon's, which are judged where they run. */
export function isDaemons({ name }: ToolUse): boolean {
  return name.startsWith(prefix)
}

/** What a person reads while a tool runs, and what a later turn reads of it. The daemon has words of its own for its own. */
export function toolLine(use: ToolUse, daemons?: ToolLines): string {
  const { name, input } = use
  if (isDaemons(use)) return daemons?.line(name.slice(prefix.length), input) ?? `using ${quoted(name)}`
  switch (name) {
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
      return `using ${quoted(name)}`
  }
}
