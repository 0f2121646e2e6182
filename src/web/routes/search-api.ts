import { Hono } from 'hono'
import { z } from 'zod'
import type { Database } from '../../store/database.ts'
import type { FoundMessage } from '../../store/recall/search.ts'
import type { Found } from '../page/wire.ts'
import { failure } from '../server/answers.ts'
import type { Signed, SignIn } from '../server/sign-in.ts'
import { toWireFound } from './found-view.ts'

/** Finds lines in everything the owner may read, best first. */
export type Search = (words: string, limit: number) => FoundMessage[] | Promise<FoundMessage[]>

export interface SearchApiDeps {
  db: Database
  signIn: SignIn
  search: Search
}

const mostFound = 30
const querySchema = z.string().trim().min(1).max(200)

export function createSearchApi({ db, signIn, search }: SearchApiDeps) {
  const api = new Hono<Signed>()

  api.get('/search', signIn.required, async (c) => {
    const words = querySchema.safeParse(c.req.query('q'))
    if (!words.success) return failure(c, 400, '"q" must hold what to look for, in up to 200 characters.')
    const sought = new Set(db.words(words.data))
    const lines = await search(words.data, mostFound)
    const found: Found = { lines: lines.map((line) => toWireFound(line, sought, db.words)) }
    return c.json(found)
  })

  return api
}
