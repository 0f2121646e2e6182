import type { ServiceAddress } from '../provider-settings.ts'
import type { ProviderService } from './service.ts'

export interface ProbeDeps {
  name: string
  address: ServiceAddress
  service: ProviderService
  /** The model that answers by default. */
  model: string | undefined
}

/** Why a provider cannot answer and what to do about it, checked without calling a model. */
export async function probeProvider(
  { name, address, service, model }: ProbeDeps,
  signal: AbortSignal,
): Promise<string | undefined> {
  const table = `[providers.${name}]`
  const isOllama = address.kind === 'ollama'
  if (address.needsKey && !address.apiKey) {
    return `${name} has no key. Set ${table} api_key, best as "env:NAME" or "file:path".`
  }
  if (model === undefined) return `${name} has no model. Set ${table} models.general.`
  const standing = await service.standing(model, signal)
  switch (standing.kind) {
    case 'ready':
      return undefined
    case 'refused':
      return address.apiKey
        ? `${name} did not accept the key. Check ${table} api_key.`
        : `${name} wants a key. Set ${table} api_key.`
    case 'unreachable': {
      const problem = `${name} does not answer at ${address.rootUrl} (${standing.why}).`
      return isOllama
        ? `${problem} Start it with "ollama serve", or set ${table} base_url to where it is.`
        : `${problem} Check that it runs, and ${table} base_url.`
    }
    case 'absent': {
      const names = standing.others.slice(0, 5).map((name) => `"${name}"`)
      const choice =
        names.length > 0 ? ` It has ${names.join(', ')}${standing.others.length > 5 ? ' and more' : ''}.` : ''
      return isOllama
        ? `${name} does not have the model "${model}". Fetch it with "ollama pull ${model}", or choose another in ${table} models.general.${choice}`
        : `${name} does not have the model "${model}". Choose another in ${table} models.general.${choice}`
    }
  }
}
