import { z } from 'zod'
import type { ModelFacts } from '../../../model-facts.ts'
import type { ServiceAddress } from '../provider-settings.ts'
import { type Inquiry, isUnauthorized, type ModelList, type ProviderService } from './service.ts'

// One invalid entry must not affect the others in the list.
const tokenCount = z.int().positive().nullish().catch(undefined)
const perToken = z.coerce.number().nonnegative().nullish().catch(undefined)

const listedModel = z.looseObject({
  id: z.string(),
  // The fields of vLLM, OpenRouter and LM Studio.
  max_model_len: tokenCount,
  context_length: tokenCount,
  loaded_context_length: tokenCount,
  pricing: z
    .looseObject({
      prompt: perToken,
      completion: perToken,
      input_cache_read: perToken,
      input_cache_write: perToken,
    })
    .nullish(),
})

type ListedModel = z.infer<typeof listedModel>

const list = z.looseObject({ data: z.array(listedModel) })

// The format of llama.cpp.
const props = z.looseObject({ default_generation_settings: z.looseObject({ n_ctx: z.int().positive() }) })

/** Services with OpenAI's chat completions API. */
export function createOpenAiService(address: ServiceAddress, inquiry: Inquiry): ProviderService {
  const { apiUrl, rootUrl, isOpenRouter } = address

  async function findEntry(url: string, model: string, signal: AbortSignal): Promise<ListedModel | undefined> {
    const answer = await inquiry.get(url, signal)
    const models = answer.kind === 'answered' ? list.safeParse(answer.body).data?.data : undefined
    return models?.find(({ id }) => id === model)
  }

  async function loadedWindow(model: string, signal: AbortSignal): Promise<number | undefined> {
    const studio = await findEntry(`${rootUrl}/api/v0/models`, model, signal)
    if (studio) return studio.loaded_context_length ?? undefined
    const answer = await inquiry.get(`${rootUrl}/props`, signal)
    return answer.kind === 'answered' ? props.safeParse(answer.body).data?.default_generation_settings.n_ctx : undefined
  }

  async function listAll(signal: AbortSignal): Promise<ModelList> {
    // OpenRouter shows its list without a key, so the key is checked separately.
    const key = isOpenRouter ? await inquiry.get(`${apiUrl}/key`, signal) : undefined
    const answer = await inquiry.get(`${apiUrl}/models`, signal)
    if (answer.kind === 'unreachable') return answer
    if ([key, answer].some((answer) => answer?.kind === 'refused' && isUnauthorized(answer.status))) {
      return { kind: 'refused' }
    }
    const models = answer.kind === 'answered' ? (list.safeParse(answer.body).data?.data ?? []) : []
    return { kind: 'listed', names: models.map(({ id }) => id) }
  }

  return {
    factsValidMs: 300_000,
    async facts(model, signal) {
      const listed = await findEntry(`${apiUrl}/models`, model, signal)
      const listedWindow = listed && (listed.max_model_len ?? listed.context_length ?? listed.loaded_context_length)
      const window = listedWindow ?? (isOpenRouter ? undefined : await loadedWindow(model, signal))
      return { ...(window ? { window } : {}), ...readPrice(listed) }
    },
    models: listAll,
    async availability(model, signal) {
      const all = await listAll(signal)
      if (all.kind !== 'listed') return all
      const others = all.names
      return others.length === 0 || others.includes(model) ? { kind: 'ready' } : { kind: 'absent', others }
    },
  }
}

function readPrice(listed: ListedModel | undefined): Pick<ModelFacts, 'price'> {
  const { prompt, completion, input_cache_read, input_cache_write } = listed?.pricing ?? {}
  if (typeof prompt !== 'number' || typeof completion !== 'number') return {}
  const perMillion = (price: number | null | undefined) => (typeof price === 'number' ? price * 1_000_000 : undefined)
  return {
    price: {
      input: prompt * 1_000_000,
      output: completion * 1_000_000,
      cacheRead: perMillion(input_cache_read),
      cacheWrite: perMillion(input_cache_write),
    },
  }
}
