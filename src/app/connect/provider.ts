import type { Config } from '../../config/config.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import { parseToml } from '../../config/config-file.ts'
import type { ConfigPlace, SavedText } from '../../config/config-place.ts'
import { isTable, valueAt } from '../../config/problems/problems.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { type AnyText, mapText } from '../../messages/localized.ts'
import type { Provider } from '../../spawner/native/providers/provider.ts'
import { describeFailure } from '../../tasks/run/retries.ts'
import { openProviders } from '../native.ts'
import { connectMessages } from './connect-messages.ts'
import type { ConnectionDeps, ConnectionFinding, FormValues, ModelCheck } from './connection.ts'
import { defaultProviderName, isProviderName, type ProviderDraft, providerAddress, services } from './services.ts'
import { describeSavedSecret, saveWithSecret, secretReference, withSettings } from './settings-file.ts'

/**
 * Everything else in the file stays as it is, including other keys of this provider, and its address unless another one or
 * another kind was chosen.
 */
function withProvider(file: string, text: string, draft: ProviderDraft, apiKey: string | undefined): string {
  const table = ['providers', draft.name]
  const { kind, base_url: oldUrl } = parsedProvider(file, text, draft.name)
  const url = draft.url ?? (kind === draft.kind && typeof oldUrl === 'string' ? oldUrl : draft.defaultUrl)
  // Each new key is inserted at the top of its table, so the last one comes first.
  const edited = withSettings(file, text, table, { api_key: apiKey, base_url: url, kind: draft.kind })
  return draft.model === undefined ? edited : withSettings(file, edited, [...table, 'models'], { general: draft.model })
}

function parsedProvider(file: string, text: string, name: string): Record<string, unknown> {
  const provider = valueAt(parseToml(file, text), ['providers', name])
  return isTable(provider) ? provider : {}
}

/** The provider as it would be configured. */
export function openDraft(saved: SavedText, draft: ProviderDraft): { provider: Provider; config: Config } {
  const { config } = draftConfig(saved, withProvider(saved.file, saved.text, draft, draft.key))
  const provider = openProviders(config, systemClock).find(({ name }) => name === draft.name)
  if (!provider) throw new UsageError(connectMessages.noSuchProvider(draft.name))
  return { provider, config }
}

/** Saves the provider, and its key apart from it. Returns the path of the backup. */
export function saveProvider(saved: SavedText, draft: ProviderDraft, isDefault: boolean): string | undefined {
  const { file, text } = saved
  const keyName = `provider-${draft.name}-key`
  const isNewKey = draft.key !== undefined && draft.keyReference === undefined
  const apiKey = isNewKey ? secretReference(saved, keyName) : draft.keyReference
  const connected = withProvider(file, text, draft, apiKey)
  const edited = isDefault ? withSettings(file, connected, ['brain'], { default: draft.name }) : connected
  const saveConfig = () => draftConfig(saved, edited).commit()
  return isNewKey ? saveWithSecret(saved, keyName, draft.key ?? '', saveConfig) : saveConfig()
}

/** Makes one small request, as the daemon would. */
export async function checkProvider(provider: Provider, signal: AbortSignal): Promise<ModelCheck> {
  const request = {
    model: provider.modelFor('general') ?? '',
    system: 'Answer with the single word OK.',
    messages: [{ role: 'user' as const, content: 'Say OK.' }],
    tools: [],
  }
  const result = await provider.ask(request, () => {}, signal)
  if (signal.aborted) return { ok: false, sentence: connectMessages.callStopped }
  if (result.kind === 'failed') return { ok: false, sentence: describeFailure(result.failure, 'owner') }
  const { text, usage } = result.reply
  return text.trim() === ''
    ? { ok: false, sentence: connectMessages.emptyAnswer }
    : { ok: true, answer: text.trim(), usd: usage.costUsd }
}

export function describeModel({ name, modelFor }: Provider): AnyText {
  return connectMessages.modelReachable(name, printable(modelFor('general') ?? ''))
}

export function describeAnswer({ answer, usd }: Extract<ModelCheck, { ok: true }>): AnyText {
  return connectMessages.modelAnswers(printable(answer), usd)
}

export function describeSaved({ name, key }: ProviderDraft, saved: ConfigPlace): AnyText {
  const { file, isFileWritable } = saved
  if (!isFileWritable)
    return key === undefined ? connectMessages.settingsSavedBesideFile(file) : describeSavedSecret(saved)
  return key === undefined
    ? connectMessages.savedProvider(name, file)
    : connectMessages.savedProviderWithKey(name, file)
}

/** How to use the model from now on. */
export function describeUse({ name }: ProviderDraft, isDefault: boolean): AnyText {
  return isDefault ? connectMessages.isDefaultModel : connectMessages.isOtherModel(name)
}

/** Nothing is saved before the model has answered. */
export async function connect(form: FormValues, deps: ConnectionDeps, signal: AbortSignal): Promise<AnyText[]> {
  const before = readConfigText(deps, deps.env)
  const draft = withSavedKey(before, readForm(form))
  if (draft.key === undefined && services[form.kind ?? '']?.key === 'needed')
    throw new UsageError(connectMessages.apiKeyMissing)
  const { provider, config } = openDraft(before, draft)
  const problem = await provider.probe(signal)
  if (problem !== undefined) throw new TryLaterError(problem)
  const check = await checkProvider(provider, signal)
  if (!check.ok) throw new TryLaterError(check.sentence)

  // A person who connects a model wants it to answer instead of the demo.
  const isDefault = form.default === 'yes' || config.brain.default === 'demo' || deps.daemon?.isDemo?.() === true
  // The file may have been edited while the model was asked.
  const current = readConfigText(deps, deps.env)
  saveProvider(current, draft, isDefault)
  return [describeModel(provider), describeAnswer(check), describeSaved(draft, current), describeUse(draft, isDefault)]
}

/** The models that a server offers, with the key in the form or the saved one. */
export async function listModels(
  form: FormValues,
  deps: Pick<ConnectionDeps, 'configFile' | 'dataDir' | 'env'>,
  signal: AbortSignal,
): Promise<string[]> {
  const saved = readConfigText(deps, deps.env)
  const draft = withSavedKey(saved, readForm({ ...form, model: form.model || 'unknown' }))
  const { provider } = openDraft(saved, draft)
  const listed = await provider.models(signal)
  const server = new URL(draft.url ?? draft.defaultUrl ?? 'https://api.anthropic.com').host
  switch (listed.kind) {
    case 'listed':
      return listed.names
    case 'refused':
      throw new UsageError(draft.key ? connectMessages.keyRefused(server) : connectMessages.keyWanted(server))
    case 'unreachable':
      throw new TryLaterError(connectMessages.serverUnreachable(server, listed.why))
  }
}

/** Without a key in the form, the saved one stays, but only for the server that it was saved for. */
function withSavedKey(saved: SavedText, draft: ProviderDraft): ProviderDraft {
  if (draft.key !== undefined) return draft
  const { kind, base_url: url, api_key: keyReference } = parsedProvider(saved.file, saved.text, draft.name)
  const { apiKey } = draftConfig(saved, saved.text).config.providers[draft.name] ?? {}
  const isSameServer = kind === draft.kind && (draft.url === undefined || draft.url === url)
  if (apiKey === undefined || typeof keyReference !== 'string' || !isSameServer) return draft
  return { ...draft, key: apiKey, keyReference }
}

function readForm({ kind = '', url, model, name, secret }: FormValues): ProviderDraft {
  const service = Object.hasOwn(services, kind) ? services[kind] : undefined
  if (!service) throw new UsageError(connectMessages.chooseProvider(Object.keys(services).join(', ')))
  const address = url ? providerAddress(url) : undefined
  if (!address && kind === 'openai-compatible') throw new UsageError(connectMessages.apiAddressMissing)
  if (!model && service.asks.model !== undefined) throw new UsageError(connectMessages.modelMissing)
  if (name && !isProviderName(name)) throw new UsageError(connectMessages.providerName)
  const key = service.key === 'none' ? undefined : secret
  const called = name ?? defaultProviderName(service, address)
  return { name: called, kind: service.kind, url: address, defaultUrl: service.url, key, model }
}

/** Checks each provider without calling a model. */
export async function examine(
  config: Config,
  { clock }: ConnectionDeps,
  signal: AbortSignal,
): Promise<ConnectionFinding[]> {
  return Promise.all(
    openProviders(config, clock).map(async ({ name, modelFor, probe }): Promise<ConnectionFinding> => {
      const problem = await probe(signal)
      return problem === undefined
        ? { verdict: 'ok', says: connectMessages.providerReady(name, modelFor('general') ?? '') }
        : { verdict: 'bad', says: mapText(problem, (text) => `${name}: ${text}`) }
    }),
  )
}
