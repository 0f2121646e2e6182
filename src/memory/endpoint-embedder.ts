import { z } from 'zod'
import { parseJson } from '../lib/text/json.ts'
import { healthMessages } from '../messages/health-messages.ts'
import { type Embedded, type Embedder, toMeanings } from './embedder.ts'

export interface EndpointOptions {
  /** The address without `/embeddings`. */
  url: string
  model: string
  apiKey?: string | undefined
}

const texts = healthMessages.embedder

const TIMEOUT_MS = 60_000
/** Sixty-four vectors of the largest models, as decimal digits. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

const answerSchema = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })) })

/** A local or remote service with OpenAI's API. */
export function createEndpointEmbedder({ url, model, apiKey }: EndpointOptions): Embedder {
  const address = `${url.replace(/(?<!\/)\/+$/, '')}/embeddings`
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  }
  return {
    model,
    async embed(inputs, signal) {
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers,
          body: JSON.stringify({ model, input: inputs, encoding_format: 'float' }),
          // The key is for this address only, so a redirect is an error.
          redirect: 'error',
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        })
        if (!response.ok) return refusal(response)
        return readEmbeddings(model, await readBounded(response), inputs.length)
      } catch {
        // The cause may name the address, and an address may contain a key.
        return { status: 'failed', reason: texts.unreachable }
      }
    },
    close: async () => {},
  }
}

function readEmbeddings(model: string, body: string | undefined, expected: number): Embedded {
  if (body === undefined) return { status: 'failed', reason: texts.tooLarge }
  const answer = answerSchema.safeParse(parseJson(body))
  if (!answer.success) return { status: 'failed', reason: texts.otherFormat }
  const rows = answer.data.data.toSorted((a, b) => a.index - b.index)
  if (rows.some(({ index }, place) => index !== place)) return { status: 'failed', reason: texts.wrongIndexes }
  return toMeanings(
    model,
    rows.map(({ embedding }) => embedding),
    expected,
  )
}

/** The statuses for texts that are too long, too many or not allowed. */
const unwanted = new Set([400, 413, 422])

async function refusal(response: Response): Promise<Embedded> {
  await response.body?.cancel()
  const { status } = response
  const failed = { status: 'failed', reason: texts.status(status) } as const
  if (unwanted.has(status)) return { ...failed, refused: true }
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? { ...failed, waitMs: seconds * 1000 } : failed
}

/** Undefined if it is longer than any valid answer. */
async function readBounded(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
