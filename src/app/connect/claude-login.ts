import { tmpdir } from 'node:os'
import type { Config } from '../../config/config.ts'
import { TryLaterError } from '../../domain/errors.ts'
import { type Child, startChild } from '../../lib/child.ts'
import { makeFolder } from '../../lib/folders.ts'
import { claudeEnv } from '../../spawner/claude/command-line.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { probeClaude } from '../../spawner/claude/probe.ts'
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
  const leave = () => void (child.pid !== undefined && child.alive() && process.kill(-child.pid, 'SIGTERM'))
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  terminal.attend(child)
  const exit = await child.exited
  signal.removeEventListener('abort', leave)
  child.release()
  const worked = exit.status === 'exited' && exit.code === 0
  const probe = worked ? await probeClaude(options, signal) : undefined
  if (probe?.status !== 'ready') throw new TryLaterError('The sign-in did not finish; nothing was changed.')
}
