import {
  type ClaudeSecret,
  checkClaude,
  credentialCheck,
  credentialKind,
  credentialLine,
  demoHint,
  describeCheck,
  findClaude,
  saveCredential,
} from '../../app/connect/claude.ts'
import { type LoginTerminal, logInClaude } from '../../app/connect/claude-login.ts'
import { connectMessages } from '../../app/connect/connect-messages.ts'
import { describeSavedSecret } from '../../app/connect/settings-file.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import { readSecret } from '../../config/secret.ts'
import { type CredentialLine, withCredential } from '../../config/toml-edit.ts'
import { UsageError } from '../../domain/errors.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import type { GlobalOptions } from '../global-options.ts'
import { toJson } from '../global-options.ts'
import { askSecret, confirm, interruptible, printTo, type Terminal } from '../prompts.ts'
import { withNames } from './owner-name.ts'

export interface ClaudeFlags {
  apiKeyFile?: string
  oauthTokenFile?: string
  login?: boolean
  yes?: boolean
}

const never = new AbortController().signal

/** `skein setup claude`: finds the CLI, gives it a credential or signs in, and checks it with one small call. */
export async function setUpClaude(
  globals: GlobalOptions,
  flags: ClaudeFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const print = printTo(terminal)
  const saved = readConfigText(globals, env)
  const { file, text } = saved
  const oldConfig = await findClaude({ ...globals, env }, saved, never)
  print('Found the claude CLI.')

  const credential = await chooseCredential(flags, env, { terminal, findProblem: credentialCheck(oldConfig) })
  if (!credential) {
    process.exitCode = 1
    return print('Nothing was changed.')
  }
  if (credential.kind === 'login') {
    const login = loginTerminal(env, terminal.output)
    await interruptible((signal) => logInClaude(oldConfig, { ...globals, env }, login, signal))
  }
  const line = credential.kind === 'login' ? undefined : credentialLine(saved, credential)
  const canAsk = process.stdin.isTTY && flags.yes !== true
  const edited = await withNames(withCredential(file, text, line), { file, config: oldConfig, canAsk, terminal })
  const saveConfig = () => {
    const { config, commit } = draftConfig(saved, edited)
    const backup = edited === text ? undefined : commit()
    return { config, backup }
  }
  const { config, backup } = credential.kind === 'login' ? saveConfig() : saveCredential(saved, credential, saveConfig)
  print(line ? describeSavedSecret(saved) : connectMessages.signedIn)
  if (backup) print(`The previous version is in ${backup}.`)
  demoHint(config).forEach(print)

  const isCheckWanted = flags.yes === true || (process.stdin.isTTY && (await confirm(question, terminal)))
  const checkDeps = { ...globals, env, clock: systemClock }
  const check = isCheckWanted ? await interruptible((signal) => checkClaude(config, checkDeps, signal)) : undefined
  if (check) print(describeCheck(check))
  if (check?.ok === false) process.exitCode = 1
  print('Restart Skein to apply.')
  if (globals.json) console.log(toJson({ credential: credential.kind, config: file, backup, check }))
}

const question = 'Check it with one small call to the model? It costs less than a cent.'

/** How the CLI authenticates. The secret is stored only in its own file. */
type Credential = { kind: 'login' } | ClaudeSecret

/** Takes the credential from the flags or asks for it. Undefined if the person leaves. */
async function chooseCredential(
  flags: ClaudeFlags,
  env: NodeJS.ProcessEnv,
  {
    terminal,
    findProblem,
  }: { terminal: Terminal; findProblem(kind: CredentialLine['key'], secret: string): AnyText | undefined },
): Promise<Credential | undefined> {
  const checkSecret = (kind: CredentialLine['key'], secret: string): ClaudeSecret => {
    const problem = findProblem(kind, secret)
    if (problem !== undefined) throw new UsageError(problem)
    return { kind, secret }
  }
  const { apiKeyFile, oauthTokenFile, login } = flags
  if ([apiKeyFile, oauthTokenFile, login].filter(Boolean).length > 1)
    throw new UsageError('Choose one of --api-key-file, --oauth-token-file and --login.')
  if (apiKeyFile !== undefined) return checkSecret('api_key', readCredential(`file:${apiKeyFile}`, env))
  if (oauthTokenFile !== undefined) return checkSecret('oauth_token', readCredential(`file:${oauthTokenFile}`, env))
  if (login) return { kind: 'login' }
  if (!process.stdin.isTTY) throw new UsageError('Choose one of --api-key-file, --oauth-token-file and --login.')
  for (;;) {
    const typed = await askSecret(
      'Paste an API key, or a long-lived token made by "claude setup-token" (not shown).\nOr press Enter to sign in with the CLI: ',
      terminal,
    )
    if (typed === undefined) return undefined
    if (typed === '') return { kind: 'login' }
    try {
      const secret = readCredential(typed, env)
      return checkSecret(credentialKind(secret), secret)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      terminal.output.write(`${error.message}\n`)
    }
  }
}

function readCredential(text: string, env: NodeJS.ProcessEnv): string {
  const secret = readSecret(text, env, process.cwd())
  if ('says' in secret) throw new UsageError(`The credential ${textIn(secret.says, 'en')}.`)
  return secret.value
}

// The variables that a program needs to open a browser on this desktop.
const desktopVariables = [
  'TERM',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'BROWSER',
]

/** Connects this terminal to the CLI's own login. */
function loginTerminal(env: NodeJS.ProcessEnv, output: NodeJS.WritableStream): LoginTerminal {
  return {
    env: Object.fromEntries(desktopVariables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    attend({ stdin, stdout, stderr }) {
      process.stdin.pipe(stdin)
      stdout.once('close', () => {
        process.stdin.unpipe(stdin)
        process.stdin.pause()
      })
      for (const stream of [stdout, stderr]) stream.pipe(output, { end: false })
    },
  }
}
