import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { z } from 'zod'
import { truncate } from '../../lib/text/text.ts'
import { requestOptions, type ServerLimits } from './limits.ts'

/** One tool as a server offers it. */
export interface Offer {
  /** As the server calls it. */
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

/** What a server offers of what is wanted, as far as it keeps to its bounds; what does not is left out. */
export async function readOffers(
  client: Client,
  wanted: readonly string[] | undefined,
  limits: ServerLimits,
  signal: AbortSignal,
): Promise<Offer[]> {
  const offers = new Map<string, Offer>()
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

function readOffer(tool: unknown, { descriptionChars, schemaChars }: ServerLimits): Offer | undefined {
  const { data } = offer.safeParse(tool)
  if (!data || !isShallow(data.inputSchema) || JSON.stringify(data.inputSchema).length > schemaChars) return undefined
  return {
    tool: data.name,
    description: truncate((data.description ?? '').toWellFormed(), descriptionChars),
    inputSchema: data.inputSchema,
    reads: data.annotations?.readOnlyHint === true,
  }
}

/** Deeper than any person writes, and whoever reads it may break over it. */
const DEEPEST = 40

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < DEEPEST && Object.values(value).every((inner) => isShallow(inner, depth + 1))
}
