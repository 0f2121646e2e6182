import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import type { RowCounts } from '../../store/file/count-tables.ts'
import { type ArchiveHead, type ArchiveMember, HEAD, MANIFEST, type Manifest } from './archive-format.ts'
import { withFixedHeader } from './gzip-header.ts'

/** A file that goes into an archive, or its content. */
export interface MemberSource {
  name: string
  from: string | Buffer
}

export interface ArchiveContent {
  head: ArchiveHead
  members: Iterable<MemberSource>
  rows: RowCounts
  /** How many things were left out before. */
  leftOut: number
}

export interface WriteOptions {
  encrypt?: (plain: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>
  signal: AbortSignal
  /** Called with the number of bytes that were read since the last call. */
  progress(bytes: number): void
}

export interface WrittenArchive {
  bytes: number
  sha256: string
  manifest: Manifest
}

/** Writes an archive as a stream. No member is ever in memory as a whole, however large it is. */
export async function writeArchive(
  file: string,
  content: ArchiveContent,
  options: WriteOptions,
): Promise<WrittenArchive> {
  const { packed, ...written } = await writeTar(file, (packer) => pack(packer, content, options.progress), options)
  return { ...written, manifest: packed }
}

/** Writes plain files into an archive, for people and their own programs. */
export async function writeFiles(
  file: string,
  { members, mtime }: { members: Iterable<MemberSource>; mtime: Date },
  options: WriteOptions,
): Promise<{ bytes: number; files: number }> {
  const { bytes, packed } = await writeTar(
    file,
    async (packer) => {
      let files = 0
      for (const { name, from } of members) {
        const added =
          typeof from === 'string'
            ? await addFile(packer, name, from, options.progress)
            : await addBytes(packer, { name, mtime }, from)
        if (added) files++
      }
      packer.finalize()
      return files
    },
    options,
  )
  return { bytes, files: packed }
}

async function writeTar<T>(
  file: string,
  packAll: (packer: Packer) => Promise<T>,
  { encrypt, signal }: WriteOptions,
): Promise<{ bytes: number; sha256: string; packed: T }> {
  const { readable, controller } = createTarPacker()
  const hash = createHash('sha256')
  let bytes = 0
  async function* encrypted(zipped: AsyncIterable<Uint8Array>) {
    if (encrypt) yield* await encrypt(Readable.toWeb(Readable.from(zipped)) as ReadableStream<Uint8Array>)
    else yield* zipped
  }
  async function* measured(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const packing = packAll(controller).catch((error: unknown) => {
    controller.error(error)
    throw error
  })
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const tar = Readable.fromWeb(readable as ReadableStream<Uint8Array>)
  const [packed] = await Promise.all([
    packing,
    pipeline(tar, createGzip(), withFixedHeader, encrypted, measured, target, { signal }),
  ])
  return { bytes, sha256: hash.digest('hex'), packed }
}

type Packer = ReturnType<typeof createTarPacker>['controller']

async function pack(
  packer: Packer,
  { head, members, rows, leftOut }: ArchiveContent,
  progress: (bytes: number) => void,
): Promise<Manifest> {
  const manifest: Manifest = { members: [], rows, leftOut }
  const mtime = head.takenAt
  await addBytes(packer, { name: HEAD, mtime }, Buffer.from(`${JSON.stringify(head, null, 2)}\n`))
  for (const { name, from } of members) {
    const added =
      typeof from === 'string'
        ? await addFile(packer, name, from, progress)
        : await addBytes(packer, { name, mtime }, from)
    if (added) manifest.members.push(added)
    else manifest.leftOut++
  }
  await addBytes(packer, { name: MANIFEST, mtime }, Buffer.from(JSON.stringify(manifest)))
  packer.finalize()
  return manifest
}

async function addBytes(
  packer: Packer,
  { name, mtime }: { name: string; mtime: Date },
  content: Buffer,
): Promise<ArchiveMember> {
  const writer = packer.add({ name, size: content.length, mode: 0o600, mtime, type: 'file' }).getWriter()
  if (content.length > 0) await writer.write(content)
  await writer.close()
  return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Undefined if there is no such file any more, or if it is not a plain file. */
async function addFile(
  packer: Packer,
  name: string,
  path: string,
  progress: (bytes: number) => void,
): Promise<ArchiveMember | undefined> {
  const file = await openPlainFile(path)
  if (!file) return undefined
  try {
    const { size, mode, mtime } = await file.stat()
    const header = { name, size, mode: mode & 0o100 ? 0o700 : 0o600, mtime, type: 'file' as const }
    const writer = packer.add(header).getWriter()
    const hash = createHash('sha256')
    for await (const chunk of contentOf(file, size)) {
      hash.update(chunk)
      await writer.write(chunk)
      progress(chunk.length)
    }
    await writer.close()
    return { name, bytes: size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

async function openPlainFile(path: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'ELOOP', 'ENXIO'].includes(code)) throw error
  }
  return undefined
}

const CHUNK_BYTES = 256 * 1024

/** Exactly this many bytes, because the header announces them. A file that was cut meanwhile is filled with zeros. */
async function* contentOf(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
    const isCut = bytesRead === 0
    yield isCut ? chunk : chunk.subarray(0, bytesRead)
    at += isCut ? chunk.length : bytesRead
  }
}
