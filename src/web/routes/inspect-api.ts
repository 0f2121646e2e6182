import { Hono } from 'hono'
import { z } from 'zod'
import type { ContextUse } from '../../domain/context-use.ts'
import type { AssembledPart, LeftOut } from '../../gateway/assembly.ts'
import type { Database } from '../../store/database.ts'
import { assemblyOfTask } from '../../store/recall/assemblies.ts'
import { readTask } from '../../store/work/tasks.ts'
import { failure } from '../server/answers.ts'
import type { Signed, SignIn } from '../server/sign-in.ts'
import { noSuchChat, pageChat } from './page-chat.ts'
import { type SeenTurn, toWireTurn } from './turn-view.ts'

export interface InspectApiDeps {
  db: Database
  signIn: SignIn
  contextUse: UseOfTurn
  why: WhyOfTurn
}

/** How full the context was with a turn. */
export type UseOfTurn = (seen: SeenTurn) => ContextUse
/** In sentences, why the model saw what it saw. */
export type WhyOfTurn = (seen: SeenTurn) => string[]

const taskSchema = z.coerce.number().int().positive()
const untilSchema = z.coerce.number().int().nonnegative().max(8.64e15).optional()

/** What the model saw for an answer in a chat of the page. A task that was tried again is asked for by the time of its answer. */
export function createInspectApi({ db, signIn, contextUse, why }: InspectApiDeps) {
  const api = new Hono<Signed>()

  api.get('/chats/:chat/turns/:task', signIn.required, (c) => {
    const chat = pageChat(c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const until = untilSchema.safeParse(c.req.query('until'))
    if (!until.success) return failure(c, 400, '"until" must be a time in milliseconds.')
    const id = taskSchema.safeParse(c.req.param('task'))
    const task = id.success ? readTask(db, id.data) : undefined
    if (task?.chat !== chat) return failure(c, 404, 'There is no such turn in this chat.')
    const moment = until.data === undefined ? undefined : new Date(until.data)
    const seen = assemblyOfTask<AssembledPart, LeftOut>(db, task.id, moment)
    if (!seen) return failure(c, 404, 'For this answer it was not recorded what the model saw.')
    return c.json(toWireTurn(db, seen, { use: contextUse(seen), why: why(seen) }))
  })

  return api
}
