import type { DropReason, StoredFact } from '../../domain/fact.ts'
import type { ChatId } from '../../domain/ids.ts'
import { doubtAbout, overlapOf, sameStatementKey } from '../../memory/fact-check.ts'
import type { FoundFact, SourceLine } from '../../memory/fact-request.ts'
import { weightOf, wordsOf } from '../../memory/sentence-weight.ts'
import type { Database } from '../../store/database.ts'
import { repeatFact } from '../../store/memory/facts.ts'
import { readPerson } from '../../store/people/people.ts'
import type { Teller } from '../memory/fact-rules.ts'
import type { Memory } from '../memory/memory.ts'

export interface FoundFactsDeps {
  db: Database
  memory: Pick<Memory, 'list' | 'remember'>
}

export interface FoundFacts {
  chat: ChatId
  /** The lines that the model was shown and that still exist. */
  sources: (SourceLine & { personId: number })[]
  facts: FoundFact[]
  maxFacts: number
  now: Date
}

export interface KeptFacts {
  written: number
  repeated: number
  replaced: number
  dropped: Partial<Record<DropReason, number>>
}

/** Two statements that share more of their words say the same in other words. */
const MAX_OVERLAP = 0.5

/** Checks what a model found, and stores what passes. Call it inside a transaction. */
export function keepFoundFacts({ db, memory }: FoundFactsDeps, found: FoundFacts): KeptFacts {
  const kept: KeptFacts = { written: 0, repeated: 0, replaced: 0, dropped: {} }
  const words = (text: string) => db.words(text)

  function keep(fact: FoundFact): DropReason | undefined {
    const source = found.sources.find(({ id }) => id === fact.source)
    const doubt = doubtAbout(fact, source, words)
    if (doubt || !source) return doubt
    const { now } = found
    const person = readPerson(db, source.personId)
    const teller: Teller = { person, chat: found.chat, messageId: source.id, saidAt: source.at, now }
    const known = memory.list(teller)
    const isFromHere = ({ messageId, statement }: StoredFact) =>
      messageId === source.id && overlapOf(statement, fact.statement, words) > MAX_OVERLAP
    if (known.some(isFromHere)) return 'known'
    const key = sameStatementKey(fact.statement)
    const same = known.find(({ statement }) => sameStatementKey(statement) === key)
    if (same?.scope === 'everyone') return 'known'
    if (same) {
      repeatFact(db, same.id, { messageId: source.id, saidAt: source.at, validUntil: fact.until })
      kept.repeated++
      return undefined
    }
    if (kept.written >= found.maxFacts) return 'limit'
    if (fact.until && fact.until <= now) return 'outdated'
    const replaced = known.filter((older) => fact.replaces.includes(older.id) && isAbout(older, fact, source))
    if (replaced.some(({ saidAt }) => saidAt > source.at)) return 'outdated'
    const { statement, subject, kind, until } = fact
    const replaces = replaced.map(({ id }) => id)
    const saved = memory.remember(teller, { statement, subject, kind, validUntil: until, replaces }, 'extraction')
    if ('problem' in saved) return 'forbidden'
    kept.replaced += saved.replaced.length
    kept[saved.isRepeated ? 'repeated' : 'written']++
    return undefined
  }

  /** A model that is wrong may not remove facts that have nothing to do with the new one, except for the person. */
  function isAbout(older: StoredFact, fact: FoundFact, { name }: SourceLine): boolean {
    const names = new Set(words(name))
    const newWords = new Set(words(`${fact.subject ?? ''} ${fact.statement}`))
    return words(`${older.subject} ${older.statement}`).some((word) => newWords.has(word) && !names.has(word))
  }

  for (const fact of bestFirst(found)) {
    const reason = keep(fact)
    if (reason) kept.dropped[reason] = (kept.dropped[reason] ?? 0) + 1
  }
  return kept
}

const MIN_WORDS = 6

/** A model that does not keep to the limit also tells what matters little, so what says most in few words comes first. */
function bestFirst({ facts, maxFacts }: FoundFacts): FoundFact[] {
  if (facts.length <= maxFacts) return facts
  const density = ({ quote }: FoundFact) => weightOf(quote) / Math.max(MIN_WORDS, wordsOf(quote).length)
  return facts.toSorted((a, b) => density(b) - density(a))
}
