import { existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Account } from './sandbox.ts'

type Standing = Pick<Stats, 'uid' | 'gid' | 'mode'>

/** How the kernel shows an owner that has no number in our user namespace, such as the root of the host. */
const UNMAPPED_UID = 65_534
const STICKY = 0o1000

/** True for what neither we nor root own. Nothing is, where the system has no such owners. */
export function isOfAnotherUser({ uid }: Pick<Stats, 'uid'>): boolean {
  const own = process.geteuid?.()
  return own !== undefined && uid !== own && uid !== 0
}

/** Our own group does not count: with a umask of 002 each user has a group alone. */
export function isWritableByOthers({ gid, mode }: Standing): boolean {
  if (process.geteuid === undefined) return false
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== process.getegid?.())
}

/**
 * Whoever can write to a folder above a file can put another one in its place, whatever the mode of the file itself (as
 * ssh has it). What is wrong with such a folder and what to do about it; undefined where all is well.
 */
export function openFolderAbove(path: string): { says: string; step: string } | undefined {
  for (let folder = dirname(realpathSync(path)); ; folder = dirname(folder)) {
    const standing = statSync(folder)
    if (isOfAnotherUser(standing) && standing.uid !== UNMAPPED_UID) {
      const says = `the folder ${folder} above it belongs to user ${standing.uid}, who could put another in its place`
      return { says, step: `Run "chown ${process.geteuid?.()} ${folder}"` }
    }
    // In a sticky folder, such as /tmp, nobody moves what belongs to somebody else.
    if (isWritableByOthers(standing) && (standing.mode & STICKY) === 0) {
      const says = `other users can write to the folder ${folder} above it and could put another in its place`
      return { says, step: `Run "chmod go-w ${folder}"` }
    }
    if (dirname(folder) === folder) return undefined
  }
}

/**
 * Gives a folder of ours and what is in it to the account; without one everything stays as it is. What the account has
 * already is its to change at any moment: there we touch no more than what lies directly in it, and follow nothing, so that
 * nobody can lead us to a folder of somebody else's.
 */
export function handOver(folder: string, account: Account | undefined): void {
  if (!account) return
  const isTheirs = lstatSync(folder).uid === account.uid
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !isTheirs) handOver(path, account)
    else give(path, account)
  }
  give(folder, account)
}

function give(path: string, { uid, gid }: Account): void {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid
  if (owner !== undefined && owner !== uid) lchownSync(path, uid, gid)
}

/**
 * Makes a folder and what is missing above it, and returns what it made, the outermost first. One step at a time: Node's
 * `recursive` goes round for ever where a folder can neither be found nor made (in /proc, behind a link to nowhere).
 */
export function makeFolder(path: string, mode = 0o700): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
  const above = dirname(path) === path ? [] : makeFolder(dirname(path), mode)
  mkdirSync(path, { mode })
  return [...above, path]
}

/**
 * Whether a path, taken from a folder, stays in that folder once every link on the way is followed. What does not exist yet
 * is judged by the nearest folder that does.
 */
export function isInside(folder: string, path: string): boolean {
  return realPathInside(folder, path) !== undefined
}

/** The same path with no link left in it; undefined when it leads out of the folder. */
export function realPathInside(folder: string, path: string): string | undefined {
  const asked = resolve(folder, path)
  if (!isBelow(resolve(folder), asked)) return undefined
  const real = realPathOf(asked)
  return isBelow(realpathSync(folder), real) ? real : undefined
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep)
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // A link to nothing, or in a circle: writing to it would make the file somewhere else.
    if (isThere(path) || dirname(path) === path) return sep
    return join(realPathOf(dirname(path)), basename(path))
  }
}

function isThere(path: string): boolean {
  try {
    return Boolean(lstatSync(path))
  } catch {
    return false
  }
}

/** A file of this installation: found from the sources, from the compiled modules and from the bundle alike. */
export function installed(...path: string[]): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, ...path)
}
