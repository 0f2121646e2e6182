// What a model is given of the tools that a turn may use.
//   - Up to 30 tools of MCP servers are listed with their schemas, like all others.
//   - With more, the list has find_tools and call_tool in their place, and the system prompt of the session names the
//     tools. A session that began so stays so, whatever the servers offer later, because the list and the prompt are at
//     the beginning of what is cached.
//   - A use of call_tool means the named tool: that one is judged, shown and run.
import { CALL_TOOL, FIND_TOOLS, MAX_LISTED_MCP_TOOLS } from '../../../domain/other-tools.ts'
import { parseJson } from '../../../lib/text/json.ts'
import { truncate } from '../../../lib/text/text.ts'
import { quoted } from '../../../lib/text/visible.ts'
import type { ListedTool, ToolUse, Turn } from '../../spawner.ts'
import { describeTool, foundTools, nearestNames } from './find-tools.ts'
import { inputProblems } from './input-check.ts'
import type { NativeTool, ToolResult } from './native-tool.ts'

export interface ToolOffer {
  /** In an order that stays the same. */
  readonly listed: readonly ListedTool[]
  /** What the model means by a use of a tool; undefined if it is not one of these tools. */
  resolve(use: ToolUse): ResolvedUse | undefined
}

export type ResolvedUse =
  | { tool: NativeTool; input: Record<string, unknown> }
  /** It needs no permission, because it only tells the model about the tools. */
  | { line: string; result: ToolResult }

/** `granted`: the tools that this turn may use, as far as its servers offer them now. */
export function offerTools(granted: readonly NativeTool[], turn: Pick<Turn, 'ownTools' | 'namedTools'>): ToolOffer {
  const named = turn.namedTools
  const find = (name: string) => granted.find((tool) => tool.name === name)
  const others = granted.filter(({ kind }) => kind === 'use')
  if (!named && others.length <= MAX_LISTED_MCP_TOOLS) {
    const resolve = ({ name, input }: ToolUse): ResolvedUse | undefined => {
      const tool = find(name)
      return tool && { tool, input }
    }
    return { listed: granted, resolve }
  }

  function resolveOther({ name, input }: CalledTool): ResolvedUse {
    const tool = others.find((one) => one.name === name)
    if (!tool) return { line: `using ${quoted(name)}`, result: failed(unknownTool(name)) }
    const problems = inputProblems(tool.inputSchema, input)
    if (problems.length === 0 && isRecord(input)) return { tool, input }
    const result = failed(`${name} was not run: ${problems.join('; ')}. The tool:\n${describeTool(tool)}`)
    return { line: tool.line({}), result }
  }

  function unknownTool(name: string): string {
    if (named?.names.includes(name))
      return `${name} is not available now: its server does not answer or does not offer it any more. Continue without it, and say what you could not do.`
    const nearest = nearestNames(others, name)
    const like = nearest.length > 0 ? ` The nearest names are ${nearest.join(', ')}.` : ''
    return `There is no tool ${quoted(name)}.${like} Look with ${FIND_TOOLS}.`
  }

  return {
    listed: [...granted.filter(({ kind }) => kind !== 'use'), findToolsListing(turn.ownTools ?? []), callToolListing],
    resolve(use) {
      if (use.name === FIND_TOOLS) {
        const query = typeof use.input.query === 'string' ? use.input.query : ''
        const result = { text: foundTools(others, query, named), failed: false }
        return { line: findingLine(use.input), result }
      }
      if (use.name === CALL_TOOL) return resolveOther(calledTool(use.input))
      const tool = find(use.name)
      // Models also use the names directly that they have read.
      if (tool?.kind === 'use') return resolveOther(use)
      return tool && { tool, input: use.input }
    },
  }
}

/** What people see while a model looks for tools. */
export function findingLine({ query }: Record<string, unknown>): string {
  return `looking for tools: ${quoted(query)}`
}

/** The tool that call_tool names, and its input. A use of any other tool is that use itself. */
export function namedUse(use: ToolUse): ToolUse {
  if (use.name !== CALL_TOOL) return use
  const { name, input } = calledTool(use.input)
  return { name, input: isRecord(input) ? input : {} }
}

interface CalledTool {
  name: string
  input: unknown
}

/** Some models write the arguments as text, or leave them out if there are none. */
function calledTool({ name, arguments: given = {} }: Record<string, unknown>): CalledTool {
  return { name: typeof name === 'string' ? name : '', input: typeof given === 'string' ? parseJson(given) : given }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MAX_SERVERS_CHARS = 500

/** The servers are those of the configuration, so the description stays the same whatever they offer. */
function findToolsListing(granted: readonly string[]): ListedTool {
  const servers = granted.flatMap((name) => (name.endsWith('__*') ? name.slice(0, -'__*'.length) : []))
  return {
    name: FIND_TOOLS,
    description: `Finds tools of the connected MCP servers (${truncate(servers.join(', '), MAX_SERVERS_CHARS)}) and returns their descriptions and the JSON Schemas of their inputs. Use it before ${CALL_TOOL}, and before you say that you have no tool for something.`,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Exact names of tools, or words for what you want to do.' } },
      required: ['query'],
    },
  }
}

const callToolListing: ListedTool = {
  name: CALL_TOOL,
  description: `Runs one tool of the connected MCP servers, with an input as ${FIND_TOOLS} describes it.`,
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name of the tool.' },
      arguments: { type: 'object', description: 'Its input.' },
    },
    required: ['name', 'arguments'],
  },
}

function failed(text: string): ToolResult {
  return { text, failed: true }
}
