import { z } from 'zod'
import type { ServiceAddress } from '../provider-settings.ts'
import { type Inquiry, isUnauthorized, type ProviderService } from './service.ts'

const listedModel = z.looseObject({ name: z.string(), context_length: z.int().positive().nullish() })
const models = z.looseObject({ models: z.array(listedModel).nullable() })
const modelDetails = z.looseObject({ parameters: z.string().nullish() })

/** Loading a large model from disk takes time. */
const LOAD_MS = 120_000

/**
 * Ollama. Its window depends on how the model was loaded and is usually far smaller than the model's own; longer input
 * is cut silently. So we ask for the loaded model, and make Ollama load it if necessary.
 */
export function createOllamaService({ rootUrl }: ServiceAddress, inquiry: Inquiry): ProviderService {
  async function list(path: string, signal: AbortSignal) {
    const answer = await inquiry.get(`${rootUrl}${path}`, signal)
    return answer.kind === 'answered' ? (models.safeParse(answer.body).data?.models ?? []) : undefined
  }

  async function findLoaded(model: string, signal: AbortSignal) {
    return (await list('/api/ps', signal))?.find(({ name }) => isSameModel(name, model))
  }

  async function findConfiguredWindow(model: string, signal: AbortSignal): Promise<number | undefined> {
    const answer = await inquiry.post(`${rootUrl}/api/show`, { model }, signal)
    const parameters = answer.kind === 'answered' ? modelDetails.safeParse(answer.body).data?.parameters : undefined
    const match = /^num_ctx\s+(\d+)/m.exec(parameters ?? '')
    return match ? Number(match[1]) : undefined
  }

  async function listAll(signal: AbortSignal) {
    const answer = await inquiry.get(`${rootUrl}/api/tags`, signal)
    if (answer.kind === 'unreachable') return answer
    if (answer.kind === 'refused' && isUnauthorized(answer.status)) return { kind: 'refused' as const }
    const listed = answer.kind === 'answered' ? models.safeParse(answer.body).data?.models : undefined
    const names = (listed ?? []).map(({ name }) => name)
    return { kind: 'listed' as const, names, isKnown: answer.kind === 'answered' }
  }

  return {
    // The model may be reloaded with other settings at any time.
    factsValidMs: 30_000,
    async facts(model, signal) {
      let loadedModel = await findLoaded(model, signal)
      if (!loadedModel) {
        const answer = await inquiry.post(`${rootUrl}/api/generate`, { model }, signal, LOAD_MS)
        if (answer.kind === 'answered') loadedModel = await findLoaded(model, signal)
      }
      const window = loadedModel?.context_length ?? (await findConfiguredWindow(model, signal))
      return window ? { window } : {}
    },
    models: listAll,
    async availability(model, signal) {
      const all = await listAll(signal)
      if (all.kind !== 'listed') return all
      const { names, isKnown } = all
      return !isKnown || names.some((name) => isSameModel(name, model))
        ? { kind: 'ready' }
        : { kind: 'absent', others: names }
    },
  }
}

function isSameModel(name: string, model: string): boolean {
  return name === model || name === `${model}:latest`
}
