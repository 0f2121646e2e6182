import { z } from 'zod'
import type * as wire from '../page/wire/usage-wire.ts'
import { failure } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'
import { plainTitle } from './plain-text.ts'

/** Usage of the last days, including today. */
export type ReadUsage = (days: number) => wire.UsageOverview

export interface UsageApiDeps {
  usage: ReadUsage
}

const mostDays = 366
const daysSchema = z.coerce.number().int().min(1).max(mostDays).default(30)

export function addUsageRoutes(routes: Routes, { usage }: UsageApiDeps): void {
  routes.get('signed-in', '/usage', (c) => {
    const days = daysSchema.safeParse(c.req.query('days'))
    if (!days.success) return failure(c, 400, `"days" must be a whole number from 1 to ${mostDays}.`)
    const told = usage(days.data)
    const chats = told.chats.map((chat) => ({ ...chat, name: plainTitle(chat.name) }))
    return c.json({ ...told, chats } satisfies wire.UsageOverview)
  })
}
