import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { reapTrees, treeSizes } from '../../lib/process-tree.ts'

/** The one place a CLI process leaves anything of ours on disk, gone when it ends. */
export interface TurnFolder {
  /** What the process and its offspring are known by. */
  mark: string
  dir: string
  promptFile: string
  /** Names the daemon's tools and holds the key to them. */
  mcpFile: string
  /** For the CLI's sockets and scratch files, which it does not clear away when it is killed. */
  tmpDir: string
  remove(): Promise<void>
}

const prefix = 'turn-'

/** The prompt goes by file: an argument holds 131,071 bytes at most, and any user of the machine can read it. */
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
    mark: `${homeMark(runtimeDir)}.${id}`,
    dir: folder,
    promptFile,
    mcpFile,
    tmpDir,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Writes the script by which the CLI runs commands, with its filter beside it, and says where it is. */
export async function writeShell(dir: string, { script, filter }: { script: string; filter: Buffer }): Promise<string> {
  const file = join(dir, 'shell.sh')
  await writeFile(join(dir, 'filter.bpf'), filter, { mode: 0o600, flag: 'wx' })
  await writeFile(file, script, { mode: 0o700, flag: 'wx' })
  return file
}

/**
 * To be called once at start, after the data directory is locked: ends what a killed daemon left running and removes
 * what it left on disk. Returns how many processes there were.
 */
export async function endLeftoverProcesses(runtimeDir: string): Promise<number> {
  const count = await reapTrees(`${homeMark(runtimeDir)}.`)
  const entries = await readdir(runtimeDir).catch(() => [])
  const left = entries.filter((name) => name.startsWith(prefix))
  await Promise.all(left.map((name) => rm(join(runtimeDir, name), { recursive: true, force: true })))
  return count
}

/** Resident bytes of what runs now, by mark. */
export function sizesByMark(runtimeDir: string): Map<string, number> {
  return treeSizes(`${homeMark(runtimeDir)}.`)
}

// Two daemons on one machine must never end each other's children as leftovers.
function homeMark(runtimeDir: string): string {
  return createHash('sha256').update(resolve(runtimeDir)).digest('hex').slice(0, 16)
}
