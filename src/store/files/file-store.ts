import { createHash, randomUUID } from 'node:crypto'
import { closeSync, constants, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createSniffer, type FileType } from '../../lib/sniff.ts'

/**
 * The contents of all files, each stored once and named after its SHA-256. The names people use are never part of a
 * path.
 */
export interface FileStore {
  /** Writes a stream to a temporary file and waits for the disk. Refuses a stream that is too long. */
  receive(source: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Received | TooLarge>
  /** Moves it to its final place. Synchronous, so that it can be part of a transaction. */
  keep(received: Received): void
  drop(received: Received): Promise<void>
  /** The path of a content, which may no longer exist. */
  pathOf(hash: string): string
  open(hash: string): Promise<FileHandle | undefined>
  remove(hash: string): void
  hashes(): string[]
}

/** Written to a temporary file that nothing refers to yet. */
export interface Received {
  aside: string
  hash: string
  bytes: number
  type: FileType
}

export interface TooLarge {
  tooLarge: number
}

/** Call this once, after the data directory is locked. It removes what a killed daemon was receiving. */
export function createFileStore(dir: string): FileStore {
  const incoming = join(dir, 'incoming')
  rmSync(incoming, { recursive: true, force: true })
  for (const folder of [dir, incoming]) mkdirSync(folder, { recursive: true, mode: 0o700 })

  const pathOf = (hash: string) => join(folderOf(hash), hash)
  const folderOf = (hash: string) => {
    // Every hash becomes part of a path, so it is checked wherever it came from.
    if (!isHash(hash)) throw new Error('this is no SHA-256')
    return join(dir, hash.slice(0, 2))
  }

  return {
    async receive(source, mostBytes) {
      const incomingPath = join(incoming, randomUUID())
      const file = await open(incomingPath, 'wx', 0o600)
      try {
        const written = await writeAll(file, source, mostBytes)
        if ('hash' in written) return { aside: incomingPath, ...written }
        await unlink(incomingPath)
        return written
      } catch (error) {
        await unlink(incomingPath)
        throw error
      } finally {
        await file.close()
      }
    },
    keep({ aside: incomingPath, hash }) {
      const folder = folderOf(hash)
      // A new folder is an entry in its parent folder, and that entry can be lost too.
      if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) syncFolder(dir)
      renameSync(incomingPath, pathOf(hash))
      syncFolder(folder)
    },
    drop: ({ aside: incomingPath }) => unlink(incomingPath).catch(ignoreAbsence),
    pathOf,
    open: (hash) => open(pathOf(hash), constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoreAbsence),
    remove(hash) {
      rmSync(pathOf(hash), { force: true })
    },
    hashes: () =>
      readdirSync(dir)
        .filter((name) => /^[0-9a-f]{2}$/.test(name))
        .flatMap((name) => readdirSync(join(dir, name)))
        .filter((name) => isHash(name)),
  }
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

async function writeAll(
  file: FileHandle,
  source: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Omit<Received, 'aside'> | TooLarge> {
  const hash = createHash('sha256')
  const sniffer = createSniffer()
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > mostBytes) return { tooLarge: bytes }
    hash.update(chunk)
    sniffer.push(chunk)
    await file.writeFile(chunk)
  }
  await file.sync()
  return { hash: hash.digest('hex'), bytes, type: sniffer.type() }
}

// A renamed file survives a power cut only if its folder has reached the disk too.
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function ignoreAbsence(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
