import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import { NotStoredError } from '../../domain/errors.ts'
import { attachmentProblem, fileLimits, formatSize, type KnownFile } from '../../domain/file.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { Database } from '../../store/database.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { findFile, storeFile } from '../../store/files/files.ts'
import { isProven, proveUpload } from '../../store/secret-keys.ts'

/** Uploads a file first. A message then refers to it. */
export interface Uploads {
  readonly fileStore: FileStore
  /** Stores the body of a request. */
  receive(request: UploadRequest, name: unknown, sender: { id: number }): Promise<UploadedFile | UploadRefusal>
  /** Resolves the files of a message: only those its sender uploaded, within the limits of one message. */
  resolve(files: UploadReference[], sender: { id: number }): KnownFile[] | UploadRefusal
}

export interface UploadsDeps {
  db: Database
  fileStore: FileStore
  clock: SteadyClock
  /** Throws NotStoredError if the disk is full. */
  assertDiskNotFull(): void
}

/** The part of a request that is used. */
export type UploadRequest = Readable & { headers: IncomingHttpHeaders }

export interface UploadedFile extends KnownFile {
  proof: string
}

export interface UploadRefusal {
  status: 400 | 411 | 413 | 507
  error: AnyText
}

const nameSchema = z.string().min(1).max(fileLimits.nameChars)

/** How a message refers to an upload. */
export const uploadReferenceSchema = z.object({
  hash: z.string().length(64),
  name: nameSchema,
  proof: z.string().max(100),
})
export const uploadReferencesSchema = z.array(uploadReferenceSchema).default([])
type UploadReference = z.output<typeof uploadReferenceSchema>

export function createUploads({ db, fileStore, clock, assertDiskNotFull }: UploadsDeps): Uploads {
  return {
    fileStore,
    async receive(request, rawName, sender) {
      const name = nameSchema.safeParse(rawName)
      if (!name.success)
        return { status: 400, error: `A file needs a name of 1 to ${fileLimits.nameChars} characters.` }
      const length = readLength(request.headers)
      if (typeof length === 'object') return length
      try {
        assertDiskNotFull()
        // Not destroyed on a full disk, because the rest could not be read then.
        const source = request.iterator({ destroyOnReturn: false })
        const stored = await storeFile(db, fileStore, requireLength(source, length), clock.steady)
        if ('tooLarge' in stored) return tooLarge(stored.tooLarge)
        return { ...stored, name: name.data, proof: proveUpload(db, sender.id, stored.hash) }
      } catch (error) {
        if (!(error instanceof NotStoredError)) throw error
        // A client that is still sending would not see the response, so the rest is read and dropped.
        await finished(request.resume()).catch(() => {})
        return { status: 507, error: error.text }
      }
    },
    resolve(files, sender) {
      const resolvedFiles: KnownFile[] = []
      for (const { hash, name, proof } of files) {
        const file = isProven(db, sender.id, hash, proof) ? findFile(db, hash) : undefined
        if (!file) return { status: 400, error: webMessages.attachAgain(JSON.stringify(name)) }
        resolvedFiles.push({ ...file, name })
      }
      const error = attachmentProblem(resolvedFiles)
      return error === undefined ? resolvedFiles : { status: 413, error }
    },
  }
}

/** A body without a length might never end. */
function readLength(headers: IncomingHttpHeaders): number | UploadRefusal {
  const header = headers['content-length'] ?? ''
  if (!/^\d{1,15}$/.test(header)) return { status: 411, error: 'The request must state the length of the file.' }
  const bytes = Number(header)
  return bytes > fileLimits.fileBytes ? tooLarge(bytes) : bytes
}

function tooLarge(bytes: number): UploadRefusal {
  return { status: 413, error: webMessages.fileTooLarge(formatSize(fileLimits.fileBytes), formatSize(bytes)) }
}

/** A truncated upload must not be stored as a complete file. */
async function* requireLength(source: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    yield chunk
  }
  if (bytes !== length) throw new Error(`the file was cut off after ${bytes} of ${length} bytes`)
}
