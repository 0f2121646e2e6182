import { tmpdir } from 'node:os'
import type { Config } from '../../config/config.ts'
import { TryLaterError } from '../../domain/errors.ts'
import { type Child, startChild } from '../../lib/child.ts'
import { makeFolder } from '../../lib/folders.ts'
import { claudeEnv } from '../../spawner/claude/command-line.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { probeClaude } from '../../spawner/claude/probe.ts'
import { connectMessages } from './connect-messages.ts'
import type { ConnectionDeps } from './connection.ts'

/** Reads what the CLI prints during sign-in, and answers it. */
export interface LoginTerminal {
  /** Additional environment variables for the CLI. */
  env: Record<string, string>
  attend(child: Pick<Child, 'stdin' | 'stdout' | 'stderr'>): void
}

/** Runs the CLI's own sign-in, which stores the credential in our folder. */
export async function logInClaude(
  config: Config,
  { dataDir, env }: Pick<ConnectionDeps, 'dataDir' | 'env'>,
  terminal: LoginTerminal,
  signal: AbortSignal,
): Promise<void> {
  const options = claudeOptions(config, dataDir, env)
  const { command = 'claude', configDir, baseUrl } = options
  makeFolder(configDir)
  const access = { configDir, env, ...(baseUrl === undefined ? {} : { baseUrl }) }
  const child = startChild({
    file: command,
    args: ['auth', 'login'],
    env: { ...claudeEnv(access, tmpdir()), ...terminal.env },
  })
  // The CLI has a process session of its own, so Ctrl-C on our terminal does not reach it.
  const end = () => void (child.pid !== undefined && child.alive() && process.kill(-child.pid, 'SIGTERM'))
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  terminal.attend(child)
  const exit = await child.exited
  signal.removeEventListener('abort', end)
  child.release()
  const isSignedIn = exit.status === 'exited' && exit.code === 0
  const probe = isSignedIn ? await probeClaude(options, signal) : undefined
  if (probe?.status !== 'ready') throw new TryLaterError(connectMessages.signInIncomplete)
}
