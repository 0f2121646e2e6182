import { z } from 'zod'
import { parseMarkdown, withoutControls } from '../../../lib/markdown.ts'
import type * as wire from '../../page/wire/wire.ts'
import { failure } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'

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
}

const idSchema = z.coerce.number().int().positive()

export function addAllowedRoutes(routes: Routes, { allowed }: AllowedApiDeps): void {
  routes.get('signed-in', '/allowed', (c) => c.json(toWire(allowed.list())))

  routes.post('signed-in', '/allowed/:id/remove', (c) => {
    const id = idSchema.safeParse(c.req.param('id'))
    // One that is gone already is as gone as it is wanted.
    if (!id.success) return failure(c, 404, 'There is nothing of this number.')
    allowed.remove(id.data)
    return c.json(toWire(allowed.list()))
  })
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
