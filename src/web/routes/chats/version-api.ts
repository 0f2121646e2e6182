import type { Context } from 'hono'
import { z } from 'zod'
import type { Accepted } from '../../../channels/channel.ts'
import { pageAddress } from '../../../domain/person.ts'
import type { VersionChange } from '../../page/wire/wire.ts'
import { failure } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import type { ChatApiDeps } from './chat-api.ts'
import { noSuchChat, pageChat } from './page-chat.ts'

const idSchema = z.coerce.number().int().positive()

/** Another version of an answer, and the choice between versions. Only chats of the page have versions. */
export function addVersionRoutes(routes: Routes, { db, channel }: Pick<ChatApiDeps, 'db' | 'channel'>): void {
  routes.post('signed-in', '/chats/:chat/lines/:line/retry', (c) => {
    const chat = pageChat(db, c.get('person'), c.req.param('chat'))
    const line = idSchema.safeParse(c.req.param('line'))
    if (!chat || !line.success) return failure(c, 404, noSuchChat)
    return answer(c, channel.retry({ chat, sender: pageAddress(c.get('person')), line: line.data }))
  })

  routes.post('signed-in', '/chats/:chat/versions/:version/choose', (c) => {
    const chat = pageChat(db, c.get('person'), c.req.param('chat'))
    const version = idSchema.safeParse(c.req.param('version'))
    if (!chat || !version.success) return failure(c, 404, noSuchChat)
    return answer(c, channel.choose({ chat, sender: pageAddress(c.get('person')), branch: version.data }))
  })
}

function answer(c: Context, outcome: Accepted) {
  if (outcome.status === 'refused') return failure(c, 409, outcome.why)
  return c.json((outcome.status === 'switched' ? { from: outcome.from } : {}) satisfies VersionChange)
}
