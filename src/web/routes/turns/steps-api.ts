import { z } from 'zod'
import { withoutControls } from '../../../lib/markdown.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { readLine } from '../../../store/messages/lines.ts'
import { stepsOf, thoughtOf } from '../../../store/work/answers.ts'
import type { Steps } from '../../page/wire/answer-wire.ts'
import { failure } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { noSuchChat, readableChat } from '../chats/page-chat.ts'

export interface StepsApiDeps {
  db: Database
  owner: { id: number }
}

const lineSchema = z.coerce.number().int().positive()

/** What was done and thought for an answer: read when somebody unfolds it, so that a page of lines stays small. */
export function addStepsRoutes(routes: Routes, { db, owner }: StepsApiDeps): void {
  routes.get('signed-in', '/chats/:chat/lines/:line/steps', (c) => {
    const chat = readableChat(db, owner.id, c.req.param('chat'))
    if (!chat) return failure(c, 404, noSuchChat)
    const id = lineSchema.safeParse(c.req.param('line'))
    const line = id.success ? readLine(db, id.data) : undefined
    if (line?.chat !== chat) return failure(c, 404, webMessages.noSuchLine)
    const thought = thoughtOf(db, line.id)
    const steps: Steps = {
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
