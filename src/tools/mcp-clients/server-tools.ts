import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { z } from 'zod'
import { truncate } from '../../lib/text/text.ts'

/** One tool of a server. */
export interface ServerTool {
  /** The server's name for it. */
  tool: string
  description: string
  inputSchema: object
  isReadOnly: boolean
}

const page = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().max(10_000).optional() })

const listedTool = z.object({
  name: z.string().min(1).max(200),
  description: z.string().optional().catch(undefined),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  annotations: z.object({ readOnlyHint: z.boolean().optional() }).optional().catch(undefined),
})

/** The allowed tools of a server. Tools beyond the limits are left out. */
export async function listServerTools(
  client: Client,
  allowed: readonly string[] | undefined,
  limits: ServerLimits,
  signal: AbortSignal,
): Promise<ServerTool[]> {
  const toolsByName = new Map<string, ServerTool>()
  let cursor: string | undefined
  for (let pages = 0; pages < limits.pages && toolsByName.size < limits.tools; pages++) {
    const request = { method: 'tools/list' as const, ...(cursor !== undefined && { params: { cursor } }) }
    const { tools, nextCursor } = await client.request(request, page, requestOptions(limits.connectMs, signal))
    for (const tool of tools.flatMap((serverTool) => readServerTool(serverTool, limits) ?? [])) {
      if (allowed?.includes(tool.tool) ?? true) toolsByName.set(tool.tool, tool)
    }
    cursor = nextCursor
    if (cursor === undefined) break
  }
  return withinChars([...toolsByName.values()].slice(0, limits.tools), limits.allChars)
}

function withinChars(tools: readonly ServerTool[], maxChars: number): ServerTool[] {
  let chars = 0
  return tools.filter(({ description, inputSchema }) => {
    chars += description.length + JSON.stringify(inputSchema).length
    return chars <= maxChars
  })
}

function readServerTool(tool: unknown, { descriptionChars, schemaChars }: ServerLimits): ServerTool | undefined {
  const { data } = listedTool.safeParse(tool)
  if (!data) return undefined
  // Models read the schema, and none of them needs its version.
  const { $schema: _, ...inputSchema } = data.inputSchema
  if (!isShallow(inputSchema) || JSON.stringify(inputSchema).length > schemaChars) return undefined
  return {
    tool: data.name,
    description: truncate((data.description ?? '').toWellFormed(), descriptionChars),
    inputSchema,
    isReadOnly: data.annotations?.readOnlyHint === true,
  }
}

/** People never nest a schema this deep, and a deeper one could overflow the stack of its reader. */
const MAX_SCHEMA_DEPTH = 40

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < MAX_SCHEMA_DEPTH && Object.values(value).every((inner) => isShallow(inner, depth + 1))
}

/** The limits for a server, because it is a foreign program. */
export interface ServerLimits {
  /** How long a list waits for servers that are not connected yet; the next list tries again. */
  patienceMs: number
  connectMs: number
  callMs: number
  /** The delays after the first failure, the second and so on; the last one repeats. */
  pausesMs: readonly number[]
  /** For one message, and for everything sent unasked. */
  messageBytes: number
  tools: number
  pages: number
  descriptionChars: number
  schemaChars: number
  /** For the descriptions and schemas of one server together. */
  allChars: number
  resultChars: number
}

export const defaultLimits: ServerLimits = {
  patienceMs: 5000,
  connectMs: 30_000,
  callMs: 120_000,
  pausesMs: [1000, 5000, 30_000, 300_000],
  messageBytes: 10 * 1024 * 1024,
  tools: 2000,
  pages: 100,
  descriptionChars: 4000,
  schemaChars: 20_000,
  allChars: 4_000_000,
  resultChars: 200_000,
}

/** For one request. The SDK never releases the signal it gets, so each request has its own. */
export function requestOptions(timeout: number, signal: AbortSignal): { timeout: number; signal: AbortSignal } {
  return { timeout, signal: AbortSignal.any([signal]) }
}
