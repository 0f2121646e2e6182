import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { relative, sep } from 'node:path'
import { realPathInside } from '../../../lib/folders.ts'
import type { SystemAccount } from '../../../lib/sandbox.ts'
import { isSettingsFile, settingsFileRefusal } from '../../tool-input.ts'

// A command may run at the same time and turn any folder on the way into a link. So a checked path is not trusted: each
// folder is opened from its parent, and no link is followed. Everything here is synchronous, so that two simultaneous
// changes to a file are both kept.

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** A mistake that the model can correct. */
export class ToolRefusal extends Error {}

/** An open folder. */
export interface OpenFolder {
  /** The only path by which its entries are accessed. */
  at(name: string): string
}

export interface FileStart {
  bytes: Buffer
  /** The size of the whole file. */
  size: number
}

/** The first bytes of a file. */
export function readInside(workspace: string, path: string, maxBytes: number): FileStart {
  return inParent(workspace, path, undefined, (folder, name) => readIn(folder, name, maxBytes))
}

export interface Change {
  workspace: string
  path: string
  /** The owner of the file if we are root. */
  account: SystemAccount | undefined
}

/** Writes a file completely or not at all, and creates missing folders. */
export function changeInside(
  { workspace, path, account }: Change,
  textFor: (readOld: (maxBytes: number) => FileStart) => string,
): void {
  const setOwner = (fd: number) => account && fchownSync(fd, account.uid, account.gid)
  inParent(workspace, path, setOwner, (folder, name) => {
    const text = textFor((maxBytes) => readIn(folder, name, maxBytes))
    const existing = lstatSync(folder.at(name), { throwIfNoEntry: false })
    if (existing && !existing.isFile()) throw new ToolRefusal(`${JSON.stringify(path)} is not a file.`)
    const tempFile = folder.at(`.skein-${randomUUID()}`)
    const fd = openSync(tempFile, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      writeFileSync(fd, text)
      if (existing) fchmodSync(fd, existing.mode & 0o777)
      setOwner(fd)
      renameSync(tempFile, folder.at(name))
    } catch (error) {
      unlinkSync(tempFile)
      throw error
    } finally {
      closeSync(fd)
    }
  })
}

/** The folder stays open while it is used. */
export function inFolder<T>(workspace: string, path: string, use: (folder: OpenFolder) => T): T {
  return walk(realpathSync(workspace), splitPath(workspace, path), undefined, use)
}

/** The same for a folder inside an open one. */
export function inInner<T>(folder: OpenFolder, name: string, use: (inner: OpenFolder) => T): T {
  return walk(folder.at(name), [], undefined, use)
}

type OnCreate = ((fd: number) => void) | undefined

/** With `made` the file is about to be written. */
function inParent<T>(
  workspace: string,
  path: string,
  onCreate: OnCreate,
  use: (folder: OpenFolder, name: string) => T,
): T {
  const parts = splitPath(workspace, path)
  // This also covers a link with a harmless name.
  if (onCreate && isSettingsFile(parts.join('/'))) throw new ToolRefusal(settingsFileRefusal)
  const name = parts.at(-1)
  if (name === undefined) throw new ToolRefusal(`${JSON.stringify(path)} is a folder.`)
  return walk(realpathSync(workspace), parts.slice(0, -1), onCreate, (folder) => use(folder, name))
}

function splitPath(workspace: string, path: string): string[] {
  const real = path.includes('\0') ? undefined : realPathInside(workspace, path)
  if (real === undefined) throw new ToolRefusal('Only files inside the workspace can be used.')
  return relative(realpathSync(workspace), real).split(sep).filter(Boolean)
}

function walk<T>(root: string, parts: string[], onCreate: OnCreate, use: (folder: OpenFolder) => T): T {
  let fd = openFolder(root)
  const at = (name: string) => `/proc/self/fd/${fd}/${name}`
  try {
    for (const part of parts) {
      const next = stepInto(at(part), onCreate)
      closeSync(fd)
      fd = next
    }
    return use({ at })
  } finally {
    closeSync(fd)
  }
}

function stepInto(path: string, onCreate: OnCreate): number {
  if (!onCreate || lstatSync(path, { throwIfNoEntry: false })) return openFolder(path)
  mkdirSync(path, { mode: 0o700 })
  const fd = openFolder(path)
  onCreate(fd)
  return fd
}

function openFolder(path: string): number {
  return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
}

function readIn(folder: OpenFolder, name: string, maxBytes: number): FileStart {
  // Without this, opening a pipe would wait for a writer.
  const fd = openSync(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stats = fstatSync(fd)
    if (stats.isDirectory())
      throw new ToolRefusal(`${JSON.stringify(name)} is a folder; list_files shows what is in it.`)
    if (!stats.isFile()) throw new ToolRefusal(`${JSON.stringify(name)} is not a file.`)
    const bytes = Buffer.allocUnsafe(Math.min(maxBytes, stats.size))
    let size = 0
    for (let read = -1; read !== 0 && size < bytes.length; size += read) {
      read = readSync(fd, bytes, size, bytes.length - size, size)
    }
    return { bytes: bytes.subarray(0, size), size: stats.size }
  } finally {
    closeSync(fd)
  }
}
