import { createHash } from 'node:crypto'
import { quoted } from '../../lib/text/visible.ts'
import { createServer, type McpServer, type ServerDeps, type ServerSettings } from './server.ts'
import { defaultLimits, type ServerLimits, type ServerTool } from './server-tools.ts'

/** A tool of a server, in the shape of a brain's own tools. */
export interface McpTool {
  name: string
  description: string
  inputSchema: object
  kind: 'use'
  isReadOnly: boolean
  action(input: Record<string, unknown>): McpAction
  line(input: Record<string, unknown>): string
  run(input: Record<string, unknown>, place: unknown, signal: AbortSignal): Promise<{ text: string; failed: boolean }>
}

export interface McpAction {
  kind: 'use'
  server: string
  tool: string
  input: Record<string, unknown>
  isReadOnly: boolean
}

export interface McpClients {
  /** The tools of all available servers; the first list connects to them. Never rejects. */
  list(signal: AbortSignal): Promise<McpTool[]>
  close(): Promise<void>
}

export interface McpClientsDeps extends Omit<ServerDeps, 'limits'> {
  servers: readonly ServerSettings[]
  limits?: Partial<ServerLimits>
}

/** The MCP servers from the configuration. */
export function createMcpClients({ servers, ...deps }: McpClientsDeps): McpClients {
  const limits = { ...defaultLimits, ...deps.limits }
  const connected = servers.map((settings) => ({ ...settings, server: createServer(settings, { ...deps, limits }) }))
  return {
    async list(signal) {
      const lists = connected.map(async ({ name, server }) => toMcpTools(name, server, await server.tools(signal)))
      return (await Promise.all(lists)).flat()
    },
    async close() {
      await Promise.all(connected.map(({ server }) => server.close()))
    },
  }
}

function toMcpTools(name: string, server: McpServer, tools: readonly ServerTool[] = []): McpTool[] {
  const names = toolNames(
    name,
    tools.map(({ tool }) => tool),
  )
  return tools.map(({ tool, description, inputSchema, isReadOnly }, at) => ({
    name: names[at] ?? tool,
    description,
    inputSchema,
    kind: 'use',
    isReadOnly,
    action: (input) => ({ kind: 'use', server: name, tool, input, isReadOnly }),
    line: () => `using ${quoted(tool)} of ${name}`,
    run: (input, _place, signal) => server.call(tool, input, signal),
  }))
}

/** The longest name that every provider accepts. */
const MAX_TOOL_NAME_CHARS = 64

/** A unique name for each tool of a server, `server__tool`, in characters that every provider accepts. */
export function toolNames(server: string, tools: readonly string[]): string[] {
  const used = new Set<string>()
  return tools.map((tool) => {
    const plain = `${server}__${tool.replace(/[^a-zA-Z0-9_-]/g, '_')}`
    const name = plain.length <= MAX_TOOL_NAME_CHARS && !used.has(plain) ? plain : nameWithHash(plain, tool, used)
    used.add(name)
    return name
  })
}

/** The hash is of the tool's own name, so that the result does not depend on the server's other tools. */
function nameWithHash(plain: string, tool: string, used: ReadonlySet<string>): string {
  const hash = createHash('sha256').update(tool).digest('hex')
  for (let length = 6; ; length++) {
    const name = `${plain.slice(0, MAX_TOOL_NAME_CHARS - length - 1)}_${hash.slice(0, length)}`
    if (!used.has(name) || length === hash.length) return name
  }
}
