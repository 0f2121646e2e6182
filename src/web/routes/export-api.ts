import type { ReadableStream } from 'node:stream/web'
import type { Context } from 'hono'
import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../../store/database.ts'
import { mayOpenChat } from '../../store/messages/listed-chats.ts'
import { failure } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'
import { contentDisposition } from './chats/file-api.ts'
import { noSuchChat, readableChat } from './chats/page-chat.ts'

export interface ExportApiDeps {
  db: Database
  owner: { id: number; name: string }
  /** Everything of a chat or a person in one archive. */
  makeExport(
    scope: { chat: ChatId } | { person: number },
    signal: AbortSignal,
  ): Promise<{ name: string; bytes: number; body: ReadableStream }>
}

/** The archives of "skein export" as downloads. */
export function addExportRoutes(routes: Routes, { db, owner, makeExport }: ExportApiDeps): void {
  routes.get('signed-in', '/export', (c) => respond(c, { person: owner.id }))

  routes.get('signed-in', '/chats/:chat/export', async (c) => {
    const chat = readableChat(db, c.get('person'), c.req.param('chat'))
    return chat && mayOpenChat(db, c.get('person').id, chat) ? respond(c, { chat }) : failure(c, 404, noSuchChat)
  })

  async function respond(c: Context, scope: Parameters<ExportApiDeps['makeExport']>[0]): Promise<Response> {
    const { name, bytes, body } = await makeExport(scope, c.req.raw.signal)
    return c.body(body, 200, {
      'content-type': 'application/gzip',
      'content-length': String(bytes),
      'content-disposition': contentDisposition('attachment', name),
    })
  }
}
