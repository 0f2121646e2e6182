import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { runChild } from '../../lib/child.ts'
import { giveFolderTo } from '../../lib/folders.ts'
import { quoteForShell, type SandboxView, type SystemAccount, stepDownArgs, viewArgs } from '../../lib/sandbox.ts'
import { systemCallFilter } from '../../lib/system-call-filter.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import {
  accountOf,
  type CommandLimits,
  commandEnv,
  commandSandboxArgs,
  commandView,
  describeBwrapFailure,
  firstLine,
  hasSucceeded,
  preferAsOomVictim,
} from '../command-sandbox.ts'
import { programMessages as texts } from '../program-messages.ts'
import { writeShell } from './turn-folder.ts'

/**
 * The sandbox of a CLI with its own tools. The CLI sees its own folders and the chat's workspace. The model's commands
 * run in a second sandbox inside it and see only the workspace: no credential and no other sessions.
 */
export interface Sandbox {
  /** The path of the program inside the sandbox. */
  file: string
  /** The account of the CLI and its tools if the daemon is root. */
  account: SystemAccount | undefined
  /** The bwrap arguments before the program. */
  argsFor(folders: SandboxFolders): string[]
  /** A script that runs its one argument as a command, and the filter it loads. */
  shellFor(folders: SandboxFolders): Shell
}

/** The script opens the filter file beside it as descriptor 9. */
export interface Shell {
  script: string
  filter: Buffer
}

/** The folders of one process. */
export interface SandboxFolders {
  configDir: string
  turnDir: string
  tmpDir: string
  workspace: string
  mark: string
}

const DEFAULT_LIMITS: CommandLimits = { memoryMb: 2048, processes: 256, cpuSeconds: 600 }

export interface SandboxOptions {
  network: boolean
  limits: CommandLimits
  env: NodeJS.ProcessEnv
  /** The CLI's folder if a person chose it. */
  namedConfigDir: string | undefined
  /** The daemon's user id. */
  uid: number | undefined
}

interface SandboxConfig {
  commandNetwork?: boolean
  commandLimits?: CommandLimits
  namedConfigDir?: string
  env: NodeJS.ProcessEnv
}

/** The sandbox options from the configuration. */
export function sandboxOptions(config: SandboxConfig): SandboxOptions {
  const { commandNetwork: network = false, commandLimits: limits = DEFAULT_LIMITS, namedConfigDir, env } = config
  return { network, limits, env, namedConfigDir, uid: process.getuid?.() }
}

export type FoundSandbox = { sandbox: Sandbox } | { missing: LocalizedText }

/** Runs the CLI and a command in trial folders, because nothing else shows whether nested sandboxes work here. */
export async function findSandbox(
  command: string,
  options: SandboxOptions,
  signal: AbortSignal,
): Promise<FoundSandbox> {
  const path = options.env.PATH ?? ''
  const file = await findProgram(command, path)
  if (file === undefined) return { missing: texts.notFound(command) }
  if (!systemCallFilter(process.arch)) return { missing: texts.unknownProcessor(process.arch) }
  const sandbox = createSandbox(file, options)
  if (sandbox.account && options.namedConfigDir !== undefined)
    return { missing: texts.folderOfRoot(options.namedConfigDir) }
  const folders = await createTrialFolders()
  try {
    const shell = await writeShell(folders.turnDir, sandbox.shellFor(folders))
    for (const folder of [folders.configDir, folders.turnDir, folders.workspace]) giveFolderTo(folder, sandbox.account)
    const run = (...args: string[]) =>
      runChild(
        { file: 'bwrap', args: [...sandbox.argsFor(folders), '--', ...args], env: { PATH: path } },
        { timeoutMs: 20_000, maxBytes: 64_000 },
        signal,
      )
    const nested = await run(shell, 'true')
    if (!hasSucceeded(nested)) return { missing: describeBwrapFailure(nested) }
    const version = await run(file, '--version')
    if (!hasSucceeded(version)) return { missing: texts.notInSandbox(firstLine(version.stderr)) }
    return { sandbox }
  } finally {
    await rm(dirname(folders.turnDir), { recursive: true, force: true })
  }
}

async function createTrialFolders(): Promise<SandboxFolders> {
  const base = await mkdtemp(join(await realpath(tmpdir()), 'skein-try-'))
  const [configDir, turnDir, workspace] = [join(base, 'config'), join(base, 'turn'), join(base, 'workspace')]
  for (const folder of [configDir, turnDir, workspace]) await mkdir(folder, { mode: 0o700 })
  return { configDir, turnDir, tmpDir: join(turnDir, 'tmp'), workspace, mark: 'try' }
}

/** Does not check whether it works here; see `findSandbox`. */
export function createSandbox(file: string, { network, limits, env, uid }: SandboxOptions): Sandbox {
  const filter = systemCallFilter(process.arch) ?? Buffer.alloc(0)
  const account = accountOf(uid)
  const readable = [dirname(file), ...certificates(env)]
  return {
    file,
    account,
    argsFor({ configDir, turnDir, workspace }) {
      const view: SandboxView = { readable, writable: [configDir, turnDir, workspace], network: true }
      return [...(account ? stepDownArgs(view, account) : []), ...viewArgs(view), '--chdir', workspace]
    },
    shellFor({ workspace, tmpDir, mark }) {
      // The environment is cleared before bwrap starts, because bwrap's own environment is readable inside as that of
      // process 1.
      const variables = Object.entries(commandEnv(workspace, mark)).map(([name, value]) => `${name}=${value}`)
      const bounds = { network, limits }
      // After each command, the CLI has its final folder written to a file there.
      const inner = commandSandboxArgs(commandView(workspace, bounds), bounds, ['--dir', tmpDir])
      const args = ['env', '-i', ...variables, 'bwrap', ...inner]
      // There is no --chdir, because bwrap stays in the folder in which the CLI starts it.
      const exec = `exec ${args.map(quoteForShell).join(' ')} "$1" 9<"\${0%/*}/filter.bpf"`
      return { script: `#!/bin/sh\n${preferAsOomVictim}\n${exec}\n`, filter }
    },
  }
}

async function findProgram(command: string, path: string): Promise<string | undefined> {
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
