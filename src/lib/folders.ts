import { existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SystemAccount } from './sandbox.ts'

type Ownership = Pick<Stats, 'uid' | 'gid' | 'mode'>

/** How the kernel shows an owner that has no number in our user namespace, such as the host's root. */
const UNMAPPED_UID = 65_534
const STICKY = 0o1000

/** True if neither we nor root own it. Always false on systems without such owners. */
export function isOfAnotherUser({ uid }: Pick<Stats, 'uid'>): boolean {
  const ourUid = process.geteuid?.()
  return ourUid !== undefined && uid !== ourUid && uid !== 0
}

/** Our own group does not count, because with a umask of 002 each user has a group of their own. */
export function isWritableByOthers({ gid, mode }: Ownership): boolean {
  if (process.geteuid === undefined) return false
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== process.getegid?.())
}

/**
 * Anybody who can write to a parent folder can replace the file, whatever the mode of the file itself (the same check
 * as in ssh). Returns the problem and how to fix it; undefined if there is none.
 */
export function openFolderAbove(path: string): { says: string; step: string } | undefined {
  for (let folder = dirname(realpathSync(path)); ; folder = dirname(folder)) {
    const stats = statSync(folder)
    if (isOfAnotherUser(stats) && stats.uid !== UNMAPPED_UID) {
      const says = `the folder ${folder} above it belongs to user ${stats.uid}, who could put another in its place`
      return { says, step: `Run "chown ${process.geteuid?.()} ${folder}"` }
    }
    // In a sticky folder, such as /tmp, users cannot move the files of others.
    if (isWritableByOthers(stats) && (stats.mode & STICKY) === 0) {
      const says = `other users can write to the folder ${folder} above it and could put another in its place`
      return { says, step: `Run "chmod go-w ${folder}"` }
    }
    if (dirname(folder) === folder) return undefined
  }
}

/**
 * Gives one of our folders and its contents to the account, if there is one. A folder that already belongs to
 * the account can change at any moment, so there we only touch its direct entries and follow no links.
 */
export function giveFolderTo(folder: string, account: SystemAccount | undefined): void {
  if (!account) return
  const belongsToAccount = lstatSync(folder).uid === account.uid
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !belongsToAccount) giveFolderTo(path, account)
    else changeOwner(path, account)
  }
  changeOwner(folder, account)
}

function changeOwner(path: string, { uid, gid }: SystemAccount): void {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid
  if (owner !== undefined && owner !== uid) lchownSync(path, uid, gid)
}

/**
 * Creates a folder and its missing parents, and returns those it created, outermost first. One step at a time, because
 * Node's `recursive` loops for ever if a folder can neither be found nor created (in /proc, or behind a dangling link).
 */
export function makeFolder(path: string, mode = 0o700): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
  const createdParents = dirname(path) === path ? [] : makeFolder(dirname(path), mode)
  mkdirSync(path, { mode })
  return [...createdParents, path]
}

/**
 * Whether a path relative to a folder stays inside it after all links are followed. A path that does not exist yet is
 * judged by its nearest existing parent.
 */
export function isInside(folder: string, path: string): boolean {
  return realPathInside(folder, path) !== undefined
}

/** The path without any links; undefined if it leads out of the folder. */
export function realPathInside(folder: string, path: string): string | undefined {
  const absolutePath = resolve(folder, path)
  if (!isBelow(resolve(folder), absolutePath)) return undefined
  const realPath = realPathOf(absolutePath)
  return isBelow(realpathSync(folder), realPath) ? realPath : undefined
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep)
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // A dangling or circular link: writing to it would create the file somewhere else.
    if (exists(path) || dirname(path) === path) return sep
    return join(realPathOf(dirname(path)), basename(path))
  }
}

function exists(path: string): boolean {
  try {
    return Boolean(lstatSync(path))
  } catch {
    return false
  }
}

/** The path of a file of this installation, whether we run from the sources, the compiled modules or the bundle. */
export function installedPath(...path: string[]): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, ...path)
}
