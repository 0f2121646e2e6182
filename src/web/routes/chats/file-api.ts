import { isPicture } from '../../../lib/sniff.ts'
import type { Database } from '../../../store/database.ts'
import { failure } from '../../server/answers.ts'
import { contentDisposition } from '../../server/content-disposition.ts'
import type { Routes } from '../../server/routes.ts'
import type { Uploads } from '../../server/uploads.ts'
import { openLineFile } from './line-file.ts'

export interface FileApiDeps {
  db: Database
  uploads: Uploads
  owner: { id: number; name: string }
}

/** Files to the daemon and from it; all of it needs a session. */
export function addFileRoutes(routes: Routes, { db, uploads, owner }: FileApiDeps): void {
  routes.post(
    'signed-in',
    '/files',
    async (c) => {
      const received = await uploads.receive(c.env.incoming, c.req.query('name'))
      if (!('error' in received)) return c.json(received)
      // What of the body is still to come is not read, so the connection cannot be used again.
      c.header('connection', 'close')
      return failure(c, received.status, received.error)
    },
    'own',
  )

  routes.get('signed-in', '/files/:message/:seq', async (c) => {
    const file = await openLineFile({ db, shelf: uploads.shelf, owner }, c.req.param())
    if ('error' in file) return failure(c, file.status, file.error)
    return c.body(file.body, 200, {
      'content-type': file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type,
      'content-length': String(file.bytes),
      'content-disposition': contentDisposition(isPicture(file.type) ? 'inline' : 'attachment', file.name),
      // Even a file that fools the sniffer runs nothing and reaches nothing.
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
  })
}
