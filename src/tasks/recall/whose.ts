import { plainWords } from '../../lib/text/words.ts'
import type { Database } from '../../store/database.ts'
import type { LineFacts } from '../../store/recall/line-search.ts'

/** Whose lines are asked for. */
export type Whose = (line: Pick<LineFacts, 'author' | 'personId' | 'name'>) => boolean

/** "me" is who asks, "you" is us; anything else, also these in quotation marks, is a name. */
export function readWhose(db: Database, given: string | undefined, asker: number): Whose {
  const asked = given?.trim().toLowerCase() ?? ''
  if (asked === '') return () => true
  if (asked === 'me') return ({ author, personId }) => author === 'human' && personId === asker
  if (asked === 'you') return ({ author }) => author === 'bot'
  const isCalled = createNameTest(asked)
  const people = db.statement('SELECT id, name FROM person').all() as { id: number; name: string }[]
  // Who goes by another name somewhere, or did, is still the same person.
  const ids = new Set<number | null>(people.filter(({ name }) => isCalled(name)).map(({ id }) => id))
  return ({ author, personId, name }) => author === 'human' && (ids.has(personId) || isCalled(name))
}

/** One of several names is enough: "Ben" is Ben Novak. */
function createNameTest(asked: string): (name: string) => boolean {
  const wanted = plainWords(asked)
  const known = new Map<string, boolean>()
  const test = (name: string) => {
    const words = new Set(plainWords(name))
    return wanted.length > 0 ? wanted.every((word) => words.has(word)) : name.trim().toLowerCase() === asked
  }
  return (name) => {
    const before = known.get(name)
    const isIt = before ?? test(name)
    if (before === undefined) known.set(name, isIt)
    return isIt
  }
}
