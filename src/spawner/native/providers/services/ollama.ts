import { z } from 'zod'
import type { ServiceAddress } from '../provider-settings.ts'
import type { Inquiry, Service } from './service.ts'

const named = z.looseObject({ name: z.string(), context_length: z.int().positive().nullish() })
const models = z.looseObject({ models: z.array(named).nullable() })
const shown = z.looseObject({ parameters: z.string().nullish() })

/** A large model takes its time from the disk. */
const LOAD_MS = 120_000

/**
 * Ollama. What it can read depends on how it was loaded, and that is mostly far less than what the model was made for:
 * longer input is cut without a word. So it is asked for what is loaded, and made to load it where nothing is.
 */
export function createOllamaService({ rootUrl }: ServiceAddress, inquiry: Inquiry): Service {
  async function list(path: string, signal: AbortSignal) {
    const told = await inquiry.get(`${rootUrl}${path}`, signal)
    return told.kind === 'told' ? (models.safeParse(told.body).data?.models ?? []) : undefined
  }

  async function loaded(model: string, signal: AbortSignal) {
    return (await list('/api/ps', signal))?.find(({ name }) => isSame(name, model))
  }

  async function configured(model: string, signal: AbortSignal): Promise<number | undefined> {
    const told = await inquiry.post(`${rootUrl}/api/show`, { model }, signal)
    const parameters = told.kind === 'told' ? shown.safeParse(told.body).data?.parameters : undefined
    const found = /^num_ctx\s+(\d+)/m.exec(parameters ?? '')
    return found ? Number(found[1]) : undefined
  }

  return {
    // It may be loaded anew at any time, and otherwise.
    factsMs: 30_000,
    async facts(model, signal) {
      let found = await loaded(model, signal)
      if (!found) {
        const told = await inquiry.post(`${rootUrl}/api/generate`, { model }, signal, LOAD_MS)
        if (told.kind === 'told') found = await loaded(model, signal)
      }
      const window = found?.context_length ?? (await configured(model, signal))
      return window ? { window } : {}
    },
    async standing(model, signal) {
      const told = await inquiry.get(`${rootUrl}/api/tags`, signal)
      if (told.kind === 'unreachable') return told
      if (told.kind === 'refused')
        return told.status === 401 || told.status === 403 ? { kind: 'refused' } : { kind: 'ready' }
      const others = (models.safeParse(told.body).data?.models ?? []).map(({ name }) => name)
      return others.some((name) => isSame(name, model)) ? { kind: 'ready' } : { kind: 'absent', others }
    },
  }
}

function isSame(name: string, model: string): boolean {
  return name === model || name === `${model}:latest`
}
