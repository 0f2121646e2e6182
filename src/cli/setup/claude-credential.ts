import { type ClaudeSecret, kindOf } from '../../app/connect/claude.ts'
import { readSecret } from '../../config/secret.ts'
import type { CredentialLine } from '../../config/toml-edit.ts'
import { UsageError } from '../../domain/errors.ts'
import { askSecret, type Terminal } from '../chat/ask.ts'

export interface CredentialFlags {
  apiKeyFile?: string
  oauthTokenFile?: string
  login?: boolean
}

/** How the CLI is to be let in. The secret itself goes into a file and nowhere else. */
export type Credential = { kind: 'login' } | ClaudeSecret

/** As the flags say, else as the person at the terminal does; undefined when they leave. */
export async function chooseCredential(
  flags: CredentialFlags,
  env: NodeJS.ProcessEnv,
  {
    terminal,
    problemOf,
  }: { terminal: Terminal; problemOf(kind: CredentialLine['key'], secret: string): string | undefined },
): Promise<Credential | undefined> {
  const checked = (kind: CredentialLine['key'], secret: string): ClaudeSecret => {
    const problem = problemOf(kind, secret)
    if (problem !== undefined) throw new UsageError(problem)
    return { kind, secret }
  }
  const { apiKeyFile, oauthTokenFile, login } = flags
  if ([apiKeyFile, oauthTokenFile, login].filter(Boolean).length > 1)
    throw new UsageError('Choose one of --api-key-file, --oauth-token-file and --login.')
  if (apiKeyFile !== undefined) return checked('api_key', readChecked(`file:${apiKeyFile}`, env))
  if (oauthTokenFile !== undefined) return checked('oauth_token', readChecked(`file:${oauthTokenFile}`, env))
  if (login) return { kind: 'login' }
  if (!process.stdin.isTTY) throw new UsageError('Say how: --api-key-file, --oauth-token-file or --login.')
  for (;;) {
    const typed = await askSecret(
      'Paste an API key, or a long-lived token made by "claude setup-token" (nothing is shown).\nOr press Enter to sign in with the CLI: ',
      terminal,
    )
    if (typed === undefined) return undefined
    if (typed === '') return { kind: 'login' }
    try {
      const secret = readChecked(typed, env)
      return checked(kindOf(secret), secret)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      terminal.output.write(`${error.message}\n`)
    }
  }
}

function readChecked(text: string, env: NodeJS.ProcessEnv): string {
  const secret = readSecret(text, env, process.cwd())
  if ('says' in secret) throw new UsageError(`The credential ${secret.says}.`)
  return secret.value
}
