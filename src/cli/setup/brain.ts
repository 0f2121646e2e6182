import {
  checkProvider,
  describeAnswer,
  describeModel,
  describeSaved,
  describeUse,
  openDraft,
  saveProvider,
} from '../../app/connect/provider.ts'
import {
  defaultProviderName,
  isProviderName,
  type KnownService,
  type ProviderDraft,
  providerAddress,
  services,
} from '../../app/connect/services.ts'
import { readConfigText } from '../../config/config-draft.ts'
import { readSecret } from '../../config/secret.ts'
import { UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'
import { type AnyText, mapText, textIn } from '../../messages/localized.ts'
import type { GlobalOptions } from '../global-options.ts'
import { toJson } from '../global-options.ts'
import { ask, askSecret, confirm, interruptible, printTo, type Terminal } from '../prompts.ts'
import { withNames } from './owner-name.ts'

export interface BrainFlags {
  kind?: string
  url?: string
  apiKeyFile?: string
  model?: string
  name?: string
  yes?: boolean
  default?: boolean
}

const kinds = Object.keys(services).join(', ')

/** Takes answers from the flags and asks for the missing ones. */
async function askProvider(flags: BrainFlags, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<ProviderDraft> {
  const askIfTerminal = (question: string) => (process.stdin.isTTY ? ask(question, terminal) : undefined)
  const kindName = flags.kind ?? (await askIfTerminal(`Provider (${kinds}): `))
  const service = services[kindName ?? '']
  if (!service) throw new UsageError(`Choose a provider: --kind with one of ${kinds}.`)
  const { kind, asks } = service
  const addressInput = flags.url ?? (asks.url === undefined ? undefined : await askIfTerminal(asks.url))
  const url = addressInput ? providerAddress(addressInput) : undefined
  if (!url && kindName === 'openai-compatible')
    throw new UsageError('The address is missing: --url http://127.0.0.1:8000/v1.')
  const key = await readKey(flags, service, env, terminal)
  const model = (flags.model ?? (asks.model === undefined ? undefined : await askIfTerminal(asks.model))) || undefined
  if (!model && asks.model !== undefined) throw new UsageError('The model is missing: --model NAME.')
  const name = checkName(flags.name ?? defaultProviderName(service, url))
  return { name, kind, url, defaultUrl: service.url, key, model }
}

function checkName(name: string): string {
  if (isProviderName(name)) return name
  throw new UsageError('The name can have small letters, digits and hyphens, such as --name local.')
}

async function readKey(
  { apiKeyFile }: BrainFlags,
  service: KnownService,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<string | undefined> {
  const isAsked = service.key !== 'none' && process.stdin.isTTY
  const end = service.key === 'optional' ? ', or Enter if it needs none: ' : ': '
  const keyInput =
    apiKeyFile !== undefined
      ? `file:${apiKeyFile}`
      : isAsked
        ? await askSecret(`API key (not shown)${end}`, terminal)
        : undefined
  if (!keyInput) {
    if (service.key !== 'needed') return undefined
    throw new UsageError('The API key is missing: --api-key-file FILE. Nothing was changed.')
  }
  const secret = readSecret(keyInput, env, process.cwd())
  if ('says' in secret) throw new UsageError(`The key ${textIn(secret.says, 'en')}.`)
  return secret.value
}

const PROBE_TIMEOUT_MS = 30_000

/** `skein setup brain`: asks for address, key and model, checks the provider, and saves it under a name. */
export async function setUpBrain(
  globals: GlobalOptions,
  flags: BrainFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const print = printTo(terminal)
  const saved = readConfigText(globals, env)
  const { file } = saved
  const draft = await askProvider(flags, env, terminal)
  const { provider, config } = openDraft(saved, draft)
  const problem = await provider.probe(AbortSignal.timeout(PROBE_TIMEOUT_MS))
  if (problem !== undefined) return reportUnchanged(print, problem)
  print(describeModel(provider))

  const isCheckWanted = flags.yes === true || (process.stdin.isTTY && (await confirm(question, terminal)))
  const check = isCheckWanted ? await interruptible((signal) => checkProvider(provider, signal)) : undefined
  if (check?.ok === false) return reportUnchanged(print, check.sentence)
  if (check) print(describeAnswer(check))
  const isDefault =
    flags.default ?? (process.stdin.isTTY && flags.yes !== true && (await confirm(defaultQuestion, terminal)))
  const canAsk = process.stdin.isTTY && flags.yes !== true
  const textWithNames = await withNames(saved.text, { file, config, canAsk, terminal })

  const backup = saveProvider({ ...saved, text: textWithNames }, draft, isDefault)
  print(describeSaved(draft, saved))
  if (backup) print(`The previous version is in ${backup}.`)
  print(describeUse(draft, isDefault))
  print('Restart Skein to apply.')
  if (globals.json) {
    const { name, kind } = draft
    const model = provider.modelFor('general')
    console.log(toJson({ name, kind, model, config: file, backup, default: isDefault, check }))
  }
}

const question = 'Check it with one small call to the model?'
const defaultQuestion = 'Use it as the default model?'

function reportUnchanged(print: (text: AnyText) => void, reason: AnyText): void {
  print(mapText(reason, printable))
  print('Nothing was changed.')
  process.exitCode = 1
}
