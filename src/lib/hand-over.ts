import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './sandbox.ts'

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
