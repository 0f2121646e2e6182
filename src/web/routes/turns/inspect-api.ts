import { z } from 'zod'
import type { ContextUse } from '../../../domain/context-use.ts'
import type { Button } from '../../../domain/delivery.ts'
import { UsageError } from '../../../domain/errors.ts'
import { type ChatId, isLocal } from '../../../domain/ids.ts'
import type { AssembledPart, LeftOutMessages } from '../../../gateway/assembly.ts'
import { withoutControls } from '../../../lib/markdown.ts'
import type { AnyText, LocalizedText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { readLine } from '../../../store/messages/lines.ts'
import { assemblyOfTask } from '../../../store/recall/assemblies.ts'
import { stepsOf, thoughtOf } from '../../../store/work/answers.ts'
import { assembliesRemovedTo } from '../../../store/work/old-records.ts'
import { readTask } from '../../../store/work/tasks.ts'
import type { AnswerSteps } from '../../page/wire/wire.ts'
import { failure, MAX_TEXT_CHARS, parseBody, textFor } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { noSuchChat, pageChat, readableChat, replyToSchema } from '../chats/page-chat.ts'
import { type SeenPrompt, type SeenTurn, toWireSeen, toWireTurn } from './turn-view.ts'

export interface InspectApiDeps {
  db: Database
  inspect: InspectService
}

/** Data about turns besides the stored assemblies. */
export interface InspectService {
  /** How full the context was. */
  use(seen: SeenTurn): ContextUse
  /** Explains in sentences what the model saw. */
  why(seen: SeenTurn): LocalizedText[]
  /** Buttons for a different reading of the message. */
  buttons(seen: SeenTurn): Button<AnyText>[]
  /** What the model would see for this message. No answer is generated. */
  preview(imagined: { chat: ChatId; text: string; replyTo: number | undefined }): Promise<SeenPrompt>
}

const taskSchema = z.coerce.number().int().positive()
const untilSchema = z.coerce.number().int().nonnegative().max(8.64e15).optional()
const imaginedSchema = z.object({ text: z.string().trim().min(1).max(MAX_TEXT_CHARS), replyTo: replyToSchema })

/** What the model saw for an answer. If a task was retried, `until` selects the answer by its time. */
export function addInspectRoutes(routes: Routes, { db, inspect }: InspectApiDeps): void {
  routes.get('signed-in', '/chats/:chat/turns/:task', (c) => {
    const chat = readableChat(db, c.get('person'), c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const until = untilSchema.safeParse(c.req.query('until'))
    if (!until.success) return failure(c, 400, '"until" must be a time in milliseconds.')
    const id = taskSchema.safeParse(c.req.param('task'))
    const task = id.success ? readTask(db, id.data) : undefined
    if (task?.chat !== chat) return failure(c, 404, webMessages.noSuchTurn)
    const moment = until.data === undefined ? undefined : new Date(until.data)
    const assembly = assemblyOfTask<AssembledPart, LeftOutMessages>(db, task.id, moment)
    if (!assembly) return failure(c, 404, missingRecord(db, task))
    // Buttons work only in chats of the page.
    const buttons = isLocal(chat) ? inspect.buttons(assembly) : []
    const otherwise = buttons.map(({ label, data }) => ({ label: textFor(c, label), data }))
    const details = { use: inspect.use(assembly), why: inspect.why(assembly), otherwise }
    return c.json(toWireTurn(db, assembly, details))
  })

  routes.post('signed-in', '/chats/:chat/preview', async (c) => {
    const chat = pageChat(db, c.get('person'), c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const body = await parseBody(c, imaginedSchema)
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

function missingRecord(db: Database, { createdAt }: { createdAt: number }): LocalizedText {
  const removedTo = assembliesRemovedTo(db)
  return removedTo !== undefined && createdAt <= removedTo.getTime()
    ? webMessages.recordRemoved
    : webMessages.notRecorded
}

const lineSchema = z.coerce.number().int().positive()

/** Loaded when somebody unfolds them, so that pages of lines stay small. */
export function addStepsRoutes(routes: Routes, { db }: { db: Database }): void {
  routes.get('signed-in', '/chats/:chat/lines/:line/steps', (c) => {
    const chat = readableChat(db, c.get('person'), c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const id = lineSchema.safeParse(c.req.param('line'))
    const line = id.success ? readLine(db, id.data) : undefined
    if (line?.chat !== chat) return failure(c, 404, webMessages.noSuchLine)
    const thought = thoughtOf(db, line.id)
    const steps: AnswerSteps = {
      steps: stepsOf(db, line.id).map(({ line: words, failed, input, output }) => ({
        line: withoutControls(words),
        failed,
        ...(input !== undefined && { input: withoutControls(input) }),
        ...(output !== undefined && { output: withoutControls(output) }),
      })),
      ...(thought !== undefined && { thought: withoutControls(thought) }),
    }
    return c.json(steps)
  })
}
