import type { z } from 'zod'
import type { AnyText } from '../../messages/localized.ts'
import { configMessages } from '../config-messages.ts'
import type { schema } from '../schema/schema.ts'
import type { KeyProblem } from './problems.ts'

type Checked = z.output<typeof schema>

/** Names with another meaning in `brain.default` and `/brain`. */
const reservedNames = ['claude', 'native', 'demo', 'default']

/** Problems that show only when the keys about models are looked at together. */
export function nativeProblems({ brain, native, providers, mcp, runners }: Checked): KeyProblem[] {
  const names = Object.keys(providers)
  const known = ['claude', 'demo', ...(names.length > 0 ? ['native'] : []), ...names]
  const quoted = known.map((name) => `"${name}"`).join(', ')
  const unknownModel = (key: string, name: string): KeyProblem[] =>
    known.includes(name)
      ? []
      : [{ path: ['brain', key], says: configMessages.unknownModel(`brain.${key}`, name, quoted) }]
  return [
    ...names.flatMap((name) => nameProblems(name)),
    ...Object.entries(providers).flatMap(([name, provider]) =>
      providerProblems(name, provider, runners.url !== undefined),
    ),
    ...Object.entries(mcp).flatMap(([name, server]) => serverProblems(name, server)),
    ...(brain.default === undefined ? [] : unknownModel('default', brain.default)),
    ...brain.failover.flatMap((name) => unknownModel('failover', name)),
    ...(native.provider !== undefined && !names.includes(native.provider)
      ? [{ path: ['native', 'provider'], says: configMessages.noSuchProvider('native.provider', native.provider) }]
      : []),
    ...(native.clear_at > native.summarize_at
      ? [{ path: ['native', 'clear_at'], says: configMessages.atMost('native.clear_at', 'native.summarize_at') }]
      : []),
  ]
}

function nameProblems(name: string): KeyProblem[] {
  const path = ['providers', name]
  if (reservedNames.includes(name)) return [{ path, says: configMessages.reservedName(name) }]
  return /^[a-z][a-z0-9-]{0,29}$/.test(name) ? [] : [{ path, says: configMessages.providerName(name) }]
}

function providerProblems(
  name: string,
  { kind, api_key, base_url, models }: Checked['providers'][string],
  hasRunners: boolean,
): KeyProblem[] {
  const missing = (key: string, example: AnyText): KeyProblem => ({
    path: ['providers', name, 'kind'],
    says: configMessages.needs(`providers.${name}`, key, example),
  })
  return [
    // A daemon with runners needs no key of a model.
    ...(kind === 'anthropic' && api_key === undefined && !hasRunners
      ? [missing('api_key', '"env:ANTHROPIC_API_KEY"')]
      : []),
    ...(kind === 'openai-compatible' && base_url === undefined
      ? [missing('base_url', '"https://openrouter.ai/api/v1"')]
      : []),
    ...(kind !== 'anthropic' && models.general === undefined
      ? [missing('models.general', configMessages.answeringModel)]
      : []),
  ]
}

function serverProblems(name: string, { command, url }: Checked['mcp'][string]): KeyProblem[] {
  const path = ['mcp', name]
  if (!/^[a-zA-Z0-9-]{1,40}$/.test(name)) return [{ path, says: configMessages.mcpName(name) }]
  const hasOne = (command === undefined) !== (url === undefined)
  return hasOne ? [] : [{ path, says: configMessages.commandOrUrl(`mcp.${name}`) }]
}
