import { realpathSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
