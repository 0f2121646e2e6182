import type { Intent, OwnTools, ToolAction, ToolRights, ToolUse } from '../spawner.ts'
import { isSettingsFile, settingsFileRefusal } from '../tool-input.ts'

/** Which tools exist besides the daemon's, and which uses need no approval. */
export interface ClaudeToolSettings {
  tools: readonly string[]
  allow: Record<'owner' | 'member', readonly string[]>
  /** The names of the MCP servers. */
  servers?: readonly string[]
}

type Kind = Exclude<ToolAction['kind'], 'other'>

const cliToolKinds = new Map<string, Kind>([
  ['Read', 'read'],
  ['Glob', 'read'],
  ['Grep', 'read'],
  ['Write', 'write'],
  ['Edit', 'edit'],
  ['Bash', 'command'],
])

/** Whether the CLI itself has this tool. The daemon serves the others over MCP, and judges them there. */
export function isCliTool(name: string): boolean {
  return cliToolKinds.has(name)
}

/** Guests get none of these tools. All tools of one server are called `server__*`. */
export function claudeToolRights({ tools, allow, servers = [] }: ClaudeToolSettings): OwnTools {
  const serverPatterns = servers.map((server) => `${server}__*`)
  const all = [...tools, ...serverPatterns]
  return {
    kinds: new Map([
      ...cliToolKinds,
      ['fetch_page', 'fetch'] as const,
      ...serverPatterns.map((name) => [name, 'use'] as const),
    ]),
    rights: (role): ToolRights => (role === 'guest' ? { tools: [], allow: [] } : { tools: all, allow: allow[role] }),
    allowKey: 'brain.claude.allow',
  }
}

/** `network`: whether the model's commands may use it. */
export function createIntent(use: ToolUse, network = false): Intent {
  return { ...use, action: describeAction(use, network) }
}

function describeAction({ name, input }: ToolUse, network: boolean): ToolAction {
  const path = asString(input.file_path)
  switch (name) {
    case 'Read':
      return path === undefined ? unclearAction(name) : { kind: 'read', path }
    case 'Grep':
      return { kind: 'read', path: asString(input.path) ?? '.' }
    case 'Glob':
      return leavesWorkspace(asString(input.pattern))
        ? unclearAction(name)
        : { kind: 'read', path: asString(input.path) ?? '.', namesOnly: true }
    case 'Write': {
      const content = asString(input.content)
      if (path === undefined || content === undefined) return unclearAction(name)
      return isSettingsFile(path) ? SETTINGS_REFUSED : { kind: 'write', path, content }
    }
    case 'Edit': {
      const [before, after] = [asString(input.old_string), asString(input.new_string)]
      if (path === undefined || before === undefined || after === undefined) return unclearAction(name)
      return isSettingsFile(path)
        ? SETTINGS_REFUSED
        : { kind: 'edit', path, before, after, everywhere: input.replace_all === true }
    }
    case 'Bash': {
      const command = asString(input.command)
      return command === undefined ? unclearAction(name) : { kind: 'command', command, network }
    }
    default:
      return { kind: 'other', why: `The tool ${name} is not allowed here.` }
  }
}

const SETTINGS_REFUSED: ToolAction = { kind: 'other', why: settingsFileRefusal }

function unclearAction(name: string): ToolAction {
  return { kind: 'other', why: `It is not clear what ${name} would work on.` }
}

function leavesWorkspace(pattern: string | undefined): boolean {
  return (
    pattern === undefined || pattern.startsWith('/') || pattern.startsWith('~') || pattern.split('/').includes('..')
  )
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
