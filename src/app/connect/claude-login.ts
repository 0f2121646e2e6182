import { tmpdir } from 'node:os'
import type { Config } from '../../config/config.ts'
import { TryLaterError } from '../../domain/errors.ts'
import { type Child, startChild } from '../../lib/child.ts'
import { makeFolder } from '../../lib/folders.ts'
import { claudeEnv } from '../../spawner/claude/command-line.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { probeClaude } from '../../spawner/claude/probe.ts'
import type { ConnectionDeps } from './connection.ts'

/** Whoever signs in: reads what the CLI says, and answers it. */
export interface LoginTerminal {
  /** What the CLI finds in its environment beside what it always does. */
  env: Record<string, string>
  attend(child: Pick<Child, 'stdin' | 'stdout' | 'stderr'>): void
}

/** The CLI's own sign-in, into our folder for it. */
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
  // It has a session of its own, so Ctrl-C on our terminal does not reach it.
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
