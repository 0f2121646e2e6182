import { Readable } from 'node:stream'
import { z } from 'zod'
import type { KnownFile } from '../../../domain/file.ts'
import { isPicture } from '../../../lib/sniff.ts'
import { safeName } from '../../../lib/text/safe-name.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import type { FileStore } from '../../../store/files/file-store.ts'
import { findMessageFile } from '../../../store/files/files.ts'
import { mayOpenChat } from '../../../store/messages/listed-chats.ts'
import { failure } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import type { Uploads } from '../../server/uploads.ts'

export interface FileApiDeps {
  db: Database
  uploads: Uploads
}

/** Uploads and downloads. */
export function addFileRoutes(routes: Routes, { db, uploads }: FileApiDeps): void {
  routes.post(
    'signed-in',
    '/files',
    async (c) => {
      const received = await uploads.receive(c.env.incoming, c.req.query('name'), c.get('person'))
      if (!('error' in received)) return c.json(received)
      // The rest of the body is not read, so the connection cannot be reused.
      c.header('connection', 'close')
      return failure(c, received.status, received.error)
    },
    'own',
  )

  routes.get('signed-in', '/files/:message/:seq', async (c) => {
    const file = await openLineFile({ db, fileStore: uploads.fileStore, reader: c.get('person') }, c.req.param())
    if ('error' in file) return failure(c, file.status, file.error)
    return c.body(file.body, 200, {
      'content-type': file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type,
      'content-length': String(file.bytes),
      'content-disposition': contentDisposition(isPicture(file.type) ? 'inline' : 'attachment', file.name),
      // Even a file that fools the type detection can run nothing.
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
  })
}

/** A file of a line, opened for reading. */
interface LineFile extends KnownFile {
  body: ReadableStream
}

const addressSchema = z.object({
  message: z.coerce.number().int().positive(),
  seq: z.coerce.number().int().nonnegative(),
})

/** Files are addressed by their line, never by content: a person who may read the line may read the file. */
export async function openLineFile(
  { db, fileStore, reader }: { db: Database; fileStore: FileStore; reader: { id: number } },
  params: Record<string, string>,
): Promise<LineFile | { status: 404 | 410; error: AnyText }> {
  const address = addressSchema.safeParse(params)
  const stored = address.success ? findMessageFile(db, address.data.message, address.data.seq) : undefined
  if (!stored || !mayOpenChat(db, reader.id, stored.chat)) return { status: 404, error: webMessages.noSuchFile }
  const file = await fileStore.open(stored.hash)
  if (!file) return { status: 410, error: webMessages.fileGone }
  return { ...stored, body: Readable.toWeb(file.createReadStream()) as ReadableStream }
}

/** The Content-Disposition header, with an ASCII name (RFC 6266) and the full one (RFC 8187). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = safeName(name)
  const asciiName = safe.replace(/[^\x20-\x7e]|[%\\"]/g, '_')
  const encodedName = encodeURIComponent(safe).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}
