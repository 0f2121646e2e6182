import type { Context } from 'hono'
import { z } from 'zod'
import { factKinds, type StoredFact } from '../../domain/fact.ts'
import type { FactDetails, FactSourceLine, ListedFact, OwnerFacts, QualityReport } from '../../domain/fact-service.ts'
import { withoutControls } from '../../lib/markdown.ts'
import type { AnyText } from '../../messages/localized.ts'
import { memoryMessages } from '../../messages/memory-messages.ts'
import type * as wire from '../page/wire/memory-wire.ts'
import { failure, parseBody } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'
import type { ChatListApiDeps } from './chats/chat-list-api.ts'
import { plainTitle } from './plain-text.ts'

export interface FactApiDeps {
  facts: OwnerFacts
  /** How well the memory is kept, over the last weeks. */
  factQuality(weeks: number): QualityReport
  erasing: ChatListApiDeps['erasing']
}

const QUALITY_WEEKS = 26
const MAX_STATEMENT_CHARS = 2000
const idSchema = z.coerce.number().int().positive()
const querySchema = z.object({
  q: z.string().max(200).default(''),
  person: idSchema.optional(),
  kind: z.enum(factKinds).optional(),
  past: z.literal('1').optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(20),
})
const editSchema = z.object({ statement: z.string().max(MAX_STATEMENT_CHARS), kind: z.enum(factKinds) })
const mergeSchema = z.object({ other: z.int().positive() })
const forgetSchema = z.object({
  /** The messages that the person was shown, if they go too. */
  messages: z.array(z.int().positive()).max(1000).optional(),
})

/** Remembered facts that the owner may see. */
export function addFactRoutes(routes: Routes, { facts, factQuality, erasing }: FactApiDeps): void {
  routes.get('signed-in', '/facts', (c) => {
    const query = querySchema.safeParse(c.req.query())
    if (!query.success) return failure(c, 400, '"q" must be short, and "person" and "limit" whole numbers.')
    const { q, person, kind, past, limit } = query.data
    const found = facts.list({ words: q, personId: person, kind, withPast: past === '1' })
    const answer: wire.FactList = {
      facts: found.slice(0, limit).map(toWire),
      isMore: found.length > limit,
      people: peopleIn(facts.list({ withPast: true })),
    }
    return c.json(answer)
  })

  routes.get('signed-in', '/facts/quality', (c) => c.json(factQuality(QUALITY_WEEKS) satisfies wire.FactQuality))

  routes.get('signed-in', '/facts/:id', (c) => {
    const details = facts.read(idOf(c))
    return details ? c.json(toDetail(details)) : failure(c, 404, memoryMessages.noSuchFact(`f${c.req.param('id')}`))
  })

  routes.post('signed-in', '/facts/:id/edit', async (c) => {
    const body = await parseBody(c, editSchema)
    return 'refused' in body ? body.refused : respond(c, facts.edit(idOf(c), body.value))
  })

  routes.post('signed-in', '/facts/:id/merge', async (c) => {
    const body = await parseBody(c, mergeSchema)
    return 'refused' in body ? body.refused : respond(c, facts.merge(idOf(c), body.value.other))
  })

  routes.post('signed-in', '/facts/:id/undo', (c) => respond(c, facts.undo(idOf(c))))

  routes.post('signed-in', '/facts/:id/forget', async (c) => {
    const body = await parseBody(c, forgetSchema)
    if ('refused' in body) return body.refused
    const { messages } = body.value
    if (!messages) return respond(c, facts.forget(idOf(c)))
    const found = facts.read(idOf(c))
    if (!found) return failure(c, 404, memoryMessages.noSuchFact(`f${c.req.param('id')}`))
    // It may have been said again since it was shown.
    const sources = found.withMessages.messages.flatMap(({ id }) => (messages.includes(id) ? [id] : []))
    await erasing.eraseNow({ fact: found.fact.id, sources })
    return c.json({ forgotten: found.withMessages.facts.map(({ id }) => id) })
  })
}

/** The number of a fact; 0 for anything else. */
function idOf(c: Context): number {
  return idSchema.safeParse(c.req.param('id')).data ?? 0
}

function respond(c: Context, result: object | { problem: AnyText }): Response {
  return 'problem' in result ? failure(c, 409, result.problem as AnyText) : c.json(result)
}

function peopleIn(facts: ListedFact[]): wire.FactList['people'] {
  const names = new Map<number, string>()
  for (const { aboutId, about, toldById, toldBy } of facts) {
    names.set(toldById, withoutControls(toldBy))
    if (aboutId !== undefined && about !== undefined) names.set(aboutId, withoutControls(about))
  }
  return [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name))
}

function toWire(fact: ListedFact): wire.WireFact {
  const { id, kind, scope, count, writtenBy, shownCount, canUndo, about, chat, chatTitle, validUntil, replacedBy } =
    fact
  return {
    id,
    statement: withoutControls(fact.statement),
    kind,
    ...(about !== undefined && { about: withoutControls(about) }),
    toldBy: withoutControls(fact.toldBy),
    at: fact.saidAt.getTime(),
    scope,
    ...(chat !== undefined && { chatTitle: plainTitle(chatTitle ?? '') || chat }),
    count,
    ...(validUntil && { validUntil: validUntil.getTime() }),
    ...(replacedBy !== undefined && { replacedBy }),
    writtenBy,
    shownCount,
    canUndo,
  }
}

function toDetail({ fact, source, older, withMessages }: FactDetails): wire.FactDetail {
  return {
    ...(source && fact.sourceChat !== undefined && { source: { chat: fact.sourceChat, ...toSource(source) } }),
    older: older.map(toVersion),
    withMessages: { facts: withMessages.facts.map(toVersion), messages: withMessages.messages.map(toSource) },
  }
}

function toSource({ id, name, at, text }: FactSourceLine): wire.FactSource {
  return { line: id, name: withoutControls(name), at: at.getTime(), text: withoutControls(text) }
}

function toVersion({ id, statement, saidAt }: StoredFact): wire.FactVersion {
  return { id, statement: withoutControls(statement), at: saidAt.getTime() }
}
