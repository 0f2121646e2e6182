import { z } from 'zod'
import type { ServiceAddress } from '../provider-settings.ts'
import type { Inquiry, ProviderService } from './service.ts'

const listed = z.looseObject({ max_input_tokens: z.int().positive().nullish() })

/** The window of a model that reports none. */
const DEFAULT_ANTHROPIC_WINDOW = 200_000

/** Anthropic and compatible services. */
export function createAnthropicService({ apiUrl }: ServiceAddress, inquiry: Inquiry): ProviderService {
  // Asked for one model by name, because the list has no short names.
  const look = (model: string, signal: AbortSignal) =>
    inquiry.get(`${apiUrl}/models/${encodeURIComponent(model)}`, signal)
  return {
    factsMs: 600_000,
    async facts(model, signal) {
      const told = await look(model, signal)
      const found = told.kind === 'told' ? listed.safeParse(told.body).data?.max_input_tokens : undefined
      return { window: found ?? DEFAULT_ANTHROPIC_WINDOW }
    },
    async standing(model, signal) {
      const told = await look(model, signal)
      if (told.kind === 'unreachable') return told
      if (told.kind === 'told') return { kind: 'ready' }
      if (told.status === 401 || told.status === 403) return { kind: 'refused' }
      return told.status === 404 ? { kind: 'absent', others: [] } : { kind: 'ready' }
    },
  }
}
