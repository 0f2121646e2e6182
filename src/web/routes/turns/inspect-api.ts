import { z } from 'zod'
import type { ContextUse } from '../../../domain/context-use.ts'
import type { Button } from '../../../domain/delivery.ts'
import { UsageError } from '../../../domain/errors.ts'
import { type ChatId, isLocal } from '../../../domain/ids.ts'
import type { AssembledPart, LeftOutMessages } from '../../../gateway/assembly.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { assemblyOfTask } from '../../../store/recall/assemblies.ts'
import { readTask } from '../../../store/work/tasks.ts'
import { failure, readBody, textFor, textLimit } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { noSuchChat, pageChat, readableChat } from '../chats/page-chat.ts'
import { replyToSchema } from '../chats/reply.ts'
import { type SeenPrompt, type SeenTurn, toWireSeen, toWireTurn } from './turn-view.ts'

export interface InspectApiDeps {
  db: Database
  owner: { id: number; name: string }
  inspect: InspectDoor
}

/** What is known of turns beside their records. */
export interface InspectDoor {
  /** How full the context was with a turn. */
  use(seen: SeenTurn): ContextUse
  /** In sentences, why the model saw what it saw. */
  why(seen: SeenTurn): string[]
  /** What can be pressed by whoever would have had the message taken otherwise. */
  otherwise(seen: SeenTurn): Button<AnyText>[]
  /** What the model would see if the owner wrote this now; asks no model for an answer. */
  preview(imagined: { chat: ChatId; text: string; replyTo: number | undefined }): Promise<SeenPrompt>
}

const taskSchema = z.coerce.number().int().positive()
const untilSchema = z.coerce.number().int().nonnegative().max(8.64e15).optional()
const imaginedSchema = z.object({ text: z.string().trim().min(1).max(textLimit), replyTo: replyToSchema })

/** What the model saw for an answer in a chat that the owner may read; one that was tried again is asked for by the time of its answer. */
export function addInspectRoutes(routes: Routes, { db, owner, inspect }: InspectApiDeps): void {
  routes.get('signed-in', '/chats/:chat/turns/:task', (c) => {
    const chat = readableChat(db, owner.id, c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const until = untilSchema.safeParse(c.req.query('until'))
    if (!until.success) return failure(c, 400, '"until" must be a time in milliseconds.')
    const id = taskSchema.safeParse(c.req.param('task'))
    const task = id.success ? readTask(db, id.data) : undefined
    if (task?.chat !== chat) return failure(c, 404, webMessages.noSuchTurn)
    const moment = until.data === undefined ? undefined : new Date(until.data)
    const seen = assemblyOfTask<AssembledPart, LeftOutMessages>(db, task.id, moment)
    if (!seen) return failure(c, 404, webMessages.notRecorded)
    // In a chat of another channel nothing can be pressed from here.
    const offers = isLocal(chat) ? inspect.otherwise(seen) : []
    const otherwise = offers.map(({ label, data }) => ({ label: textFor(c, label), data }))
    const words = { use: inspect.use(seen), why: inspect.why(seen), otherwise }
    return c.json(toWireTurn(db, seen, words))
  })

  routes.post('signed-in', '/chats/:chat/preview', async (c) => {
    const chat = pageChat(c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const body = await readBody(c, imaginedSchema)
    if ('refused' in body) return body.refused
    const { text, replyTo } = body.value
    try {
      return c.json(toWireSeen(db, await inspect.preview({ chat, text, replyTo })))
    } catch (error) {
      if (error instanceof UsageError) return failure(c, 400, error.message)
      throw error
    }
  })
}
