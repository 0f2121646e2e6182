import type { Config } from '../../config/config.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import type { ConfigPlace, SavedText } from '../../config/config-place.ts'
import { readConfig } from '../../config/load.ts'
import { type CredentialLine, withCredential } from '../../config/toml-edit.ts'
import { TryLaterError, UsageError } from '../../domain/errors.ts'
import { makeChatId } from '../../domain/ids.ts'
import { printable } from '../../lib/text/visible.ts'
import type { AnyText } from '../../messages/localized.ts'
import { createClaude } from '../../spawner/claude/claude.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { type Probe, probeClaude } from '../../spawner/claude/probe.ts'
import type { Turn } from '../../spawner/spawner.ts'
import { describeFailure } from '../../tasks/run/retries.ts'
import { installClaude } from './claude-install.ts'
import { type LoginTerminal, logInClaude } from './claude-login.ts'
import { connectMessages } from './connect-messages.ts'
import {
  type ConnectionDeps,
  type ConnectionFinding,
  type FormValues,
  type ModelCheck,
  SIGN_IN_TIMEOUT_MS,
  type SignInBrowser,
} from './connection.ts'
import { describeSavedSecret, saveWithSecret, secretReference, withSettings } from './settings-file.ts'

export type ClaudeSecret = { kind: CredentialLine['key']; secret: string }

export function credentialKind(secret: string): CredentialLine['key'] {
  return secret.startsWith('sk-ant-oat') ? 'oauth_token' : 'api_key'
}

/** Checks that the CLI exists. Returns the configuration without its old credential, which may be the broken part. */
export async function findClaude(
  { dataDir, env }: Pick<ConnectionDeps, 'dataDir' | 'env'>,
  saved: SavedText,
  signal: AbortSignal,
): Promise<Config> {
  const bare = draftConfig(saved, withCredential(saved.file, saved.text, undefined))
  const probe = await probeClaude(claudeOptions(bare.config, dataDir, env), signal)
  if (probe.status === 'missing' || probe.status === 'broken') throw new TryLaterError(probe.sentence)
  return bare.config
}

/** The check for credentials. Other services than Anthropic have keys of their own form. */
export function credentialCheck({ brain }: Config): typeof credentialProblem {
  return brain.claude.baseUrl === undefined ? credentialProblem : () => undefined
}

/** The line of the configuration that refers to the secret. */
export function credentialLine(place: ConfigPlace, { kind }: ClaudeSecret): CredentialLine {
  return { key: kind, value: secretReference(place, secretName(kind)) }
}

export function saveCredential<T>(place: ConfigPlace, { kind, secret }: ClaudeSecret, saveConfig: () => T): T {
  return saveWithSecret(place, secretName(kind), secret, saveConfig)
}

function secretName(kind: CredentialLine['key']): string {
  return `claude-${kind.replace('_', '-')}`
}

/** Makes one small call, exactly as the daemon would. */
export async function checkClaude(
  config: Config,
  { dataDir, env, clock }: Pick<ConnectionDeps, 'dataDir' | 'env' | 'clock'>,
  signal: AbortSignal,
): Promise<ModelCheck> {
  const log = { info: () => {}, warn: () => {} }
  const brain = createClaude({ ...claudeOptions(config, dataDir, env), clock, log })
  let usd = 0
  try {
    for await (const event of brain.run(smallestTurn, signal)) {
      if (event.kind === 'usage') usd += event.usage.costUsd
      if (event.kind === 'done') return { ok: true, answer: event.text.trim(), usd }
      if (event.kind === 'failed') return { ok: false, sentence: describeFailure(event.failure, 'owner') }
    }
    return { ok: false, sentence: connectMessages.callStopped }
  } finally {
    await brain.close()
  }
}

const smallestTurn: Turn = {
  task: 0,
  kind: 'reply',
  chat: makeChatId('web', 'setup'),
  person: { id: 0, name: 'owner' },
  model: 'general',
  trust: 'owner',
  foreign: [],
  system: 'Answer with the single word OK.',
  text: 'Say OK.',
  question: 'Say OK.',
  files: [],
}

/** The result of a check after the credential was saved. */
export function describeCheck(check: ModelCheck): AnyText {
  return check.ok
    ? connectMessages.claudeAnswers(printable(check.answer), check.usd)
    : connectMessages.savedButBroken(check.sentence)
}

export function demoHint({ brain }: Config): AnyText[] {
  return brain.default === 'demo' ? [connectMessages.stillDemo] : []
}

/** A person who connects Claude wants it to answer instead of the demo. */
function insteadOfDemo(config: Config, file: string, text: string): { text: string; says: AnyText[] } {
  if (config.brain.default !== 'demo') return { text, says: [] }
  return { text: withSettings(file, text, ['brain'], { default: 'claude' }), says: [connectMessages.isDefaultModel] }
}

/** Connects with a key or a token. Nothing is saved before a model has answered. */
export async function connect(
  { secret = '' }: FormValues,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<AnyText[]> {
  const before = readConfigText(deps, deps.env)
  const bare = await findClaude(deps, before, signal)
  const credential = { kind: credentialKind(secret), secret }
  const problem = credentialCheck(bare)(credential.kind, secret)
  if (problem !== undefined) throw new UsageError(problem)
  const drafted = withCredential(before.file, before.text, { key: credential.kind, value: secret })
  const check = await checkClaude(draftConfig(before, drafted).config, deps, signal)
  if (!check.ok) throw new TryLaterError(check.sentence)

  // The file may have been edited while the model was asked.
  const saved = readConfigText(deps, deps.env)
  const connected = withCredential(saved.file, saved.text, credentialLine(saved, credential))
  const edited = insteadOfDemo(bare, saved.file, connected)
  saveCredential(saved, credential, () => draftConfig(saved, edited.text).commit())
  return [describeCheck(check), describeSavedSecret(saved), ...edited.says]
}

/** Signs in with an account, on a page that gives a code for the CLI. */
export async function signIn(
  { install }: FormValues,
  deps: ConnectionDeps,
  { ask, installing }: SignInBrowser,
  signal: AbortSignal,
): Promise<AnyText[]> {
  if (install === 'yes' && (await lookForClaude(deps, signal)) === 'missing') {
    const command = await installClaude(deps, installing, signal)
    const { file, ...saved } = readConfigText(deps, deps.env)
    draftConfig({ file, ...saved }, withSettings(file, saved.text, ['brain', 'claude'], { command })).commit()
  }
  const bare = await findClaude(deps, readConfigText(deps, deps.env), signal)
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS)])
  await logInClaude(bare, deps, browserTerminal(ask), limited)
  const saved = readConfigText(deps, deps.env)
  const { file, text } = saved
  const edited = insteadOfDemo(bare, file, withCredential(file, text, undefined))
  const draft = draftConfig(saved, edited.text)
  if (edited.text !== text) draft.commit()
  const check = await checkClaude(draft.config, deps, signal)
  return [connectMessages.signedIn, describeCheck(check), ...edited.says]
}

/** Whether the CLI is installed and signed in. Asks no model. */
export async function lookForClaude(
  deps: Pick<ConnectionDeps, 'configFile' | 'dataDir' | 'env'>,
  signal: AbortSignal,
): Promise<Probe['status']> {
  const { status } = await probeClaude(claudeOptions(readConfig(deps, deps.env), deps.dataDir, deps.env), signal)
  return status
}

/** Checks that the CLI exists and has a credential. Asks no model. */
export async function examine(
  config: Config,
  { dataDir, env }: ConnectionDeps,
  signal: AbortSignal,
): Promise<ConnectionFinding[]> {
  const probe = await probeClaude(claudeOptions(config, dataDir, env), signal)
  return probe.status === 'ready'
    ? [{ verdict: 'ok', says: connectMessages.cliReady(probe.version) }]
    : [{ verdict: 'bad', says: probe.sentence }]
}

const MIN_SECRET_CHARS = 20

/** Why the secret cannot be of this kind, without asking the service. The text never contains any of the secret. */
export function credentialProblem(kind: CredentialLine['key'], secret: string): AnyText | undefined {
  // Only the command line asks for a certain kind; the page recognises it.
  if (kind === 'oauth_token' && secret.startsWith('sk-ant-api'))
    return 'This is an API key, not a long-lived token. Use --api-key-file for it.'
  if (kind === 'api_key' && secret.startsWith('sk-ant-oat'))
    return 'This is a long-lived token, not an API key. Use --oauth-token-file for it.'
  if (secret.startsWith('sk-ant-admin')) return connectMessages.adminKey
  if (!secret.startsWith('sk-ant-')) return connectMessages.notThisCredential[kind]
  if (!/^[\w-]+$/.test(secret) || secret.length < MIN_SECRET_CHARS) return connectMessages.incompleteCredential[kind]
  return undefined
}

/** How much CLI output is read while looking for the address of the page. */
const MAX_LOGIN_OUTPUT_CHARS = 20_000

/** Replaces the terminal: shows the page that the CLI names to the person, and passes their code back. */
function browserTerminal(ask: SignInBrowser['ask']): LoginTerminal {
  return {
    env: {},
    attend({ stdin, stdout, stderr }) {
      let output = ''
      let isPageShown = false
      stderr.resume()
      stdout.on('data', (chunk: Buffer) => {
        output = (output + String(chunk)).slice(0, MAX_LOGIN_OUTPUT_CHARS)
        const page = /https:\/\/\S+/.exec(output)
        // An address at the very end may still be incomplete.
        if (!page || page.index + page[0].length === output.length || isPageShown) return
        isPageShown = true
        void ask(page[0]).then((code) => stdin.end(`${code}\n`))
      })
    },
  }
}
