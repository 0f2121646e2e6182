import type { CredentialLine } from '../../config/toml-edit.ts'

const SHORTEST = 20

const begins: Record<CredentialLine['key'], string> = { api_key: 'sk-ant-api', oauth_token: 'sk-ant-oat' }
const names: Record<CredentialLine['key'], string> = { api_key: 'an API key', oauth_token: 'a long-lived token' }
const flags: Record<CredentialLine['key'], string> = { api_key: '--api-key-file', oauth_token: '--oauth-token-file' }

/** Why this can't be what it is said to be, before anybody is asked; it never repeats any of it. */
export function shapeProblem(kind: CredentialLine['key'], secret: string): string | undefined {
  const other = kind === 'api_key' ? 'oauth_token' : 'api_key'
  if (secret.startsWith(begins[other]))
    return `This is ${names[other]}, not ${names[kind]}; give it with ${flags[other]}.`
  if (secret.startsWith('sk-ant-admin')) return 'This is an admin key, which cannot call models. Create an API key.'
  const where =
    kind === 'api_key' ? 'console.anthropic.com, under API keys, makes one.' : '"claude setup-token" makes one.'
  if (!secret.startsWith('sk-ant-'))
    return `This is not ${names[kind]} of Anthropic, which begins with ${begins[kind]}. ${where}`
  if (!/^[\w-]+$/.test(secret) || secret.length < SHORTEST)
    return `This is not all of ${names[kind]}, or it contains something else. Copy it again.`
  return undefined
}
