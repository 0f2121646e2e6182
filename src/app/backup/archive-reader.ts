import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { backupMessages } from '../../messages/backup-messages.ts'
import {
  type ArchiveHead,
  type ArchiveMember,
  HEAD,
  isMemberName,
  MANIFEST,
  type Manifest,
  readHead,
  readManifest,
  STORE_MEMBER,
} from './archive-format.ts'
import { ArchiveRefusal } from './archive-refusal.ts'
import { type ArchiveKeys, decrypt } from './encryption.ts'
import { assertHeader } from './gzip-header.ts'

/** One file of an archive while it is read. */
export interface ReadMember {
  name: string
  bytes: number
  isExecutable: boolean
  /** Must be read to its end. */
  content: AsyncIterable<Uint8Array>
}

export interface ReadOptions {
  keys: ArchiveKeys
  signal: AbortSignal
  /** How many bytes may come out of it. */
  maxBytes: number
  /** Called with each member. Its content is not verified before the whole archive is. */
  take(member: ReadMember, head: ArchiveHead): Promise<void>
  /** Called with the number of bytes of the archive that were read since the last call. */
  progress(bytes: number): void
}

export interface ReadArchive {
  head: ArchiveHead
  manifest: Manifest
}

const MAX_HEAD_BYTES = 64 * 1024
const MAX_MANIFEST_BYTES = 128 * 1024 * 1024
const MAX_MEMBERS = 1_000_000

/**
 * Reads an archive from one end to the other and compares every member with the manifest. Throws an ArchiveRefusal for
 * an archive that is damaged, cut off, hostile or not ours, wherever in it that shows.
 */
export async function readArchive(file: string, options: ReadOptions): Promise<ReadArchive> {
  const { signal } = options
  const gunzip = createGunzip()
  const plain = await openPlain(file, options)
  let fedBytes = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      fedBytes += chunk.length
      options.progress(chunk.length)
      yield chunk
    }
  }
  const unzipping = pipeline(plain, assertHeader, counted, gunzip, { signal })
  // The failure is also seen where the stream is read; nobody else waits for it.
  unzipping.catch(() => {})
  try {
    const read = await readMembers(Readable.toWeb(gunzip) as ReadableStream<Uint8Array>, options)
    await unzipping
    // zlib ignores what follows the compressed stream.
    if (gunzip.bytesWritten !== fedBytes) throw new ArchiveRefusal('damaged')
    return read
  } catch (error) {
    throw signal.aborted ? error : await explain(error, unzipping)
  } finally {
    gunzip.destroy()
    plain.destroy()
  }
}

/** A failure in the stream says more than its later effects. Failures of the disk are not the archive's fault. */
async function explain(error: unknown, unzipping: Promise<void>): Promise<unknown> {
  const cause = await Promise.race([
    unzipping.then(
      () => error,
      (inner: unknown) => inner,
    ),
    Promise.resolve(error),
  ])
  for (const candidate of [error, cause]) {
    if (candidate instanceof ArchiveRefusal || isSystemError(candidate)) return candidate
  }
  return new ArchiveRefusal('damaged', { cause: error })
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

const AGE_MAGIC = 'age-encryption.org/'

async function openPlain(file: string, { keys, signal }: ReadOptions): Promise<Readable> {
  const handle = await open(file)
  const magic = Buffer.alloc(AGE_MAGIC.length)
  const { bytesRead } = await handle.read(magic, 0, magic.length, 0)
  await handle.close()
  const source = createReadStream(file, { signal, highWaterMark: 256 * 1024 })
  if (magic.toString('latin1') !== AGE_MAGIC) {
    if (bytesRead >= 2 && magic[0] === 0x1f && magic[1] === 0x8b) return source
    source.destroy()
    throw new ArchiveRefusal('foreign')
  }
  if (keys.passphrase === undefined && !keys.identities?.length) {
    source.destroy()
    throw new ArchiveRefusal('locked')
  }
  try {
    const decrypted = await decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>, keys)
    if (!decrypted) throw new ArchiveRefusal('wrongKey')
    return Readable.fromWeb(decrypted)
  } catch (error) {
    source.destroy()
    throw error instanceof ArchiveRefusal || isSystemError(error)
      ? error
      : new ArchiveRefusal('damaged', { cause: error })
  }
}

async function readMembers(tar: ReadableStream<Uint8Array>, { maxBytes, take }: ReadOptions): Promise<ReadArchive> {
  const seen = new Map<string, ArchiveMember>()
  let head: ArchiveHead | undefined
  let manifest: Manifest | undefined
  let total = 0
  for await (const { header, body } of tar.pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as AsyncIterable<Entry>) {
    const { name, size, type } = header
    // Nothing may follow the manifest, and links, devices and the like have no place in an archive of ours.
    if (manifest || type !== 'file') throw new ArchiveRefusal('hostile')
    if (!head) {
      head = headFrom(name === HEAD ? await textOf(body, size, MAX_HEAD_BYTES) : '')
      continue
    }
    if (name === MANIFEST) {
      manifest = readManifest(await textOf(body, size, MAX_MANIFEST_BYTES))
      if (!manifest) throw new ArchiveRefusal('damaged')
      continue
    }
    if (!isMemberName(name) || seen.has(name) || seen.size >= MAX_MEMBERS) throw new ArchiveRefusal('hostile')
    total += size
    if (total > maxBytes) throw new ArchiveRefusal(backupMessages.doesNotFit(toMb(total), toMb(maxBytes)))
    const hash = createHash('sha256')
    const content = hashed(body, hash)
    await take({ name, bytes: size, isExecutable: ((header.mode ?? 0) & 0o100) !== 0, content }, head)
    seen.set(name, { name, bytes: size, sha256: hash.digest('hex') })
  }
  if (!head || !manifest || !seen.has(STORE_MEMBER)) throw new ArchiveRefusal('damaged')
  compare(manifest, seen)
  return { head, manifest }
}

interface Entry {
  header: { name: string; size: number; type?: string; mode?: number }
  body: AsyncIterable<Uint8Array>
}

function compare({ members }: Manifest, seen: Map<string, ArchiveMember>): void {
  const isSame = ({ name, bytes, sha256 }: ArchiveMember) => {
    const found = seen.get(name)
    return found?.bytes === bytes && found.sha256 === sha256
  }
  if (members.length !== seen.size || !members.every(isSame)) throw new ArchiveRefusal('damaged')
}

function headFrom(text: string): ArchiveHead {
  const head = readHead(text)
  if (head === 'newer') throw new ArchiveRefusal('newer')
  if (head === 'other') throw new ArchiveRefusal('foreign')
  return head
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: { update(chunk: Uint8Array): unknown }) {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

async function textOf(body: AsyncIterable<Uint8Array>, size: number, maxBytes: number): Promise<string> {
  if (size > maxBytes) throw new ArchiveRefusal('hostile')
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function toMb(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024)
}
