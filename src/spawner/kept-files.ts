import { randomBytes } from 'node:crypto'
import { constants, existsSync, readdirSync, realpathSync } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, unlink } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { lowestTrust, type Trust } from '../domain/person.ts'
import { realPathInside } from '../lib/folders.ts'
import { safeName } from '../lib/text/safe-name.ts'

/**
 * A folder in the chat's workspace, shared by all brains, for text that a session no longer shows and that its model
 * can read again.
 */
const KEPT_FOLDER = '.kept'

const trusts: readonly Trust[] = ['owner', 'member', 'guest', 'untrusted']

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/**
 * Writes a file and returns its path relative to the workspace. The name contains the trust of the content, because
 * reading it later shows that content again. Undefined if it cannot be written.
 */
export async function keepFile(
  workspace: string,
  name: string,
  text: string,
  trust: Trust,
): Promise<string | undefined> {
  const folder = join(workspace, KEPT_FOLDER)
  const path = join(folder, `${trust}-${randomBytes(3).toString('hex')}-${safeName(name)}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A command may have replaced the folder by a link.
    if ((await realpath(folder)) !== join(await realpath(workspace), KEPT_FOLDER)) return undefined
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

/** Removes kept files that were written before this time, in all workspaces. Returns how many there were. */
export async function removeOldKeptFiles(workspaces: string, before: Date): Promise<number> {
  let removed = 0
  for (const workspace of await readdir(workspaces).catch((): string[] => [])) {
    const folder = join(workspaces, workspace, KEPT_FOLDER)
    // A command may have replaced the folder by a link.
    const real = await realpath(folder).catch(() => undefined)
    if (real === undefined || real !== join(await realpath(workspaces), workspace, KEPT_FOLDER)) continue
    for (const name of (await readdir(folder)).filter(isOurFile)) {
      const stats = await lstat(join(folder, name)).catch(() => undefined)
      if (!stats?.isFile() || stats.mtimeMs >= before.getTime()) continue
      await unlink(join(folder, name)).then(
        () => removed++,
        () => {},
      )
    }
  }
  return removed
}

/** The lowest trust of the kept files that reading this path would show, directly or below it; undefined if none. */
export function trustOfKeptFiles(workspace: string, path: string): Trust | undefined {
  // This also covers a link with a harmless name.
  const realPath = realPathInside(workspace, path)
  if (realPath === undefined) return undefined
  const root = realpathSync(workspace)
  const [folder, name] = relative(root, realPath).split(sep)
  if (folder !== '' && folder !== KEPT_FOLDER) return undefined
  const names = name === undefined ? listNames(join(root, KEPT_FOLDER)) : [name]
  return names.length === 0 ? undefined : lowestTrust(names.map(trustByName))
}

function trustByName(name: string): Trust {
  return trusts.find((trust) => name.startsWith(`${trust}-`)) ?? 'untrusted'
}

/** Whether it is one of our files; commands may have created others there. */
function isOurFile(name: string): boolean {
  return trusts.some((trust) => name.startsWith(`${trust}-`))
}

function listNames(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
