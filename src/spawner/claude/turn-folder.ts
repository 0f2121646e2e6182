import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { reapTrees, treeSizes } from '../../lib/process-tree.ts'

/** The only folder in which a CLI process has files of ours; removed when it ends. */
export interface TurnFolder {
  /** Identifies the process and its descendants. */
  mark: string
  dir: string
  promptFile: string
  /** Contains the address of the daemon's tools and the token for them. */
  mcpFile: string
  /** For the CLI's sockets and temporary files, which it leaves behind if it is killed. */
  tmpDir: string
  remove(): Promise<void>
}

const prefix = 'turn-'

/**
 * The prompt is passed as a file, because an argument holds at most 131,071 bytes and any user of the machine can read
 * it.
 */
export async function openTurnFolder(runtimeDir: string, prompt: string, servers: object): Promise<TurnFolder> {
  const id = randomUUID()
  const folder = join(runtimeDir, `${prefix}${id}`)
  const promptFile = join(folder, 'prompt.txt')
  const mcpFile = join(folder, 'mcp.json')
  const tmpDir = join(folder, 'tmp')
  await mkdir(tmpDir, { recursive: true, mode: 0o700 })
  await writeFile(promptFile, prompt, { mode: 0o600, flag: 'wx' })
  await writeFile(mcpFile, JSON.stringify({ mcpServers: servers }), { mode: 0o600, flag: 'wx' })
  return {
    mark: `${daemonMark(runtimeDir)}.${id}`,
    dir: folder,
    promptFile,
    mcpFile,
    tmpDir,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Writes the script with which the CLI runs commands, with its filter beside it, and returns its path. */
export async function writeShell(dir: string, { script, filter }: { script: string; filter: Buffer }): Promise<string> {
  const file = join(dir, 'shell.sh')
  await writeFile(join(dir, 'filter.bpf'), filter, { mode: 0o600, flag: 'wx' })
  await writeFile(file, script, { mode: 0o700, flag: 'wx' })
  return file
}

/**
 * Call this once at start, after the data directory is locked. Ends processes and removes files that a killed daemon
 * left behind. Returns the number of processes.
 */
export async function endLeftoverProcesses(runtimeDir: string): Promise<number> {
  const count = await reapTrees(`${daemonMark(runtimeDir)}.`)
  const entries = await readdir(runtimeDir).catch(() => [])
  const leftovers = entries.filter((name) => name.startsWith(prefix))
  await Promise.all(leftovers.map((name) => rm(join(runtimeDir, name), { recursive: true, force: true })))
  return count
}

/** Resident bytes of running processes, by mark. */
export function sizesByMark(runtimeDir: string): Map<string, number> {
  return treeSizes(`${daemonMark(runtimeDir)}.`)
}

// Two daemons on one machine must never end each other's processes.
function daemonMark(runtimeDir: string): string {
  return createHash('sha256').update(resolve(runtimeDir)).digest('hex').slice(0, 16)
}
