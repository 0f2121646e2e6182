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
import type { Account } from '../../../lib/sandbox.ts'
import { isSettingsFile, settingsFileRefusal } from '../../tool-input.ts'

// A command may run beside us and turn any folder on the way into a link at any moment. So a path is not believed after it
// was looked at: each folder is opened from the one before it, and no link is followed. Nothing here waits, so that of two
// changes to one file that are asked for at once neither is lost.

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Something that the model can do better next time. */
export class Refusal extends Error {}

/** An open folder. */
export interface Folder {
  /** What lies in it is reached by this path and no other. */
  at(name: string): string
}

export interface FileStart {
  bytes: Buffer
  /** Of all of it. */
  size: number
}

/** The first bytes of a file. */
export function readInside(workspace: string, path: string, most: number): FileStart {
  return inParent(workspace, path, undefined, (folder, name) => readIn(folder, name, most))
}

export interface Change {
  workspace: string
  path: string
  /** Whose the file is to be, when we are root. */
  account: Account | undefined
}

/** Puts a file into its place whole or not at all, and makes the folders that are missing. */
export function changeInside(
  { workspace, path, account }: Change,
  textFor: (old: (most: number) => FileStart) => string,
): void {
  const giveAway = (fd: number) => account && fchownSync(fd, account.uid, account.gid)
  inParent(workspace, path, giveAway, (folder, name) => {
    const text = textFor((most) => readIn(folder, name, most))
    const before = lstatSync(folder.at(name), { throwIfNoEntry: false })
    if (before && !before.isFile()) throw new Refusal(`${JSON.stringify(path)} is no file.`)
    const fresh = folder.at(`.skein-${randomUUID()}`)
    const fd = openSync(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      writeFileSync(fd, text)
      if (before) fchmodSync(fd, before.mode & 0o777)
      giveAway(fd)
      renameSync(fresh, folder.at(name))
    } catch (error) {
      unlinkSync(fresh)
      throw error
    } finally {
      closeSync(fd)
    }
  })
}

/** The folder is open for as long as it is used. */
export function inFolder<T>(workspace: string, path: string, use: (folder: Folder) => T): T {
  return walk(realpathSync(workspace), partsOf(workspace, path), undefined, use)
}

/** The same for one that lies in an open one. */
export function inInner<T>(folder: Folder, name: string, use: (inner: Folder) => T): T {
  return walk(folder.at(name), [], undefined, use)
}

type Made = ((fd: number) => void) | undefined

/** With `made` it is to be written to. */
function inParent<T>(workspace: string, path: string, made: Made, use: (folder: Folder, name: string) => T): T {
  const parts = partsOf(workspace, path)
  // Also behind a link, where the name that was asked for looks harmless.
  if (made && isSettingsFile(parts.join('/'))) throw new Refusal(settingsFileRefusal)
  const name = parts.at(-1)
  if (name === undefined) throw new Refusal(`${JSON.stringify(path)} is a folder.`)
  return walk(realpathSync(workspace), parts.slice(0, -1), made, (folder) => use(folder, name))
}

function partsOf(workspace: string, path: string): string[] {
  const real = path.includes('\0') ? undefined : realPathInside(workspace, path)
  if (real === undefined) throw new Refusal('Only files inside the workspace can be used.')
  return relative(realpathSync(workspace), real).split(sep).filter(Boolean)
}

function walk<T>(root: string, parts: string[], made: Made, use: (folder: Folder) => T): T {
  let fd = openFolder(root)
  const at = (name: string) => `/proc/self/fd/${fd}/${name}`
  try {
    for (const part of parts) {
      const next = stepInto(at(part), made)
      closeSync(fd)
      fd = next
    }
    return use({ at })
  } finally {
    closeSync(fd)
  }
}

function stepInto(path: string, made: Made): number {
  if (!made || lstatSync(path, { throwIfNoEntry: false })) return openFolder(path)
  mkdirSync(path, { mode: 0o700 })
  const fd = openFolder(path)
  made(fd)
  return fd
}

function openFolder(path: string): number {
  return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
}

function readIn(folder: Folder, name: string, most: number): FileStart {
  // A pipe would let us wait for whoever writes to it.
  const fd = openSync(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stats = fstatSync(fd)
    if (stats.isDirectory()) throw new Refusal(`${JSON.stringify(name)} is a folder; list_files shows what is in it.`)
    if (!stats.isFile()) throw new Refusal(`${JSON.stringify(name)} is no file.`)
    const bytes = Buffer.allocUnsafe(Math.min(most, stats.size))
    let size = 0
    for (let read = -1; read !== 0 && size < bytes.length; size += read) {
      read = readSync(fd, bytes, size, bytes.length - size, size)
    }
    return { bytes: bytes.subarray(0, size), size: stats.size }
  } finally {
    closeSync(fd)
  }
}
