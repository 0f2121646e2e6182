import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readlink, realpath, stat, unlink } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ChatId } from '../../domain/ids.ts'
import { numbered, safeName } from '../../lib/text/safe-name.ts'
import type { Turn, TurnFile } from '../../spawner/spawner.ts'

/** A folder for each chat: the only one its tools may write to, and where files go that a model cannot be shown. */
export interface Workspaces {
  /** It need not be there yet. */
  pathOf(chat: ChatId): string
  /** The same turn, with its folder made and each of its files where it says it is, or said to be gone. */
  furnish(turn: Turn): Promise<Turn>
  /** A file that lies in the chat's folder, whatever its tools did to the way there; the caller closes it. */
  open(chat: ChatId, path: string): Promise<FileHandle | { refused: string }>
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
/** After so many files of one name another one is not a picture of somebody's cat any more. */
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
      // One after another, so that two of one name get their numbers in the order they were sent.
      for (const file of turn.files) files.push(await settle(file, workspace))
      return { ...turn, files }
    },
    async open(chat, path) {
      const folder = await realpath(pathOf(chat)).catch(() => undefined)
      const file =
        folder && (await open(resolve(folder, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined))
      // One sentence for both: whether there is such a file elsewhere, in another chat's folder, is nobody's business here.
      const refused = `There is no file ${JSON.stringify(path)} in the workspace that can be read. Copy there what is to be sent.`
      if (!file) return { refused }
      // Asked of what is open: between a look at a path and its opening any folder on it can become a link.
      const real = await readlink(`/proc/self/fd/${file.fd}`)
      if (real.startsWith(folder + sep) && (await file.stat()).isFile()) return file
      await file.close()
      return { refused }
    },
  }
}

async function settle(file: TurnFile, folder: string): Promise<TurnFile> {
  const found = await stat(file.path).catch(() => undefined)
  if (found?.size !== file.bytes) return { ...file, form: 'gone' }
  return file.form === 'workspace' ? { ...file, path: await placeIn(folder, file) } : file
}

async function placeIn(folder: string, file: TurnFile): Promise<string> {
  const name = safeName(file.name)
  for (let number = 1; number <= MAX_FILES_OF_A_NAME; number++) {
    const path = join(folder, number === 1 ? name : numbered(name, number))
    // A turn that is tried again finds what the first try put there.
    if ((await copyTo(path, file)) || (await isSame(path, file))) return path
  }
  throw new Error(`the workspace holds ${MAX_FILES_OF_A_NAME} files called ${name}`)
}

/** False when something has this name already: a link that was planted there is not followed. */
async function copyTo(path: string, file: TurnFile): Promise<boolean> {
  const copy = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600).catch(unless('EEXIST'))
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

/** The shelf calls each content by its SHA-256. */
async function isSame(path: string, file: TurnFile): Promise<boolean> {
  const there = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined)
  if (!there) return false
  try {
    const found = await there.stat()
    if (!found.isFile() || found.size !== file.bytes) return false
    const hash = createHash('sha256')
    for await (const chunk of there.createReadStream({ autoClose: false })) hash.update(chunk as Buffer)
    return hash.digest('hex') === basename(file.path)
  } finally {
    await there.close()
  }
}

function unless(code: string) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
    return undefined
  }
}
