import { joinTexts, type LocalizedText } from '../../../../messages/localized.ts'
import { brainMessages as texts } from '../../../brain-messages.ts'
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
): Promise<LocalizedText | undefined> {
  const table = `[providers.${name}]`
  const isOllama = address.kind === 'ollama'
  if (address.needsKey && !address.apiKey) return texts.noKey(name, table)
  if (model === undefined) return texts.noModel(name, table)
  const availability = await service.availability(model, signal)
  switch (availability.kind) {
    case 'ready':
      return undefined
    case 'refused':
      return address.apiKey ? texts.keyRefused(name, table) : texts.keyWanted(name, table)
    case 'unreachable': {
      const advice = isOllama ? texts.startOllama(table) : texts.checkAddress(table)
      return texts.unreachable(name, address.rootUrl, availability.why, advice)
    }
    case 'absent': {
      const { others } = availability
      const advice = isOllama ? texts.pullModel(model, table) : texts.chooseModel(table)
      const absent = texts.modelAbsent(name, model, advice)
      return others.length === 0
        ? absent
        : joinTexts([absent, texts.otherModels(others.slice(0, 5), others.length > 5)], ' ')
    }
  }
}
