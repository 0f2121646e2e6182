import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../../domain/errors.ts'
import { fileLimits, formatSizeEnglish } from '../../domain/file.ts'
import { safeName, withNumber } from '../../lib/text/safe-name.ts'
import { calls } from '../../web/control/calls.ts'
import type { SentFile, Uploaded } from '../../web/control/chat-shapes.ts'
import type { Daemon } from '../daemon.ts'

/** Where the file was saved, or why it was not. */
export type SavedFile = { name: string; bytes: number } & ({ path: string } | { problem: string })

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
const MAX_FILES_OF_A_NAME = 1000

/** Saves files into a folder under safe names. Existing files are never overwritten. */
export async function saveFiles(daemon: Daemon, files: SentFile[], folder: string): Promise<SavedFile[]> {
  const saved: SavedFile[] = []
  for (const file of files) {
    const { bytes } = file
    const name = safeName(file.name)
    try {
      saved.push({ name, bytes, path: await save(daemon, file, { name, folder: resolve(folder) }) })
    } catch (error) {
      // The answer itself arrived, and the file can be requested again.
      saved.push({ name, bytes, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return saved
}

export function describeSaved({ name, bytes, ...saved }: SavedFile): string {
  const file = `File ${name} (${formatSizeEnglish(bytes)})`
  if ('path' in saved) return `${file} saved as ${saved.path}`
  return `${file} could not be saved: ${saved.problem}. Choose another folder with --save.`
}

async function save(
  daemon: Daemon,
  file: SentFile,
  { name, folder }: { name: string; folder: string },
): Promise<string> {
  const { message, seq } = file
  await mkdir(folder, { recursive: true })
  const { path, handle } = await openNew(folder, name)
  try {
    await pipeline(await daemon.download(calls.download, { message, seq }), handle.createWriteStream())
    return path
  } catch (error) {
    await handle.close().catch(() => {})
    await unlink(path)
    throw error
  }
}

async function openNew(folder: string, name: string): Promise<{ path: string; handle: FileHandle }> {
  for (let number = 1; number <= MAX_FILES_OF_A_NAME; number++) {
    const path = join(folder, number === 1 ? name : withNumber(name, number))
    try {
      return { path, handle: await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    }
  }
  throw new Error(`${folder} holds ${MAX_FILES_OF_A_NAME} files of this name`)
}

/** Uploads a local file to the daemon, so that a message can refer to it. */
export async function uploadFile(daemon: Daemon, path: string): Promise<Uploaded> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new UsageError(`${path} cannot be read. Check the path and its permissions.`, { cause })
  })
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new UsageError(`${path} is not a file.`)
    if (stats.size > fileLimits.fileBytes) {
      throw new UsageError(
        `${path} has ${formatSizeEnglish(stats.size)}; a file can have ${formatSizeEnglish(fileLimits.fileBytes)}.`,
      )
    }
    const body = { bytes: stats.size, stream: file.createReadStream({ autoClose: false }) }
    return await daemon.upload(calls.upload, { name: basename(path) }, body)
  } finally {
    await file.close()
  }
}
