import { Hono } from 'hono'
import { z } from 'zod'
import { parseMarkdown, withoutControls } from '../../../lib/markdown.ts'
import type * as wire from '../../page/wire/wire.ts'
import { failure } from '../../server/answers.ts'
import type { Signed, SignIn } from '../../server/sign-in.ts'

/** What may be done without a question, for the owner. */
export interface AllowedDoor {
  list(): AllowedList
  /** False when there is none of this number. */
  remove(id: number): boolean
}

interface AllowedList {
  given: { id: number; name: string; words: string; at: Date }[]
  file: { key: string; role: string; rules: string[] }[]
}

export interface AllowedApiDeps {
  allowed: AllowedDoor
  signIn: SignIn
}

const idSchema = z.coerce.number().int().positive()

export function createAllowedApi({ allowed, signIn }: AllowedApiDeps) {
  const api = new Hono<Signed>()

  api.get('/allowed', signIn.required, (c) => c.json(toWire(allowed.list())))

  api.post('/allowed/:id/remove', signIn.required, (c) => {
    const id = idSchema.safeParse(c.req.param('id'))
    // One that is gone already is as gone as it is wanted.
    if (!id.success) return failure(c, 404, 'There is nothing of this number.')
    allowed.remove(id.data)
    return c.json(toWire(allowed.list()))
  })

  return api
}

function toWire({ given, file }: AllowedList): wire.Allowed {
  return {
    given: given.map(({ id, name, words, at }) => ({
      id,
      name: withoutControls(name),
      words: parseMarkdown(words),
      at: at.getTime(),
    })),
    file,
  }
}
