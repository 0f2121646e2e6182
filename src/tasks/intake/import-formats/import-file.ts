import { createReadStream, type ReadStream } from 'node:fs'
import { lstat, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportFormat, ImportSource } from './import-format.ts'
import { formatOf, HEAD_BYTES } from './import-formats.ts'

/** A file of messages whose format was recognised. */
export interface ImportFile extends ImportSource {
  format: ImportFormat
  bytes: number
  /** How far the file was read since it was last opened. */
  bytesRead(): number
}

const BYTE_ORDER_MARK = '\ufeff'
const PIECE_BYTES = 1 << 18
/** The list of sessions beside a transcript. */
const MAX_SIBLING_BYTES = 32_000_000

export interface OpenedFile {
  file: ImportFile
  /** How the file starts. Not a part of it, because a folder can have very many files. */
  head: string
}

export async function openImportFile(path: string, now: Date): Promise<OpenedFile> {
  const { size } = await lstat(path)
  const head = withoutMark(await readHead(path))
  return { file: importFile(path, formatOf(head, path), size, now), head }
}

function importFile(path: string, format: ImportFormat, bytes: number, now: Date): ImportFile {
  let stream: ReadStream | undefined
  return {
    format,
    bytes,
    now,
    path,
    async *open(encoding = 'utf8') {
      stream = createReadStream(path, { encoding, highWaterMark: PIECE_BYTES })
      let isFirst = true
      for await (const piece of stream as AsyncIterable<string>) {
        yield isFirst ? withoutMark(piece) : piece
        isFirst = false
      }
    },
    async sibling(name) {
      const beside = join(dirname(path), name)
      const stats = await lstat(beside).catch(() => undefined)
      return stats?.isFile() && stats.size <= MAX_SIBLING_BYTES ? readFile(beside, 'utf8') : undefined
    },
    bytesRead: () => stream?.bytesRead ?? 0,
  }
}

async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}
