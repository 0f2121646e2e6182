import { z } from 'zod'
import { ANTHROPIC_WINDOW } from '../../../model-prices.ts'
import type { ServiceAddress } from '../provider-settings.ts'
import { type Inquiry, isUnauthorized, type ProviderService } from './service.ts'

const list = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })
const listedModel = z.looseObject({ max_input_tokens: z.int().positive().nullish() })

/** Anthropic and compatible services. */
export function createAnthropicService({ apiUrl }: ServiceAddress, inquiry: Inquiry): ProviderService {
  // Asked for one model by name, because the list has no short names.
  const fetchModel = (model: string, signal: AbortSignal) =>
    inquiry.get(`${apiUrl}/models/${encodeURIComponent(model)}`, signal)
  return {
    factsValidMs: 600_000,
    async facts(model, signal) {
      const answer = await fetchModel(model, signal)
      const window = answer.kind === 'answered' ? listedModel.safeParse(answer.body).data?.max_input_tokens : undefined
      return { window: window ?? ANTHROPIC_WINDOW }
    },
    async models(signal) {
      const answer = await inquiry.get(`${apiUrl}/models?limit=1000`, signal)
      if (answer.kind === 'unreachable') return answer
      if (answer.kind === 'refused')
        return isUnauthorized(answer.status) ? { kind: 'refused' } : { kind: 'listed', names: [] }
      return { kind: 'listed', names: list.safeParse(answer.body).data?.data.map(({ id }) => id) ?? [] }
    },
    async availability(model, signal) {
      const answer = await fetchModel(model, signal)
      if (answer.kind === 'unreachable') return answer
      if (answer.kind === 'answered') return { kind: 'ready' }
      if (isUnauthorized(answer.status)) return { kind: 'refused' }
      return answer.status === 404 ? { kind: 'absent', others: [] } : { kind: 'ready' }
    },
  }
}
