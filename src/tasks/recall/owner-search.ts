import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { createSearch, readerOfAll } from './search.ts'
import type { TypedAsk } from './typed-look.ts'
import { createTypedSearch, type TypedFound } from './typed-search.ts'
import { meaningOf, type Understand } from './understand.ts'

export interface OwnerSearchDeps {
  db: Database
  clock: Clock
  owner: { id: number }
  timezone: () => string
  /** Undefined where nobody tells what words mean. */
  understand: Understand | undefined
}

/** The search of the page: by words while they are typed; what means the same only where no line holds them. */
export function createOwnerSearch({ db, clock, owner, timezone, understand }: OwnerSearchDeps) {
  const typed = createTypedSearch(db)
  const alike = createSearch(db, clock, timezone)
  const reader = readerOfAll(owner.id)
  return async (asked: TypedAsk, limit: number): Promise<TypedFound> => {
    const found = typed(asked, reader, limit)
    const { words, ...filter } = asked
    const isNarrow = Object.values(filter).some(Boolean)
    if (found.lines.length > 0 || isNarrow || !understand || words.includes('"')) return found
    const meaning = await meaningOf(understand, words)
    return meaning ? { ...found, lines: alike(reader, words, limit, meaning) } : found
  }
}
