import { z } from 'zod'
import { readJson } from '../../lib/http/response-body.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 1_000_000
const tagsShape = z.object({ models: z.array(z.object({ name: z.string().max(200) })) })

/** An Ollama that runs on this machine. */
export interface FoundOllama {
  url: string
  /** The names of its models. */
  models: string[]
}

/** Undefined if none is running. OLLAMA_HOST is what Ollama itself reads. */
export async function findOllama(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<FoundOllama | undefined> {
  const url = addressIn(env.OLLAMA_HOST)
  try {
    const response = await fetch(`${url}/api/tags`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const tags = tagsShape.safeParse(await readJson(response, MAX_BYTES))
    return tags.success ? { url, models: tags.data.models.map(({ name }) => name) } : undefined
  } catch {
    return undefined
  }
}

/** The variable may be a host, a port or an address. A server that listens everywhere is asked on this machine. */
function addressIn(host = ''): string {
  const text = host.includes('://') ? host : `http://${host.startsWith(':') ? `127.0.0.1${host}` : host || '127.0.0.1'}`
  if (!URL.canParse(text)) return 'http://127.0.0.1:11434'
  const url = new URL(text)
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1'
  if (url.port === '' && !/:\d+\/?$/.test(text)) url.port = '11434'
  return url.origin
}
