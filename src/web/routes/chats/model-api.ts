import type { Context } from 'hono'
import { z } from 'zod'
import type { ChatId } from '../../../domain/ids.ts'
import type { Person } from '../../../domain/person.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { effortLevels } from '../../../spawner/brains.ts'
import type { Database } from '../../../store/database.ts'
import { readPerson } from '../../../store/people/people.ts'
import type { ModelChosen, WireModelList, WirePickedModel } from '../../page/wire/model-wire.ts'
import { failure, parseBody, textFor } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { plainTextOfMarkdown } from '../plain-text.ts'
import { noSuchChat, writableChat } from './page-chat.ts'

interface Place {
  chat: ChatId
  person: Person
}

/** Who answers in a chat. `choose` does what /model does and returns what that says. */
export interface ModelService {
  current(place: Place): WirePickedModel
  list(place: Place, signal: AbortSignal): Promise<WireModelList>
  choose(place: Place, args: string | undefined): AnyText
}

export interface ModelApiDeps {
  db: Database
  owner: { id: number; name: string }
  models: ModelService
}

const MAX_NAME_CHARS = 300
const choiceSchema = z
  .strictObject({
    name: z.string().min(1).max(MAX_NAME_CHARS).regex(/^\S+$/),
    effort: z.enum(effortLevels),
  })
  .partial()

/** Who answers in a chat, and choosing it. Does what /model and /brain do. */
export function addModelRoutes(routes: Routes, { db, owner, models }: ModelApiDeps): void {
  const place = (c: Context): Place | undefined => {
    const chat = writableChat(db, { id: owner.id, role: 'owner' }, c.req.param('chat') ?? '')
    return chat && { chat, person: readPerson(db, owner.id) }
  }

  routes.get('signed-in', '/chats/:chat/model', (c) => {
    const here = place(c)
    return here ? c.json(models.current(here) satisfies WirePickedModel) : failure(c, 404, noSuchChat)
  })

  routes.get('signed-in', '/chats/:chat/models', async (c) => {
    const here = place(c)
    if (!here) return failure(c, 404, noSuchChat)
    return c.json((await models.list(here, c.req.raw.signal)) satisfies WireModelList)
  })

  routes.post('signed-in', '/chats/:chat/model', async (c) => {
    const here = place(c)
    if (!here) return failure(c, 404, noSuchChat)
    const body = await parseBody(c, choiceSchema)
    if ('refused' in body) return body.refused
    const { name, effort } = body.value
    const args = [name, effort].filter((word) => word !== undefined).join(' ')
    const said = plainTextOfMarkdown(textFor(c, models.choose(here, args === '' ? undefined : args)))
    return c.json({ said, model: models.current(here) } satisfies ModelChosen)
  })
}
