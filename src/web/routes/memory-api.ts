import type { Context } from 'hono'
import { z } from 'zod'
import { stripOwnTags } from '../../gateway/rendering/fence.ts'
import { parseMarkdown, withoutControls } from '../../lib/markdown.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import { webMessages } from '../../messages/web-messages.ts'
import type { Database } from '../../store/database.ts'
import { findSummary, type ListedSummary, linesBehind, listSummaries } from '../../store/recall/listed-summaries.ts'
import { correctSummary, undoCorrection } from '../../store/recall/summaries.ts'
import type * as wire from '../page/wire/memory-wire.ts'
import { failure, parseBody } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'
import { plainTitle } from './plain-text.ts'

export interface MemoryApiDeps {
  db: Database
  owner: { id: number; name: string }
  clock: SteadyClock
  /** Removes all known secrets. */
  scrub(text: string): string
}

const MAX_SUMMARIES = 50
const MAX_LINES = 200
const MAX_CORRECTION_CHARS = 8000
const idSchema = z.coerce.number().int().positive()
const querySchema = z.object({
  q: z.string().max(200).default(''),
  at: z.coerce.number().int().optional(),
  id: z.coerce.number().int().optional(),
})
const correctSchema = z.object({ text: z.string().trim().min(1).max(MAX_CORRECTION_CHARS) })

/** Summaries and the owner's corrections. */
export function addMemoryRoutes(routes: Routes, { db, owner, clock, scrub }: MemoryApiDeps): void {
  routes.get('signed-in', '/memory', (c) => {
    const query = querySchema.safeParse(c.req.query())
    if (!query.success) return failure(c, 400, '"q" must be short, and "at" and "id" whole numbers.')
    const { q, at, id } = query.data
    const after = at !== undefined && id !== undefined ? { toAt: at, id } : undefined
    const rows = listSummaries(db, { personId: owner.id, words: q.trim(), after, limit: MAX_SUMMARIES + 1 })
    const summaries = rows.slice(0, MAX_SUMMARIES).map(toWire)
    return c.json({ summaries, isMore: rows.length > MAX_SUMMARIES } satisfies wire.Memory)
  })

  routes.get('signed-in', '/memory/:id', (c) => respond(c))

  routes.get('signed-in', '/memory/:id/lines', (c) => {
    const summary = findRequested(c)
    if (!summary) return noSuchSummary(c)
    const after = idSchema.safeParse(c.req.query('after')).data
    const rows = linesBehind(db, summary, { after, limit: MAX_LINES + 1 })
    const lines = rows.slice(0, MAX_LINES).map(({ id, at, author, name, text }) => ({
      id,
      at: at.getTime(),
      name: withoutControls(name),
      isOurs: author === 'bot',
      text: withoutControls(text),
    }))
    return c.json({ lines, isMore: rows.length > MAX_LINES } satisfies wire.SourceLines)
  })

  routes.post('signed-in', '/memory/:id/correct', async (c) => {
    const body = await parseBody(c, correctSchema)
    if ('refused' in body) return body.refused
    return correct(c, withoutCredentials(stripOwnTags(scrub(withoutControls(body.value.text)))))
  })

  routes.post('signed-in', '/memory/:id/hide', (c) => correct(c, ''))

  routes.post('signed-in', '/memory/:id/undo', (c) => {
    const summary = findRequested(c)
    if (!summary) return noSuchSummary(c)
    undoCorrection(db, summary.id, clock.now())
    return respond(c)
  })

  function correct(c: Context, text: string): Response {
    const summary = findRequested(c)
    if (!summary) return noSuchSummary(c)
    correctSummary(db, { summary: summary.id, text, personId: owner.id }, clock.now())
    return respond(c)
  }

  function respond(c: Context): Response {
    const summary = findRequested(c)
    return summary ? c.json(toWire(summary)) : noSuchSummary(c)
  }

  function findRequested(c: Context): ListedSummary | undefined {
    const id = idSchema.safeParse(c.req.param('id')).data
    return id === undefined ? undefined : findSummary(db, owner.id, id)
  }
}

/** A newer summary may have replaced it. */
function noSuchSummary(c: Context): Response {
  return failure(c, 404, webMessages.noSuchSummary)
}

function toWire(summary: ListedSummary): wire.MemorySummary {
  const { id, chat, chatTitle, conversation, text, made, fromAt, toAt, messages, madeAt, correction } = summary
  return {
    id,
    chat,
    chatTitle: plainTitle(chatTitle),
    of: conversation === undefined ? 'thread' : 'conversation',
    text: withoutControls(text),
    blocks: parseMarkdown(correction?.text || text),
    made,
    fromAt: fromAt.getTime(),
    toAt: toAt.getTime(),
    messages,
    madeAt: madeAt.getTime(),
    ...(correction && { correction: { text: withoutControls(correction.text), at: correction.at.getTime() } }),
  }
}
