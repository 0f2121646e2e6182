import type { Person } from '../../src/domain/person.ts'
import type { Meaning } from '../../src/domain/recall.ts'
import type { WeighedLine } from '../../src/gateway/recall/evidence.ts'
import { createRank, type Rank, weights as shipped } from '../../src/gateway/recall/rank.ts'
import type { RecallMethod } from '../../src/gateway/recall/recall.ts'
import type { Database } from '../../src/store/database.ts'
import { createBaselines } from './baselines.ts'
import { type ContextFor, createContextFor } from './context.ts'

export interface Method {
  name: string
  /** Whether its figures are told by kind of question too. */
  byKind: boolean
  /** Whether it renders passages, so that they can be graded as such. */
  readable: boolean
  contextFor: ContextFor
}

export interface MethodFacts {
  db: Database
  owner: Person
  /** The weights that order what is found; as shipped unless said. */
  weights?: Parameters<typeof createRank>[0] | undefined
  meaningOf?: ((text: string) => Meaning | undefined) | undefined
}

export const RANKING = 'skein, ranking alone'
export const FUSION = 'rank fusion'

/** Ours with and without the stop, and what others do: the first four through the same gateway and rendering. */
export function createMethods({ db, owner, weights = shipped, meaningOf }: MethodFacts): Method[] {
  const rank = createRank(weights)
  const through = (name: string, method: RecallMethod) => {
    return {
      name,
      byKind: method.rank === rank,
      readable: true,
      contextFor: createContextFor(db, owner, { method, meaningOf }),
    }
  }
  return [
    through(RANKING, { rank, stops: false }),
    through('skein, as shipped', { rank }),
    through(FUSION, { rank: fuseRanks, stops: false }),
    through('BM25', { rank: byWords, stops: false }),
    ...createBaselines(db).map((baseline) => ({ ...baseline, byKind: false, readable: false })),
  ]
}

const byWords: Rank = (found) => found.map(({ evidence }) => evidence.words)

/** As far down a list as this, a place more or less hardly counts. */
const DAMPING = 60

/** The place of the line and that of its conversation, each by BM25. */
const fuseRanks: Rank = (found) => {
  const byLine = placesOf(found, ({ evidence }) => evidence.words)
  const byConversation = placesOf(found, ({ evidence }) => evidence.conversation)
  return found.map((_, at) => 1 / (DAMPING + (byLine[at] ?? 0)) + 1 / (DAMPING + (byConversation[at] ?? 0)))
}

/** Equals share a place: all lines of a conversation do. */
function placesOf(found: WeighedLine[], valueOf: (one: WeighedLine) => number): number[] {
  const values = [...new Set(found.map(valueOf))].sort((a, b) => b - a)
  const places = new Map(values.map((value, place) => [value, place]))
  return found.map((one) => places.get(valueOf(one)) ?? 0)
}
