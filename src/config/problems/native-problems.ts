import type { z } from 'zod'
import type { schema } from '../schema/schema.ts'
import type { KeyProblem } from './problems.ts'

type Checked = z.output<typeof schema>

/** Names with another meaning in `brain.default` and `/brain`. */
const reservedNames = ['claude', 'native', 'demo', 'default']

/** Problems that show only when the keys about models are looked at together. */
export function nativeProblems({ brain, native, providers, mcp }: Checked): KeyProblem[] {
  const names = Object.keys(providers)
  const known = ['claude', 'demo', ...(names.length > 0 ? ['native'] : []), ...names]
  const isUnknown = (name: string) => !known.includes(name)
  const among = `it is none of ${known.map((name) => `"${name}"`).join(', ')}; a provider is a table [providers.NAME]`
  return [
    ...names.flatMap((name) => nameProblems(name)),
    ...Object.entries(providers).flatMap(([name, provider]) => providerProblems(name, provider)),
    ...Object.entries(mcp).flatMap(([name, server]) => serverProblems(name, server)),
    ...(brain.default !== undefined && isUnknown(brain.default)
      ? [{ path: ['brain', 'default'], says: `brain.default names "${brain.default}", but ${among}` }]
      : []),
    ...brain.failover
      .filter(isUnknown)
      .map((name) => ({ path: ['brain', 'failover'], says: `brain.failover names "${name}", but ${among}` })),
    ...(native.provider !== undefined && !names.includes(native.provider)
      ? [
          {
            path: ['native', 'provider'],
            says: `native.provider names "${native.provider}", but there is no [providers.${native.provider}]`,
          },
        ]
      : []),
    ...(native.clear_at > native.summarize_at
      ? [{ path: ['native', 'clear_at'], says: 'native.clear_at must be at most native.summarize_at' }]
      : []),
  ]
}

function nameProblems(name: string): KeyProblem[] {
  if (/^[a-z][a-z0-9-]{0,29}$/.test(name) && !reservedNames.includes(name)) return []
  const says = reservedNames.includes(name)
    ? `a provider cannot be called "${name}", which means something else`
    : `a provider's name is small letters, digits and hyphens, such as [providers.openrouter], not "${name}"`
  return [{ path: ['providers', name], says }]
}

function providerProblems(name: string, provider: Checked['providers'][string]): KeyProblem[] {
  const at = (key: string) => ['providers', name, key]
  const missing = (key: string, example: string) => ({
    path: at('kind'),
    says: `providers.${name} needs ${key}, such as ${example}`,
  })
  return [
    ...(provider.kind === 'anthropic' && provider.api_key === undefined
      ? [missing('api_key', '"env:ANTHROPIC_API_KEY"')]
      : []),
    ...(provider.kind === 'openai-compatible' && provider.base_url === undefined
      ? [missing('base_url', '"https://openrouter.ai/api/v1"')]
      : []),
    ...(provider.kind !== 'anthropic' && provider.models.general === undefined
      ? [missing('models.general', 'the name of the model that answers')]
      : []),
  ]
}

function serverProblems(name: string, { command, url }: Checked['mcp'][string]): KeyProblem[] {
  const path = ['mcp', name]
  if (!/^[a-zA-Z0-9-]{1,40}$/.test(name))
    return [{ path, says: `an MCP server's name is letters, digits and hyphens, not "${name}"` }]
  return (command === undefined) === (url === undefined)
    ? [{ path, says: `mcp.${name} needs command or url, one of them` }]
    : []
}
