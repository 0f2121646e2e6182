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

const MAX_DAYS = 366
const daysSchema = z.coerce.number().int().min(1).max(MAX_DAYS).default(30)

export function addUsageRoutes(routes: Routes, { usage }: UsageApiDeps): void {
  routes.get('signed-in', '/usage', (c) => {
    const days = daysSchema.safeParse(c.req.query('days'))
    if (!days.success) return failure(c, 400, `"days" must be a whole number from 1 to ${MAX_DAYS}.`)
    const overview = usage(days.data)
    const chats = overview.chats.map((chat) => ({ ...chat, name: plainTitle(chat.name) }))
    return c.json({ ...overview, chats } satisfies wire.UsageOverview)
  })
}
