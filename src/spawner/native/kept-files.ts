import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { Trust } from '../../domain/person.ts'
import { safeName } from '../../lib/text/safe-name.ts'

/** In the folder of a chat: what a session is not shown any more, for its model to read again. */
const FOLDER = '.kept'

const trusts: readonly Trust[] = ['owner', 'member', 'guest', 'untrusted']

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/**
 * Writes one, and returns its path as seen from the workspace. Its name says how far its content is trusted, because
 * reading it later is seeing that content again. Undefined where it cannot be written.
 */
export async function keepFile(
  workspace: string,
  name: string,
  text: string,
  trust: Trust,
): Promise<string | undefined> {
  const folder = join(workspace, FOLDER)
  const path = join(folder, `${trust}-${randomBytes(3).toString('hex')}-${safeName(name)}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A command may have put a link in its place.
    if ((await realpath(folder)) !== join(await realpath(workspace), FOLDER)) return undefined
    const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      await file.writeFile(text)
    } finally {
      await file.close()
    }
    return relative(workspace, path)
  } catch {
    return undefined
  }
}

/** How far what stands in a kept file is trusted; undefined for every other file. */
export function trustOfKept(workspace: string, path: string): Trust | undefined {
  const [folder, name = ''] = relative(workspace, resolve(workspace, path)).split(sep)
  if (folder !== FOLDER) return undefined
  return trusts.find((trust) => name.startsWith(`${trust}-`)) ?? 'untrusted'
}
