import { z } from 'zod'
import { type ChannelName, channelNames } from '../../../domain/ids.ts'
import { withoutControls } from '../../../lib/markdown.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { listChannels } from '../../../store/messages/listed-chats.ts'
import { speakersIn } from '../../../store/recall/line-search.ts'
import type { FoundMessage } from '../../../store/recall/search.ts'
import type { Found, SearchChoices } from '../../page/wire/search-wire.ts'
import { failure } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { toWireFound } from './found-view.ts'

/** What is looked for, while it is being typed. */
export interface AskedSearch {
  words: string
  channel?: ChannelName | undefined
  person?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  withFiles?: boolean | undefined
}

/** Finds lines in everything the owner may read, best first, and tells which words of them were looked for. */
export type Search = (
  asked: AskedSearch,
  limit: number,
) => Promise<{ lines: FoundMessage[]; isHit: (word: string) => boolean }>

export interface SearchApiDeps {
  db: Database
  owner: { id: number; name: string }
  search: Search
}

const mostFound = 30
const time = z.coerce
  .number()
  .int()
  .min(0)
  .max(8.64e15)
  .transform((ms) => new Date(ms))
const askedSchema = z
  .object({
    q: z.string().trim().max(200).default(''),
    channel: z.enum(channelNames).optional(),
    person: z.string().trim().max(100).optional(),
    from: time.optional(),
    until: time.optional(),
    files: z.literal('true').optional(),
  })
  .transform(({ q, files, ...rest }) => ({ ...rest, words: q, withFiles: files === 'true' }))

export function addSearchRoutes(routes: Routes, { db, owner, search }: SearchApiDeps): void {
  routes.get('signed-in', '/search', async (c) => {
    const asked = askedSchema.safeParse(c.req.query())
    if (!asked.success) return failure(c, 400, webMessages.searchTooLong)
    const { words, channel, person, from, until, withFiles } = asked.data
    const isAny = words !== '' || channel || person || from || until || withFiles
    if (!isAny) return failure(c, 400, webMessages.searchEmpty)
    const { lines, isHit } = await search(asked.data, mostFound)
    const found: Found = { lines: lines.map((line) => toWireFound(line, isHit)) }
    return c.json(found)
  })

  routes.get('signed-in', '/search/choices', (c) => {
    const people = speakersIn(db, { here: undefined, everyOf: owner.id }).map(withoutControls)
    const choices: SearchChoices = { channels: listChannels(db, owner.id), people: people.toSorted() }
    return c.json(choices)
  })
}
