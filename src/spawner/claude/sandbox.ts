import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { runChild } from '../../lib/child.ts'
import { handOver } from '../../lib/hand-over.ts'
import { type Account, innermost, quoteForShell, stepDownArgs, type View, viewArgs } from '../../lib/sandbox.ts'
import { systemCallFilter } from '../../lib/system-call-filter.ts'
import { writeShell } from './turn-folder.ts'

/**
 * Where the CLI runs when it has tools of its own: it sees its own folders and the chat's workspace, and the commands that
 * the model runs see the workspace alone, in a second sandbox inside the first: not the credential, not its other sessions.
 */
export interface Sandbox {
  /** The program itself, as it is found inside. */
  file: string
  /** Who the CLI and its tools run as, when the daemon is root. */
  account: Account | undefined
  /** The words for bwrap in front of the program. */
  argsFor(place: Place): string[]
  /** A script that runs its one argument as a command, and the filter that it loads. */
  shellFor(place: Place): Shell
}

/** `script` takes the descriptor 9 from the filter's file, which lies beside it. */
export interface Shell {
  script: string
  filter: Buffer
}

/** The folders of one process. */
export interface Place {
  configDir: string
  turnDir: string
  tmpDir: string
  workspace: string
  mark: string
}

/** What each process that a command starts may use up, and how many there may be. */
export interface CommandLimits {
  memoryMb: number
  processes: number
  cpuSeconds: number
}

const defaultLimits: CommandLimits = { memoryMb: 2048, processes: 256, cpuSeconds: 600 }

export interface SandboxOptions {
  network: boolean
  limits: CommandLimits
  env: NodeJS.ProcessEnv
  /** The CLI's folder when it is a person's own. */
  namedConfigDir: string | undefined
  /** Of the daemon. */
  uid: number | undefined
}

interface Said {
  commandNetwork?: boolean
  commandLimits?: CommandLimits
  namedConfigDir?: string
  env: NodeJS.ProcessEnv
}

/** As the configuration has it. */
export function sandboxOptions(said: Said): SandboxOptions {
  const { commandNetwork: network = false, commandLimits: limits = defaultLimits, namedConfigDir, env } = said
  return { network, limits, env, namedConfigDir, uid: process.getuid?.() }
}

export type FoundSandbox = { sandbox: Sandbox } | { missing: string }

/** Nobody's: between the last dynamic user of systemd and `nobody`, where no account and no container has its own. */
const toolAccount: Account = { uid: 65_530, gid: 65_530 }

/** Only running it shows whether a sandbox in a sandbox works here, and whether the CLI starts in one. */
export async function findSandbox(
  command: string,
  options: SandboxOptions,
  signal: AbortSignal,
): Promise<FoundSandbox> {
  const path = options.env.PATH ?? ''
  const file = await programFile(command, path)
  if (file === undefined) return { missing: `${command} was not found` }
  if (!systemCallFilter(process.arch)) return { missing: `the calls of this processor (${process.arch}) are not known` }
  const sandbox = createSandbox(file, options)
  if (sandbox.account && options.namedConfigDir !== undefined)
    return { missing: `Skein runs as root and its tools must not, but ${options.namedConfigDir} is for root alone` }
  const place = await tryPlace()
  try {
    const shell = await writeShell(place.turnDir, sandbox.shellFor(place))
    for (const folder of [place.configDir, place.turnDir, place.workspace]) handOver(folder, sandbox.account)
    const run = (...words: string[]) =>
      runChild(
        { file: 'bwrap', args: [...sandbox.argsFor(place), '--', ...words], env: { PATH: path } },
        { timeoutMs: 20_000, maxBytes: 64_000 },
        signal,
      )
    const nested = await run(shell, 'true')
    if (nested.status === 'not_started') return { missing: whyNotStarted(nested.code) }
    if (!isFine(nested)) return { missing: `bwrap is not allowed here: ${firstLine(nested.stderr)}` }
    const version = await run(file, '--version')
    if (!isFine(version)) return { missing: `the claude CLI does not start in a sandbox: ${firstLine(version.stderr)}` }
    return { sandbox }
  } finally {
    await rm(dirname(place.turnDir), { recursive: true, force: true })
  }
}

function whyNotStarted(code: string): string {
  return code === 'ENOENT' ? 'bwrap is not installed; install bubblewrap' : `bwrap could not be started (${code})`
}

async function tryPlace(): Promise<Place> {
  const base = await mkdtemp(join(await realpath(tmpdir()), 'skein-try-'))
  const [configDir, turnDir, workspace] = [join(base, 'config'), join(base, 'turn'), join(base, 'workspace')]
  for (const folder of [configDir, turnDir, workspace]) await mkdir(folder, { mode: 0o700 })
  return { configDir, turnDir, tmpDir: join(turnDir, 'tmp'), workspace, mark: 'try' }
}

/** Whether it works here is another question. */
export function createSandbox(file: string, { network, limits, env, uid }: SandboxOptions): Sandbox {
  const filter = systemCallFilter(process.arch) ?? Buffer.alloc(0)
  const account = uid === 0 ? toolAccount : undefined
  const readable = [dirname(file), ...certificates(env)]
  return {
    file,
    account,
    argsFor({ configDir, turnDir, workspace }) {
      const view: View = { readable, writable: [configDir, turnDir, workspace], network: true }
      return [...(account ? stepDownArgs(view, account) : []), ...viewArgs(view), '--chdir', workspace]
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
      const view = { readable: [], writable: [workspace], network, scratchBytes: limits.memoryMb * 1024 * 1024 }
      const inner = ['bwrap', ...viewArgs(view), ...innermost, '--seccomp', '9']
      // The CLI has each command write down where it ended; the folder for that is there, and empty.
      const words = [...clean, ...inner, '--dir', tmpDir, '--', '/bin/bash', '-c', limited(limits), 'bash']
      // The name of the folder it is in may hold anything; it comes from the CLI, and bwrap stays in it by itself.
      const exec = `exec ${words.map(quoteForShell).join(' ')} "$1" 9<"\${0%/*}/filter.bpf"`
      return { script: `#!/bin/sh\n${firstToGo}\n${exec}\n`, filter }
    },
  }
}

// Should the memory of the machine or of the unit run out all the same, it is a command that the kernel ends, and not us.
const firstToGo = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj'

/**
 * Set inside, where the kernel counts the processes of this sandbox alone and not all of its user's (since Linux 5.14).
 * Memory is what a process can write to: programs such as Node reserve far more addresses than they ever use.
 * A limit that is lower already stays.
 */
function limited({ memoryMb, processes, cpuSeconds }: CommandLimits): string {
  const limits = { c: 0, d: memoryMb * 1024, t: cpuSeconds, u: processes }
  const set = Object.entries(limits).map(([letter, most]) => `ulimit -${letter} ${most} 2>/dev/null;`)
  return `${set.join(' ')} exec /bin/bash -c "$1"`
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
