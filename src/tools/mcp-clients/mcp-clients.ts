import { quoted } from '../../lib/text/quoted.ts'
import { defaultLimits, type ServerLimits } from './limits.ts'
import type { Offer } from './offers.ts'
import { createServer, type Server, type ServerDeps, type ServerSettings } from './server.ts'
import { toolNames } from './tool-names.ts'

/** A tool of a server, as a brain of this process has its own. */
export interface OuterTool {
  name: string
  description: string
  inputSchema: object
  kind: 'use'
  reads: boolean
  deed(input: Record<string, unknown>): OuterDeed
  line(input: Record<string, unknown>): string
  run(input: Record<string, unknown>, place: unknown, signal: AbortSignal): Promise<{ text: string; failed: boolean }>
}

export interface OuterDeed {
  kind: 'use'
  server: string
  tool: string
  input: Record<string, unknown>
  reads: boolean
}

export interface McpClients {
  /** Of those servers that are there; each is connected to with the first list. Never rejects. */
  list(signal: AbortSignal): Promise<OuterTool[]>
  close(): Promise<void>
}

export interface McpClientsDeps extends Omit<ServerDeps, 'limits'> {
  servers: readonly ServerSettings[]
  limits?: Partial<ServerLimits>
}

/** The servers of the Model Context Protocol that the configuration names. */
export function createMcpClients({ servers, ...deps }: McpClientsDeps): McpClients {
  const limits = { ...defaultLimits, ...deps.limits }
  const connected = servers.map((settings) => ({ ...settings, server: createServer(settings, { ...deps, limits }) }))
  return {
    async list(signal) {
      const offers = connected.map(async ({ name, server }) => toolsOf(name, server, await server.offers(signal)))
      return (await Promise.all(offers)).flat()
    },
    async close() {
      await Promise.all(connected.map(({ server }) => server.close()))
    },
  }
}

function toolsOf(name: string, server: Server, offers: readonly Offer[] = []): OuterTool[] {
  const names = toolNames(
    name,
    offers.map(({ tool }) => tool),
  )
  return offers.map(({ tool, description, inputSchema, reads }, at) => ({
    name: names[at] ?? tool,
    description,
    inputSchema,
    kind: 'use',
    reads,
    deed: (input) => ({ kind: 'use', server: name, tool, input, reads }),
    line: () => `using ${quoted(tool)} of ${name}`,
    run: (input, _place, signal) => server.call(tool, input, signal),
  }))
}
