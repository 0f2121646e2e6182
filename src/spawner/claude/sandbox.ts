import { constants } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { runChild } from '../../lib/child.ts'
import { innermost, outer, quoteForShell, type View, viewArgs } from '../../lib/sandbox.ts'

/**
 * Where the CLI runs when it has tools of its own: it sees its own folders and the chat's workspace, and the commands that
 * the model runs see the workspace alone, in a second sandbox inside the first: not the credential, not its other sessions.
 */
export interface Sandbox {
  /** The program itself, as it is found inside. */
  file: string
  /** The words for bwrap in front of the program. */
  argsFor(place: Place): string[]
  /** A script that runs its one argument as a command. */
  shellFor(place: Place): string
}

/** The folders of one process. */
export interface Place {
  configDir: string
  turnDir: string
  tmpDir: string
  workspace: string
  mark: string
}

export type FoundSandbox = { sandbox: Sandbox } | { missing: string }

/** Only running it shows whether a sandbox in a sandbox works here, and whether the CLI starts in one. */
export async function findSandbox(
  command: string,
  options: { network: boolean; env: NodeJS.ProcessEnv },
  signal: AbortSignal,
): Promise<FoundSandbox> {
  const path = options.env.PATH ?? ''
  const file = await programFile(command, path)
  if (file === undefined) return { missing: `${command} was not found` }
  const view: View = { readable: [dirname(file), ...certificates(options.env)], writable: [], network: true }
  const limits = { timeoutMs: 10_000, maxBytes: 64_000 }
  const inner = ['bwrap', ...viewArgs({ ...view, readable: [], network: options.network }), ...innermost, '--', 'true']
  const run = (words: string[]) =>
    runChild(
      { file: 'bwrap', args: [...viewArgs(view), ...outer, '--', ...words], env: { PATH: path } },
      limits,
      signal,
    )
  const nested = await run(inner)
  if (nested.status === 'not_started') return { missing: 'bwrap is not installed; install bubblewrap' }
  if (!isFine(nested)) return { missing: `bwrap is not allowed here: ${firstLine(nested.stderr)}` }
  const version = await run([file, '--version'])
  if (!isFine(version)) return { missing: `the claude CLI does not start in a sandbox: ${firstLine(version.stderr)}` }
  return { sandbox: createSandbox(file, view, options.network) }
}

function createSandbox(file: string, view: View, network: boolean): Sandbox {
  return {
    file,
    argsFor({ configDir, turnDir, workspace }) {
      return [...viewArgs({ ...view, writable: [configDir, turnDir, workspace] }), ...outer, '--chdir', workspace]
    },
    shellFor({ workspace, tmpDir, mark }) {
      const variables = {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: workspace,
        TMPDIR: '/tmp',
        SKEIN_TREE: mark,
      }
      // Cleared before bwrap and not by it: its own environment can be read from inside, as that of process 1.
      const clean = ['env', '-i', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
      const inner = ['bwrap', ...viewArgs({ readable: [], writable: [workspace], network }), ...innermost]
      // The CLI has each command write down where it ended; the folder for that is there, and empty.
      const words = [...clean, ...inner, '--dir', tmpDir, '--', '/bin/bash', '-c']
      // The name of the folder it is in may hold anything; it comes from the CLI, and bwrap stays in it by itself.
      return `#!/bin/sh\nexec ${words.map(quoteForShell).join(' ')} "$1"\n`
    },
  }
}

async function programFile(command: string, path: string): Promise<string | undefined> {
  const names = command.includes('/') ? [command] : path.split(delimiter).map((folder) => join(folder, command))
  for (const name of names) {
    const file = await realpath(name).catch(() => undefined)
    if (
      file &&
      (await access(file, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      return file
  }
  return undefined
}

function certificates(env: NodeJS.ProcessEnv): string[] {
  return [env.NODE_EXTRA_CA_CERTS, env.SSL_CERT_FILE, env.SSL_CERT_DIR].filter((path) => path !== undefined)
}

function isFine(outcome: Awaited<ReturnType<typeof runChild>>): boolean {
  return outcome.status === 'exited' && outcome.code === 0
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
