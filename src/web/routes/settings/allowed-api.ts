import type { Context } from 'hono'
import { z } from 'zod'
import { parseMarkdown, withoutControls } from '../../../lib/markdown.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type * as wire from '../../page/wire/settings-wire.ts'
import { failure, textFor } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'

/** Permissions that need no question. */
export interface PermissionService {
  list(): AllowedList
  /** Returns false if there is no such permission. */
  remove(id: number): boolean
}

interface AllowedList {
  given: { id: number; name: string; words: AnyText; at: Date }[]
  file: wire.Allowed['file']
}

export interface AllowedApiDeps {
  allowed: PermissionService
}

const idSchema = z.coerce.number().int().positive()

export function addAllowedRoutes(routes: Routes, { allowed }: AllowedApiDeps): void {
  routes.get('signed-in', '/allowed', (c) => c.json(toWire(c, allowed.list())))

  routes.post('signed-in', '/allowed/:id/remove', (c) => {
    const id = idSchema.safeParse(c.req.param('id'))
    // A permission that is already gone is no error.
    if (!id.success) return failure(c, 404, webMessages.noSuchPermission)
    allowed.remove(id.data)
    return c.json(toWire(c, allowed.list()))
  })
}

function toWire(c: Context, { given, file }: AllowedList): wire.Allowed {
  return {
    given: given.map(({ id, name, words, at }) => ({
      id,
      name: withoutControls(name),
      words: parseMarkdown(textFor(c, words)),
      at: at.getTime(),
    })),
    file,
  }
}
