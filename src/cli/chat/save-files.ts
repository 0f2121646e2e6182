import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sizeInWords } from '../../domain/file.ts'
import { numbered, safeName } from '../../lib/text/safe-name.ts'
import type { SentFile } from '../../web/control/chat-wire.ts'
import { calls } from '../../web/control/wire.ts'
import type { Daemon } from '../daemon.ts'

/** Where it is now, or why it is nowhere. */
export type SavedFile = { name: string; bytes: number } & ({ path: string } | { problem: string })

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
const MOST_OF_A_NAME = 1000

/** Puts them into a folder, each under a name that is only a name. What is there already stays as it is. */
export async function saveFiles(daemon: Daemon, files: SentFile[], folder: string): Promise<SavedFile[]> {
  const saved: SavedFile[] = []
  for (const file of files) {
    const { bytes } = file
    const name = safeName(file.name)
    try {
      saved.push({ name, bytes, path: await save(daemon, file, { name, folder: resolve(folder) }) })
    } catch (error) {
      // The answer itself is there, and the file can be asked for again.
      saved.push({ name, bytes, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return saved
}

/** For the terminal. */
export function describeSaved({ name, bytes, ...saved }: SavedFile): string {
  const file = `File ${name} (${sizeInWords(bytes)})`
  if ('path' in saved) return `${file} saved as ${saved.path}`
  return `${file} could not be saved: ${saved.problem}. Name another folder with --save.`
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
  for (let number = 1; number <= MOST_OF_A_NAME; number++) {
    const path = join(folder, number === 1 ? name : numbered(name, number))
    try {
      return { path, handle: await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    }
  }
  throw new Error(`${folder} holds ${MOST_OF_A_NAME} files of this name`)
}
