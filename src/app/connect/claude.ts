import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { type CredentialLine, withCredential } from '../../config/toml-edit.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { probeClaude } from '../../spawner/claude/probe.ts'
import { type Check, checkBrain } from './brain-check.ts'
import { logInClaude } from './claude-login.ts'
import { shapeProblem } from './claude-shape.ts'
import { askedInBrowser } from './claude-sign-in.ts'
import { type Browser, type Connecting, type Finding, type Given, savedWords, signInMs } from './connecting.ts'
import { keepFile, readConfigText } from './settings-file.ts'

export type ClaudeSecret = { kind: CredentialLine['key']; secret: string }

export function kindOf(secret: string): CredentialLine['key'] {
  return secret.startsWith('sk-ant-oat') ? 'oauth_token' : 'api_key'
}

/** The configuration without its old credential, which may be what is broken, once the CLI is known to be there. */
export async function findClaude(
  { dataDir, env }: Pick<Connecting, 'dataDir' | 'env'>,
  { file, text }: { file: string; text: string },
  signal: AbortSignal,
): Promise<Config> {
  const bare = draftConfig(file, withCredential(file, text, undefined), env)
  bare.discard()
  const probe = await probeClaude(claudeOptions(bare.config, dataDir, env), signal)
  if (probe.status === 'missing' || probe.status === 'broken') throw new TryLaterError(probe.sentence)
  return bare.config
}

/** Why this can be no credential there. A service of somebody else's has keys of its own. */
export function credentialProblem({ brain }: Config): typeof shapeProblem {
  return brain.claude.baseUrl === undefined ? shapeProblem : () => undefined
}

export function keepSecret(dataDir: string, { kind, secret }: ClaudeSecret): CredentialLine {
  return { key: kind, value: keepFile(dataDir, `claude-${kind.replace('_', '-')}`, secret) }
}

/** One small call, as the daemon would make it. */
export function checkClaude(
  config: Config,
  { dataDir, env, clock }: Pick<Connecting, 'dataDir' | 'env' | 'clock'>,
  signal: AbortSignal,
): Promise<Check> {
  const log = { info: () => {}, warn: () => {} }
  return checkBrain({ ...claudeOptions(config, dataDir, env), clock, log }, signal)
}

function answerWords({ answer, usd }: Extract<Check, { ok: true }>): string {
  return `Claude answers: "${printable(answer)}" ($${usd.toFixed(4)}).`
}

export function describeCheck(check: Check): string {
  return check.ok ? answerWords(check) : `Saved, but it does not work yet. ${check.sentence}`
}

export function demoWords({ brain }: Config): string[] {
  return brain.default === 'demo' ? ['The configuration still uses the demo. Set [brain] default = "claude".'] : []
}

/** With a key or a token: nothing is kept before a model has answered to it. */
export async function connect({ secret = '' }: Given, to: Connecting, signal: AbortSignal): Promise<string[]> {
  const before = readConfigText(to, to.env)
  const bare = await findClaude(to, before, signal)
  const credential = { kind: kindOf(secret), secret }
  const problem = credentialProblem(bare)(credential.kind, secret)
  if (problem !== undefined) throw new UsageError(problem)
  const drafted = withCredential(before.file, before.text, { key: credential.kind, value: secret })
  const tried = draftConfig(before.file, drafted, to.env)
  tried.discard()
  const check = await checkClaude(tried.config, to, signal)
  if (!check.ok) throw new TryLaterError(check.sentence)

  // The file may have been edited while the model was asked.
  const { file, text } = readConfigText(to, to.env)
  const draft = draftConfig(file, withCredential(file, text, keepSecret(to.dataDir, credential)), to.env)
  draft.commit()
  return [answerWords(check), savedWords(file), ...demoWords(draft.config)]
}

/** With an account, on a page that gives a code for the CLI. */
export async function signIn(_given: Given, to: Connecting, { ask }: Browser, signal: AbortSignal): Promise<string[]> {
  const bare = await findClaude(to, readConfigText(to, to.env), signal)
  await logInClaude(bare, to, askedInBrowser(ask), AbortSignal.any([signal, AbortSignal.timeout(signInMs)]))
  const { file, text } = readConfigText(to, to.env)
  const edited = withCredential(file, text, undefined)
  const draft = draftConfig(file, edited, to.env)
  if (edited === text) draft.discard()
  else draft.commit()
  return ['Signed in.', describeCheck(await checkClaude(draft.config, to, signal)), ...demoWords(draft.config)]
}

/** Whether the CLI is there and has a credential; no model is asked. */
export async function examine(config: Config, { dataDir, env }: Connecting, signal: AbortSignal): Promise<Finding[]> {
  const probe = await probeClaude(claudeOptions(config, dataDir, env), signal)
  if (probe.status !== 'ready') return [{ verdict: 'bad', says: probe.sentence }]
  return [{ verdict: 'ok', says: `version ${probe.version}, with a credential` }]
}
