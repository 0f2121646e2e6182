import { dirname } from 'node:path'
import { UserFacingError } from '../../domain/errors.ts'
import { type RunOutcome, runChild } from '../../lib/child.ts'
import { printable } from '../../lib/text/visible.ts'

/** Installing packages over a slow line takes a while. What takes longer hangs. */
const LIMITS = { timeoutMs: 30 * 60_000, maxBytes: 64 * 1024 * 1024 }
const MAX_REASON_CHARS = 1500

/** Runs other programs for an update, in the environment of the person: git needs their keys, npm their registry. */
export interface Commands {
  run(command: string[], cwd: string, signal: AbortSignal): Promise<RunOutcome>
  /** Throws with the reason if the command fails. */
  must(what: string, command: string[], cwd: string, signal: AbortSignal): Promise<string>
}

export function createCommands(env: NodeJS.ProcessEnv): Commands {
  const inherited = Object.entries(env).filter(
    // Git would work on another repository; it sets these for its hooks.
    (entry): entry is [string, string] => entry[1] !== undefined && !/^GIT_(DIR|WORK_TREE|INDEX_FILE)$/.test(entry[0]),
  )
  const variables = {
    ...Object.fromEntries(inherited),
    // npm, and what npm starts, must be of the Node that will run Skein.
    PATH: `${dirname(process.execPath)}:${env.PATH ?? '/usr/bin:/bin'}`,
    // Nobody could answer: a process of ours has no terminal.
    GIT_TERMINAL_PROMPT: '0',
    npm_config_update_notifier: 'false',
  }
  const run: Commands['run'] = ([file = '', ...args], cwd, signal) =>
    runChild({ file, args, env: variables, cwd }, LIMITS, signal)
  return {
    run,
    async must(what, command, cwd, signal) {
      const outcome = await run(command, cwd, signal)
      signal.throwIfAborted()
      if (outcome.status === 'exited' && outcome.code === 0) return outcome.stdout
      throw new UserFacingError(`${what}: ${reasonOf(command, outcome)}`)
    },
  }
}

function reasonOf([file = '', ...args]: string[], outcome: RunOutcome): string {
  if (outcome.status === 'not_started')
    return outcome.code === 'ENOENT' ? `${file} is not installed.` : `${file} cannot be started (${outcome.code}).`
  if (outcome.status === 'timeout') return `"${file} ${args[0]}" did not end within half an hour.`
  const said = printable((outcome.stderr.trim() || outcome.stdout.trim()).slice(-MAX_REASON_CHARS))
  return (
    said || `"${file} ${args[0]}" failed (${JSON.stringify({ ...outcome, stdout: undefined, stderr: undefined })}).`
  )
}
