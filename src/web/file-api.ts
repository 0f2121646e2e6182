import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import { channelOf } from '../domain/ids.ts'
import { isPicture } from '../lib/sniff.ts'
import type { Database } from '../store/database.ts'
import { findMessageFile } from '../store/files.ts'
import { failure } from './answers.ts'
import { contentDisposition } from './content-disposition.ts'
import type { Signed, SignIn } from './sign-in.ts'
import type { Uploads } from './uploads.ts'

export interface FileApiDeps {
  db: Database
  signIn: SignIn
  uploads: Uploads
}

const place = z.object({ message: z.coerce.number().int().positive(), seq: z.coerce.number().int().nonnegative() })

/** Files to the daemon and from it; all of it needs a session. */
export function createFileApi({ db, signIn, uploads }: FileApiDeps) {
  const api = new Hono<Signed>()

  api.post('/files', signIn.required, async (c) => {
    const received = await uploads.receive(c.env.incoming, c.req.query('name'))
    if (!('error' in received)) return c.json(received)
    // What of the body is still to come is not read, so the connection cannot be used again.
    c.header('connection', 'close')
    return failure(c, received.status, received.error)
  })

  /** Named by the line it hangs on, never by its content: who may read the line may read the file. */
  api.get('/files/:message/:seq', signIn.required, async (c) => {
    const asked = place.safeParse(c.req.param())
    const found = asked.success ? findMessageFile(db, asked.data.message, asked.data.seq) : undefined
    if (!found || channelOf(found.chat) !== 'web') return failure(c, 404, 'There is no such file.')
    const file = await uploads.shelf.open(found.hash)
    if (!file) return failure(c, 410, 'The content of this file is not stored any more.')
    return c.body(Readable.toWeb(file.createReadStream()) as ReadableStream, 200, {
      'content-type': found.type === 'text/plain' ? 'text/plain; charset=utf-8' : found.type,
      'content-length': String(found.bytes),
      'content-disposition': contentDisposition(isPicture(found.type) ? 'inline' : 'attachment', found.name),
      // Even a file that fools the sniffer runs nothing and reaches nothing.
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
  })

  return api
}
