import { z } from 'zod'
import { readJson } from '../../lib/http/response-body.ts'

const OLLAMA_URL = 'http://127.0.0.1:11434'
const TIMEOUT_MS = 1000
const MAX_BYTES = 1_000_000
const MAX_MODELS = 5
const tagsShape = z.object({ models: z.array(z.object({ name: z.string().max(200) })) })

/** The names of some models of an Ollama on this machine. Undefined if there is none. */
export async function findOllama(signal: AbortSignal, url = OLLAMA_URL): Promise<string[] | undefined> {
  try {
    const response = await fetch(`${url}/api/tags`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const tags = tagsShape.safeParse(await readJson(response, MAX_BYTES))
    return tags.success ? tags.data.models.slice(0, MAX_MODELS).map(({ name }) => name) : undefined
  } catch {
    return undefined
  }
}
