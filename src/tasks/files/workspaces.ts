import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readlink, realpath, stat, unlink } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ChatId } from '../../domain/ids.ts'
import { safeName, withNumber } from '../../lib/text/safe-name.ts'
import type { Turn, TurnFile } from '../../spawner/spawner.ts'

/** One folder for each chat. Its tools may write only there, and files that a model cannot read directly are put there. */
export interface Workspaces {
  /** The folder may not exist yet. */
  pathOf(chat: ChatId): string
  /** Creates the folder and puts the files of the turn into it. Files that no longer exist are marked as gone. */
  furnish(turn: Turn): Promise<Turn>
  /** Opens a file that really is in the chat's folder, even if a tool planted links. The caller closes it. */
  open(chat: ChatId, path: string): Promise<FileHandle | { refused: string }>
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
/** More files with the same name are refused. */
const MAX_FILES_OF_A_NAME = 1000

export function createWorkspaces(dir: string): Workspaces {
  const pathOf = (chat: ChatId) => join(dir, createHash('sha256').update(chat).digest('hex').slice(0, 32))
  return {
    pathOf,
    async furnish(turn) {
      const { workspace } = turn
      if (workspace === undefined) return turn
      await mkdir(workspace, { recursive: true, mode: 0o700 })
      const files: TurnFile[] = []
      // One after another, so that files with the same name are numbered in the order in which they were sent.
      for (const file of turn.files) files.push(await prepareFile(file, workspace))
      return { ...turn, files }
    },
    async open(chat, path) {
      const folder = await realpath(pathOf(chat)).catch(() => undefined)
      const file =
        folder && (await open(resolve(folder, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined))
      // The same sentence in both cases, so that it does not reveal whether the file exists in another chat's folder.
      const refused = `There is no file ${JSON.stringify(path)} in the workspace that can be read. Copy the file there first.`
      if (!file) return { refused }
      // Checked on the open file: between checking a path and opening it, any folder in it could be replaced by a link.
      const real = await readlink(`/proc/self/fd/${file.fd}`)
      if (real.startsWith(folder + sep) && (await file.stat()).isFile()) return file
      await file.close()
      return { refused }
    },
  }
}

async function prepareFile(file: TurnFile, folder: string): Promise<TurnFile> {
  const stats = await stat(file.path).catch(() => undefined)
  if (stats?.size !== file.bytes) return { ...file, form: 'gone' }
  return file.form === 'workspace' ? { ...file, path: await copyIntoFolder(folder, file) } : file
}

async function copyIntoFolder(folder: string, file: TurnFile): Promise<string> {
  const name = safeName(file.name)
  for (let number = 1; number <= MAX_FILES_OF_A_NAME; number++) {
    const path = join(folder, number === 1 ? name : withNumber(name, number))
    // A retried turn finds the file that the first attempt put there.
    if ((await copyTo(path, file)) || (await isSame(path, file))) return path
  }
  throw new Error(`the workspace holds ${MAX_FILES_OF_A_NAME} files called ${name}`)
}

/** Returns false if the name is taken. A link that was planted there is not followed. */
async function copyTo(path: string, file: TurnFile): Promise<boolean> {
  const copy = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600).catch(ignoreError('EEXIST'))
  if (!copy) return false
  try {
    const original = await open(file.path, O_RDONLY | O_NOFOLLOW)
    await pipeline(original.createReadStream(), copy.createWriteStream())
    return true
  } catch (error) {
    await copy.close().catch(() => {})
    await unlink(path)
    throw error
  }
}

/** Stored files are named by their SHA-256. */
async function isSame(path: string, file: TurnFile): Promise<boolean> {
  const existing = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined)
  if (!existing) return false
  try {
    const stats = await existing.stat()
    if (!stats.isFile() || stats.size !== file.bytes) return false
    const hash = createHash('sha256')
    for await (const chunk of existing.createReadStream({ autoClose: false })) hash.update(chunk as Buffer)
    return hash.digest('hex') === basename(file.path)
  } finally {
    await existing.close()
  }
}

function ignoreError(code: string) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
    return undefined
  }
}
