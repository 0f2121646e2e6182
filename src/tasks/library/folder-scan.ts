import { lstat, opendir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { kindOf } from './file-reader.ts'

/** What one pass over a folder found. */
export interface FolderScan {
  /** Which folder of the system it is. Another one is there while a disk is not mounted. */
  identity: string
  /** By the path below the folder. */
  files: Map<string, { size: number; modifiedAt: number }>
  /** The folder and those in it, by absolute path. */
  folders: string[]
  /** Folders and files that could not be looked at, by the path below the folder. What is known of them is kept. */
  unreadable: string[]
  /** Links, which may lead out of the folder or round in circles, and pipes, sockets and devices. None is opened. */
  notPlain: number
  /** There are more files or folders than the library takes. */
  isTooMany: boolean
}

export interface ScanLimits {
  files: number
  folders: number
  depth: number
}

export const scanLimits: ScanLimits = { files: 20_000, folders: 10_000, depth: 40 }

/** Lists the files of a folder that can be read. Hidden folders and `node_modules` are left out, and so are `excluded` ones. */
export async function scanFolder(
  root: string,
  excluded: ReadonlySet<string>,
  signal: AbortSignal,
  limits = scanLimits,
): Promise<FolderScan> {
  const identity = await identityOf(root)
  const scan: FolderScan = { identity, files: new Map(), folders: [], unreadable: [], notPlain: 0, isTooMany: false }
  const pending = [{ path: '', depth: 0 }]
  for (let next = pending.pop(); next !== undefined && !signal.aborted; next = pending.pop()) {
    const { path, depth } = next
    if (scan.folders.length >= limits.folders || depth > limits.depth) {
      scan.isTooMany = true
      continue
    }
    const folder = join(root, path)
    scan.folders.push(folder)
    try {
      for await (const entry of await opendir(folder)) {
        const { name } = entry
        const inner = path === '' ? name : `${path}/${name}`
        if (name.startsWith('.') || name === 'node_modules') continue
        if (entry.isDirectory()) {
          if (!excluded.has(join(root, inner))) pending.push({ path: inner, depth: depth + 1 })
        } else if (!entry.isFile()) scan.notPlain++
        else if (kindOf(name) !== undefined) await add(inner)
      }
    } catch {
      scan.unreadable.push(path)
    }
  }
  return scan

  async function add(path: string): Promise<void> {
    if (scan.files.size >= limits.files) {
      scan.isTooMany = true
      return
    }
    // Node cannot name a file whose name is no UTF-8.
    const stats = await lstat(join(root, path)).catch(() => undefined)
    if (!stats) scan.unreadable.push(path)
    else if (stats.isFile()) scan.files.set(path, { size: stats.size, modifiedAt: Math.floor(stats.mtimeMs) })
  }
}

async function identityOf(folder: string): Promise<string> {
  const stats = await stat(folder).catch(() => undefined)
  return stats ? `${stats.dev} ${stats.ino}` : ''
}

/** Where these folders really are, without those that are away. */
export async function existingRoots(folders: readonly { path: string }[]): Promise<string[]> {
  const roots = await Promise.all(folders.map(({ path }) => realpath(path).catch(() => undefined)))
  return roots.filter((root) => root !== undefined)
}
