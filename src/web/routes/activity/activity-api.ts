import type { Context } from 'hono'
import { z } from 'zod'
import type { WebChannel } from '../../../channels/web/web.ts'
import { type ChatId, localOwner, noticesChat } from '../../../domain/ids.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { markNoticesRead } from '../../../store/messages/notices.ts'
import { dismissDelivery, dismissTask } from '../../../store/work/activity.ts'
import { readTask } from '../../../store/work/tasks.ts'
import type { News } from '../../page/wire/activity-wire.ts'
import { failure, readBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import type { Signed } from '../../server/sign-in.ts'
import { type ActivityOf, type NoticePage, toWireActivity, toWireNotices } from './activity-view.ts'

/** What goes on in all chats. */
export interface ActivityDoor {
  take: ActivityOf
  /** How much of it waits for a look. */
  news(): number
  /** Those before one of them. */
  notices(before: number): NoticePage
}

export interface ActivityApiDeps {
  db: Database
  channel: WebChannel
  activity: ActivityDoor
}

const idSchema = z.coerce.number().int().positive()
const retrySchema = z.object({ generation: z.number().int().positive() })
const answerSchema = z.object({ said: z.enum(['yes', 'no', 'always']) })
const readSchema = z.object({ to: z.number().int().nonnegative() })

/** What goes on, and what the owner can do about it: by the roads that a button below a line takes. */
export function addActivityRoutes(routes: Routes, { db, channel, activity }: ActivityApiDeps): void {
  routes.get('signed-in', '/activity', (c) => c.json(toWireActivity(activity.take())))

  routes.get('signed-in', '/activity/news', (c) => c.json({ count: activity.news() } satisfies News))

  routes.get('signed-in', '/activity/notices', (c) => {
    const before = idSchema.safeParse(c.req.query('before'))
    if (!before.success) return failure(c, 400, '"before" must be the number of a notice.')
    return c.json(toWireNotices(activity.notices(before.data)))
  })

  routes.post('signed-in', '/activity/tasks/:id/stop', (c) => {
    const task = readTask(db, idOf(c))
    if (!task) return failure(c, 404, webMessages.noSuchTask)
    const accepted = channel.stop(task.chat, localOwner, task.id)
    const isStopped = accepted.status === 'stopped' && accepted.tasks > 0
    return told(c, isStopped ? 'Stopped.' : 'It had ended already.')
  })

  routes.post('signed-in', '/activity/tasks/:id/retry', async (c) => {
    const task = readTask(db, idOf(c))
    const body = await readBody(c, retrySchema)
    if ('refused' in body) return body.refused
    if (!task) return failure(c, 404, webMessages.noSuchTask)
    return pressed(c, task.chat, `retry ${task.id} ${body.value.generation}`)
  })

  routes.post('signed-in', '/activity/tasks/:id/dismiss', async (c) => {
    const body = await readBody(c, retrySchema)
    if ('refused' in body) return body.refused
    return told(c, dismissTask(db, { id: idOf(c), ...body.value }) ? 'Dismissed.' : 'It is not there any more.')
  })

  routes.post('signed-in', '/activity/deliveries/:id/dismiss', (c) =>
    told(c, dismissDelivery(db, idOf(c)) ? 'Dismissed.' : 'It is not there any more.'),
  )

  routes.post('signed-in', '/activity/questions/:id/answer', async (c) => {
    const body = await readBody(c, answerSchema)
    return 'refused' in body ? body.refused : pressed(c, noticesChat, `${body.value.said} ${idOf(c)}`)
  })

  routes.post('signed-in', '/activity/drafts/:id/send', (c) => pressed(c, noticesChat, `send ${idOf(c)}`))

  routes.post('signed-in', '/activity/notices/read', async (c) => {
    const body = await readBody(c, readSchema)
    if ('refused' in body) return body.refused
    markNoticesRead(db, body.value.to)
    return told(c)
  })

  function pressed(c: Context<Signed>, chat: ChatId, data: string): Response {
    const accepted = channel.press({ chat, sender: localOwner, data, byPublicDoor: !c.get('isAtMachine') })
    return told(c, accepted.status === 'pressed' ? accepted.said : undefined)
  }

  function told(c: Context, said?: string): Response {
    return c.json(toWireActivity(activity.take(), said))
  }
}

/** Zero, which nothing has, for what is no number. */
function idOf(c: Context): number {
  return idSchema.safeParse(c.req.param('id')).data ?? 0
}
