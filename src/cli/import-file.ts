import { createReadStream, type ReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { UsageError } from '../domain/errors.ts'
import type { Clock } from '../lib/time/clock.ts'
import { importMessages as messages } from '../messages/import-messages.ts'
import type { ImportFormat, ImportSource } from '../tasks/intake/import-formats/import-format.ts'
import { formatOf, HEAD_BYTES } from '../tasks/intake/import-formats/import-formats.ts'

/** A file of messages whose format was recognised. */
export interface ImportFile extends ImportSource {
  format: ImportFormat
  bytes: number
  /** How far the file was read since it was last opened. */
  bytesRead(): number
}

const BYTE_ORDER_MARK = '\ufeff'
const PIECE_BYTES = 1 << 18

export async function openImportFile(path: string, clock: Clock): Promise<ImportFile> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) throw new UsageError(`There is no file ${path}.`)
  const head = await readHead(path)
  if (head.startsWith('PK\u0003\u0004')) throw new UsageError(messages.isArchive)
  let stream: ReadStream | undefined
  return {
    format: formatOf(withoutMark(head)),
    bytes: stats.size,
    now: clock.now(),
    async *open(encoding = 'utf8') {
      stream = createReadStream(path, { encoding, highWaterMark: PIECE_BYTES })
      let isFirst = true
      for await (const piece of stream as AsyncIterable<string>) {
        yield isFirst ? withoutMark(piece) : piece
        isFirst = false
      }
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
