import type { Evidence, Weighed } from '../../src/gateway/recall/evidence.ts'
import { type Circumstances, degreesOf, type Weights } from '../../src/gateway/recall/rank.ts'
import { benchConfig, createContextFor } from './context.ts'
import type { RecallSet } from './data.ts'
import { fold } from './grade.ts'
import { walk } from './walk.ts'

/** One weight: of a kind of evidence, always or as far as something is true. */
export interface Weight {
  kind: keyof Evidence
  when: keyof Weights
}

/** What one question teaches: the lines it needs, and others that must not use up the budget before them. */
export interface Lesson {
  /** What each weight is multiplied with, line after line. */
  gold: Float64Array
  others: Float64Array
  /** What each of the others takes, in tokens: those that were left out are counted in. */
  tokens: Float64Array
}

const MOST_OTHERS = 250
/** A line's head. */
const HEAD_CHARS = 14

/** As many questions of each set as there is time for. */
export async function readLessons(set: RecallSet, weights: Weight[], most: number): Promise<Lesson[]> {
  const lessons: Lesson[] = []
  await walk(set, Math.ceil(set.questions.length / most), (db, owner) => {
    let caught: { found: Weighed[]; circumstances: Circumstances } | undefined
    const rank = (found: Weighed[], circumstances: Circumstances) => {
      caught = { found, circumstances }
      return found.map(() => 0)
    }
    const contextFor = createContextFor(db, owner, { method: { rank, stops: false } })
    return (question) => {
      caught = undefined
      contextFor(question, benchConfig.conversation.maxTokens)
      const gold = new Set((set.gold.get(question.id) ?? []).map(fold))
      if (caught) lessons.push(...lessonOf(caught, gold, weights))
    }
  })
  return lessons
}

function lessonOf(
  { found, circumstances }: { found: Weighed[]; circumstances: Circumstances },
  goldTexts: Set<string>,
  weights: Weight[],
): Lesson[] {
  // What is shown anyway needs no rank.
  const newest = new Set(
    found
      .map(({ line }) => line.id)
      .sort((a, b) => b - a)
      .slice(0, benchConfig.conversation.alwaysIncludeRecent),
  )
  const asked = found.filter(({ line, evidence }) => evidence.live === 0 && !newest.has(line.id))
  const isGold = ({ line }: Weighed) => goldTexts.has(fold(line.text))
  const gold = asked.filter(isGold)
  const all = asked.filter((one) => !isGold(one))
  if (gold.length === 0 || all.length === 0) return []
  const step = Math.max(1, all.length / MOST_OTHERS)
  const others = Array.from({ length: Math.floor(all.length / step) }, (_, at) => all[Math.floor(at * step)]).flatMap(
    (one) => one ?? [],
  )
  const degrees = { always: 1, ...degreesOf(circumstances) }
  const factors = (lines: Weighed[]) =>
    Float64Array.from(lines.flatMap(({ evidence }) => weights.map(({ kind, when }) => evidence[kind] * degrees[when])))
  const tokens = others.map(({ line }) => ((line.text.length + line.name.length + HEAD_CHARS) / 4) * step)
  return [{ gold: factors(gold), others: factors(others), tokens: Float64Array.from(tokens) }]
}
