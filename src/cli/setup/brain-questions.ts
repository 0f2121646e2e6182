import {
  type AskedProvider,
  isProviderName,
  providerAddress,
  type Service,
  services,
  usualName,
} from '../../app/connect/services.ts'
import { readSecret } from '../../config/secret.ts'
import { UsageError } from '../../domain/errors.ts'
import { ask, askSecret, type Terminal } from '../chat/ask.ts'

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

/** As the flags say, else as the person at the terminal does. */
export async function askProvider(
  flags: BrainFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<AskedProvider> {
  const typed = (question: string) => (process.stdin.isTTY ? ask(question, terminal) : undefined)
  const chosen = flags.kind ?? (await typed(`Who serves the model (${kinds}): `))
  const service = services[chosen ?? '']
  if (!service) throw new UsageError(`Say who serves the model: --kind with one of ${kinds}.`)
  const { kind, asks } = service
  const given = flags.url ?? (asks.url === undefined ? undefined : await typed(asks.url))
  const url = given ? providerAddress(given) : service.url
  if (!url && chosen === 'openai-compatible') throw new UsageError('Say where it is: --url http://127.0.0.1:8000/v1.')
  const key = await keyOf(flags, service, env, terminal)
  const model = (flags.model ?? (asks.model === undefined ? undefined : await typed(asks.model))) || undefined
  if (!model && asks.model !== undefined) throw new UsageError('Say which model answers: --model NAME.')
  return { name: nameOf(flags.name ?? usualName(service, url)), kind, url, key, model }
}

function nameOf(name: string): string {
  if (isProviderName(name)) return name
  throw new UsageError('Its name is small letters, digits and hyphens, such as --name local.')
}

async function keyOf(
  { apiKeyFile }: BrainFlags,
  service: Service,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<string | undefined> {
  const isAsked = service.key !== 'none' && process.stdin.isTTY
  const end = service.key === 'optional' ? ', or Enter where it wants none: ' : ': '
  const given =
    apiKeyFile !== undefined
      ? `file:${apiKeyFile}`
      : isAsked
        ? await askSecret(`Its API key (nothing is shown)${end}`, terminal)
        : undefined
  if (!given) {
    if (service.key !== 'needed') return undefined
    throw new UsageError('It needs a key: --api-key-file FILE. Nothing was changed.')
  }
  const secret = readSecret(given, env, process.cwd())
  if ('says' in secret) throw new UsageError(`The key ${secret.says}.`)
  return secret.value
}
