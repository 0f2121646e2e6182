import type { Config } from '../config/config.ts'
import { createMcpClients, type McpClients, type McpClientsDeps } from '../tools/mcp-clients/mcp-clients.ts'

/** The servers of the tables [mcp.NAME]. */
export function openMcpClients({ mcp }: Config, deps: Omit<McpClientsDeps, 'servers' | 'limits'>): McpClients {
  const servers = Object.entries(mcp).map(([name, { env, ...server }]) => ({
    ...server,
    name,
    env: Object.fromEntries(env.map((variable) => [variable.name, variable.value])),
  }))
  return createMcpClients({ ...deps, servers })
}
