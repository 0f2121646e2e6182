import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { type CredentialLine, withCredential } from '../../config/toml-edit.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { probeClaude } from '../../spawner/claude/probe.ts'
import { type BrainCheck, checkBrain } from './brain-check.ts'
import { type LoginTerminal, logInClaude } from './claude-login.ts'
import {
  type ConnectionDeps,
  type ConnectionFinding,
  type FormValues,
  type SignInBrowser,
  savedWords,
  signInMs,
} from './connection.ts'
import { readConfigText, saveSecretFile } from './settings-file.ts'

export type ClaudeSecret = { kind: CredentialLine['key']; secret: string }

export function credentialKind(secret: string): CredentialLine['key'] {
  return secret.startsWith('sk-ant-oat') ? 'oauth_token' : 'api_key'
}

/** Checks that the CLI exists. Returns the configuration without its old credential, which may be the broken part. */
export async function findClaude(
  { dataDir, env }: Pick<ConnectionDeps, 'dataDir' | 'env'>,
  { file, text }: { file: string; text: string },
  signal: AbortSignal,
): Promise<Config> {
  const bare = draftConfig(file, withCredential(file, text, undefined), env)
  bare.discard()
  const probe = await probeClaude(claudeOptions(bare.config, dataDir, env), signal)
  if (probe.status === 'missing' || probe.status === 'broken') throw new TryLaterError(probe.sentence)
  return bare.config
}

/** Checks the form of a credential. Other services have keys of their own form. */
export function credentialProblem({ brain }: Config): typeof shapeProblem {
  return brain.claude.baseUrl === undefined ? shapeProblem : () => undefined
}

export function keepSecret(dataDir: string, { kind, secret }: ClaudeSecret): CredentialLine {
  return { key: kind, value: saveSecretFile(dataDir, `claude-${kind.replace('_', '-')}`, secret) }
}

/** Makes one small call, as the daemon would. */
export function checkClaude(
  config: Config,
  { dataDir, env, clock }: Pick<ConnectionDeps, 'dataDir' | 'env' | 'clock'>,
  signal: AbortSignal,
): Promise<BrainCheck> {
  const log = { info: () => {}, warn: () => {} }
  return checkBrain({ ...claudeOptions(config, dataDir, env), clock, log }, signal)
}

function answerWords({ answer, usd }: Extract<BrainCheck, { ok: true }>): string {
  return `Claude answers: "${printable(answer)}" ($${usd.toFixed(4)}).`
}

export function describeCheck(check: BrainCheck): string {
  return check.ok ? answerWords(check) : `Saved, but it does not work yet. ${check.sentence}`
}

export function demoWords({ brain }: Config): string[] {
  return brain.default === 'demo' ? ['The configuration still uses the demo. Set [brain] default = "claude".'] : []
}

/** Connects with a key or a token. Nothing is saved before a model has answered. */
export async function connect({ secret = '' }: FormValues, to: ConnectionDeps, signal: AbortSignal): Promise<string[]> {
  const before = readConfigText(to, to.env)
  const bare = await findClaude(to, before, signal)
  const credential = { kind: credentialKind(secret), secret }
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

/** Signs in with an account, on a page that gives a code for the CLI. */
export async function signIn(
  _given: FormValues,
  to: ConnectionDeps,
  { ask }: SignInBrowser,
  signal: AbortSignal,
): Promise<string[]> {
  const bare = await findClaude(to, readConfigText(to, to.env), signal)
  await logInClaude(bare, to, askedInBrowser(ask), AbortSignal.any([signal, AbortSignal.timeout(signInMs)]))
  const { file, text } = readConfigText(to, to.env)
  const edited = withCredential(file, text, undefined)
  const draft = draftConfig(file, edited, to.env)
  if (edited === text) draft.discard()
  else draft.commit()
  return ['Signed in.', describeCheck(await checkClaude(draft.config, to, signal)), ...demoWords(draft.config)]
}

/** Checks that the CLI exists and has a credential. Asks no model. */
export async function examine(
  config: Config,
  { dataDir, env }: ConnectionDeps,
  signal: AbortSignal,
): Promise<ConnectionFinding[]> {
  const probe = await probeClaude(claudeOptions(config, dataDir, env), signal)
  if (probe.status !== 'ready') return [{ verdict: 'bad', says: probe.sentence }]
  return [{ verdict: 'ok', says: `version ${probe.version}, with a credential` }]
}

const MIN_SECRET_CHARS = 20

const begins: Record<CredentialLine['key'], string> = { api_key: 'sk-ant-api', oauth_token: 'sk-ant-oat' }
const names: Record<CredentialLine['key'], string> = { api_key: 'an API key', oauth_token: 'a long-lived token' }
const flags: Record<CredentialLine['key'], string> = { api_key: '--api-key-file', oauth_token: '--oauth-token-file' }

/** Why the secret cannot be of this kind, without asking the service. The text never contains any of the secret. */
export function shapeProblem(kind: CredentialLine['key'], secret: string): string | undefined {
  const other = kind === 'api_key' ? 'oauth_token' : 'api_key'
  if (secret.startsWith(begins[other]))
    return `This is ${names[other]}, not ${names[kind]}; give it with ${flags[other]}.`
  if (secret.startsWith('sk-ant-admin')) return 'This is an admin key, which cannot call models. Create an API key.'
  const where =
    kind === 'api_key' ? 'console.anthropic.com, under API keys, makes one.' : '"claude setup-token" makes one.'
  if (!secret.startsWith('sk-ant-'))
    return `This is not ${names[kind]} of Anthropic, which begins with ${begins[kind]}. ${where}`
  if (!/^[\w-]+$/.test(secret) || secret.length < MIN_SECRET_CHARS)
    return `This is not all of ${names[kind]}, or it contains something else. Copy it again.`
  return undefined
}

/** How much CLI output is read while looking for the address of the page. */
const MAX_LOGIN_OUTPUT_CHARS = 20_000

/** Replaces the terminal: shows the page that the CLI names to the person, and passes their code back. */
function askedInBrowser(ask: SignInBrowser['ask']): LoginTerminal {
  return {
    env: {},
    attend({ stdin, stdout, stderr }) {
      let said = ''
      let isAsked = false
      stderr.resume()
      stdout.on('data', (chunk: Buffer) => {
        said = (said + String(chunk)).slice(0, MAX_LOGIN_OUTPUT_CHARS)
        const page = /https:\/\/\S+/.exec(said)
        // An address at the very end may still be incomplete.
        if (!page || page.index + page[0].length === said.length || isAsked) return
        isAsked = true
        void ask(page[0]).then((code) => stdin.end(`${code}\n`))
      })
    },
  }
}
