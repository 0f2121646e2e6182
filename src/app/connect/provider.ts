import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { textIn } from '../../messages/localized.ts'
import type { Provider } from '../../spawner/native/providers/provider.ts'
import { describeFailure } from '../../tasks/run/retries.ts'
import { openProviders } from '../native.ts'
import type { BrainCheck } from './brain-check.ts'
import type { ConnectionDeps, ConnectionFinding, FormValues } from './connection.ts'
import { type AskedProvider, defaultProviderName, isProviderName, providerAddress, services } from './services.ts'
import { readConfigText, saveSecretFile, withSettings } from './settings-file.ts'

/** Everything else in the file stays as it is, including other keys of this provider. */
export function withProvider(file: string, text: string, asked: AskedProvider, apiKey: string | undefined): string {
  const table = ['providers', asked.name]
  // Each new key is inserted at the top of its table, so the last one comes first.
  const said = withSettings(file, text, table, { api_key: apiKey, base_url: asked.url, kind: asked.kind })
  return asked.model === undefined ? said : withSettings(file, said, [...table, 'models'], { general: asked.model })
}

export function withDefault(file: string, text: string, name: string): string {
  return withSettings(file, text, ['brain'], { default: name })
}

/** Saves the key in a file, and returns how the configuration refers to it; undefined without a key. */
export function keepKey(dataDir: string, { name, key }: AskedProvider): string | undefined {
  return key === undefined ? undefined : saveSecretFile(dataDir, `provider-${name}-key`, key)
}

/** The provider as it would be configured. The draft with the key is readable only by this user and deleted at once. */
export function draftProvider(
  { file, text }: { file: string; text: string },
  asked: AskedProvider,
  env: NodeJS.ProcessEnv,
): { provider: Provider; config: Config } {
  const tried = draftConfig(file, withProvider(file, text, asked, asked.key), env)
  tried.discard()
  const provider = openProviders(tried.config, systemClock).find(({ name }) => name === asked.name)
  if (!provider) throw new UsageError(`There is no [providers.${asked.name}].`)
  return { provider, config: tried.config }
}

/** Makes one small request, as the daemon would. */
export async function checkProvider(provider: Provider, signal: AbortSignal): Promise<BrainCheck> {
  const request = {
    model: provider.modelFor('general') ?? '',
    system: 'Answer with the single word OK.',
    messages: [{ role: 'user' as const, content: 'Say OK.' }],
    tools: [],
  }
  const answered = await provider.ask(request, () => {}, signal)
  if (signal.aborted) return { ok: false, sentence: 'The call was stopped before it was answered.' }
  if (answered.kind === 'failed')
    return { ok: false, sentence: textIn(describeFailure(answered.failure, 'owner'), 'en') }
  const { text, usage } = answered.reply
  return text.trim() === ''
    ? { ok: false, sentence: 'The model returned an empty answer.' }
    : { ok: true, answer: text.trim(), usd: usage.costUsd }
}

export function thereWords(provider: Provider): string {
  return `${provider.name} is reachable and has the model ${printable(provider.modelFor('general') ?? '')}.`
}

export function answerWords({ answer, usd }: Extract<BrainCheck, { ok: true }>): string {
  return `It answers: "${printable(answer)}" ($${usd.toFixed(4)}).`
}

export function savedProviderWords(name: string, file: string, hasKey: boolean): string {
  return `Saved as [providers.${name}] in ${file}${hasKey ? ', with the key in a file for this user alone' : ''}.`
}

export function defaultWords(name: string, isDefault: boolean): string {
  return isDefault
    ? 'It is the default model now.'
    : `Use /brain ${name} to choose it in a chat, or set [brain] default = "${name}" to use it everywhere.`
}

/** Nothing is saved before the model has answered. */
export async function connect(given: FormValues, to: ConnectionDeps, signal: AbortSignal): Promise<string[]> {
  const asked = readGiven(given)
  const { provider } = draftProvider(readConfigText(to, to.env), asked, to.env)
  const problem = await provider.probe(signal)
  if (problem !== undefined) throw new TryLaterError(problem)
  const check = await checkProvider(provider, signal)
  if (!check.ok) throw new TryLaterError(check.sentence)

  const isDefault = given.default === 'yes'
  // The file may have been edited while the model was asked.
  const { file, text } = readConfigText(to, to.env)
  const secret = keepKey(to.dataDir, asked)
  const connected = withProvider(file, text, asked, secret)
  draftConfig(file, isDefault ? withDefault(file, connected, asked.name) : connected, to.env).commit()
  return [
    thereWords(provider),
    answerWords(check),
    savedProviderWords(asked.name, file, secret !== undefined),
    defaultWords(asked.name, isDefault),
  ]
}

function readGiven({ kind = '', url, model, name, secret }: FormValues): AskedProvider {
  const service = Object.hasOwn(services, kind) ? services[kind] : undefined
  if (!service) throw new UsageError(`Choose a provider: one of ${Object.keys(services).join(', ')}.`)
  const at = url ? providerAddress(url) : service.url
  if (!at && kind === 'openai-compatible')
    throw new UsageError('The address is missing, such as http://127.0.0.1:8000/v1.')
  if (!secret && service.key === 'needed') throw new UsageError('The API key is missing. Nothing was changed.')
  if (!model && service.asks.model !== undefined) throw new UsageError('The model is missing.')
  if (name && !isProviderName(name))
    throw new UsageError('The name can have small letters, digits and hyphens, such as "local".')
  const key = service.key === 'none' ? undefined : secret
  return { name: name ?? defaultProviderName(service, at), kind: service.kind, url: at, key, model }
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
        ? { verdict: 'ok', says: `${name} is reachable, with the model ${modelFor('general')}` }
        : { verdict: 'bad', says: `${name}: ${problem}` }
    }),
  )
}
