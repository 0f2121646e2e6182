import type { LineEvidence, WeighedLine } from '../../src/gateway/recall/evidence.ts'
import { type Circumstances, degreesOf, weights as shipped, type Weights } from '../../src/gateway/recall/rank.ts'
import { benchConfig, createContextFor } from './context.ts'
import { kindOf, type RecallSet } from './data.ts'
import { fold } from './grade.ts'
import { walk } from './walk.ts'

/** What is weighed, and the plain BM25 that the other methods use. */
export const evidenceKinds = [...Object.keys(shipped.always), 'words'] as (keyof LineEvidence)[]

/** Everything that ranking can see of one question: the candidates, and which of them answer it. */
export interface GatheredQuestion {
  /** One row per candidate, one column per kind of evidence. */
  evidence: Float32Array
  /** What showing each candidate costs. */
  tokens: Float32Array
  /** For each gold text, the row of its line; undefined when it was not among the candidates. */
  gold: (number | undefined)[]
  /** How many gold texts the live tail shows without any ranking. */
  shownAnyway: number
  degrees: Record<keyof Weights, number>
}

export interface GatheredSet {
  name: string
  kind: string
  questions: GatheredQuestion[]
}

/** The head of a rendered line, beside its name. */
const HEAD_CHARS = 14

/** Walks through a set once, so that any number of weights can be tried on it afterwards. */
export async function gatherSet(set: RecallSet, most: number): Promise<GatheredSet> {
  const questions: GatheredQuestion[] = []
  await walk(set, Math.ceil(set.questions.length / most), (db, owner) => {
    let caught: { found: WeighedLine[]; circumstances: Circumstances } | undefined
    const rank = (found: WeighedLine[], circumstances: Circumstances) => {
      caught = { found, circumstances }
      return found.map(() => 0)
    }
    const contextFor = createContextFor(db, owner, { method: { rank, stops: false } })
    return (question) => {
      caught = undefined
      contextFor(question, benchConfig.conversation.maxTokens)
      if (caught)
        questions.push(
          gatherQuestion(
            caught,
            (set.gold.get(question.id) ?? []).map(({ text }) => text),
          ),
        )
    }
  })
  return { name: set.name, kind: kindOf(set), questions }
}

function gatherQuestion(
  { found, circumstances }: { found: WeighedLine[]; circumstances: Circumstances },
  goldTexts: string[],
): GatheredQuestion {
  const newest = new Set(
    found
      .map(({ line }) => line.id)
      .sort((a, b) => b - a)
      .slice(0, benchConfig.conversation.alwaysIncludeRecent),
  )
  const isShown = ({ line, evidence }: WeighedLine) => evidence.live > 0 || newest.has(line.id)
  const ranked = found.filter((one) => !isShown(one))
  const shown = new Set(found.filter(isShown).map(({ line }) => fold(line.text)))
  const rowOf = new Map(ranked.map(({ line }, row) => [fold(line.text), row]))
  const needed = goldTexts.map(fold)
  return {
    evidence: Float32Array.from(ranked.flatMap(({ evidence }) => evidenceKinds.map((kind) => evidence[kind]))),
    tokens: Float32Array.from(ranked, ({ line }) => (line.text.length + line.name.length + HEAD_CHARS) / 4),
    gold: needed.filter((text) => !shown.has(text)).map((text) => rowOf.get(text)),
    shownAnyway: needed.filter((text) => shown.has(text)).length,
    degrees: { always: 1, ...degreesOf(circumstances) },
  }
}
