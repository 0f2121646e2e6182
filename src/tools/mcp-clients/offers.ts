import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { z } from 'zod'
import { truncate } from '../../lib/text/text.ts'

/** One tool of a server. */
export interface ServerTool {
  /** The server's name for it. */
  tool: string
  description: string
  inputSchema: object
  reads: boolean
}

const page = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().max(10_000).optional() })

const offer = z.object({
  name: z.string().min(1).max(200),
  description: z.string().optional().catch(undefined),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  annotations: z.object({ readOnlyHint: z.boolean().optional() }).optional().catch(undefined),
})

/** The wanted tools of a server, as far as they respect the limits; others are left out. */
export async function readOffers(
  client: Client,
  wanted: readonly string[] | undefined,
  limits: ServerLimits,
  signal: AbortSignal,
): Promise<ServerTool[]> {
  const offers = new Map<string, ServerTool>()
  let cursor: string | undefined
  for (let count = 0; count < limits.pages && offers.size < limits.tools; count++) {
    const request = { method: 'tools/list' as const, ...(cursor !== undefined && { params: { cursor } }) }
    const { tools, nextCursor } = await client.request(request, page, requestOptions(limits.connectMs, signal))
    for (const read of tools.flatMap((tool) => readOffer(tool, limits) ?? [])) {
      if (wanted?.includes(read.tool) ?? true) offers.set(read.tool, read)
    }
    cursor = nextCursor
    if (cursor === undefined) break
  }
  return [...offers.values()].slice(0, limits.tools)
}

function readOffer(tool: unknown, { descriptionChars, schemaChars }: ServerLimits): ServerTool | undefined {
  const { data } = offer.safeParse(tool)
  if (!data || !isShallow(data.inputSchema) || JSON.stringify(data.inputSchema).length > schemaChars) return undefined
  return {
    tool: data.name,
    description: truncate((data.description ?? '').toWellFormed(), descriptionChars),
    inputSchema: data.inputSchema,
    reads: data.annotations?.readOnlyHint === true,
  }
}

/** Deeper than any person writes, and deep enough to crash a reader. */
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
  resultChars: number
}

export const defaultLimits: ServerLimits = {
  patienceMs: 5000,
  connectMs: 30_000,
  callMs: 120_000,
  pausesMs: [1000, 5000, 30_000, 300_000],
  messageBytes: 10 * 1024 * 1024,
  tools: 100,
  pages: 20,
  descriptionChars: 4000,
  schemaChars: 20_000,
  resultChars: 200_000,
}

/** For one request. The SDK never releases the signal it gets, so each request has its own. */
export function requestOptions(timeout: number, signal: AbortSignal): { timeout: number; signal: AbortSignal } {
  return { timeout, signal: AbortSignal.any([signal]) }
}
