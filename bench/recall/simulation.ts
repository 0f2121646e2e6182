import type { LineEvidence } from '../../src/gateway/recall/evidence.ts'
import type { Weights } from '../../src/gateway/recall/rank.ts'
import { evidenceKinds, type GatheredQuestion, type GatheredSet } from './gathered.ts'

/** The score of each candidate of a question. */
export type Scores = (question: GatheredQuestion) => Float64Array

/** What the frame of the context takes. */
const FRAME_TOKENS = 120
const MIN_LINE_TOKENS = 8

/**
 * The recall of a set in percent at each budget, if candidates were shown by score while they fit. Without the gateway's
 * rendering it is quick enough to try hundreds of weights, and within a point of the gateway's own figures.
 */
export function simulateRecall({ questions }: GatheredSet, scoresOf: Scores, budgets: number[]): number[] {
  const sums = budgets.map(() => 0)
  for (const question of questions) {
    const scores = scoresOf(question)
    const order = Array.from(scores.keys()).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    for (const [at, budget] of budgets.entries()) sums[at] = (sums[at] ?? 0) + recallOf(question, order, budget)
  }
  return sums.map((sum) => (100 * sum) / Math.max(1, questions.length))
}

function recallOf({ tokens, gold, shownAnyway }: GatheredQuestion, order: number[], budget: number): number {
  const shown = new Set<number>()
  let room = budget - FRAME_TOKENS
  for (const row of order) {
    const cost = tokens[row] ?? 0
    if (cost <= room) {
      room -= cost
      shown.add(row)
    }
    if (room < MIN_LINE_TOKENS) break
  }
  const found = shownAnyway + gold.filter((row) => row !== undefined && shown.has(row)).length
  return found / Math.max(1, gold.length + shownAnyway)
}

export function scoresBy(weights: Weights): Scores {
  return ({ evidence, tokens, degrees }) => {
    const effective = evidenceKinds.map((kind) => {
      const when = Object.keys(degrees) as (keyof Weights)[]
      return when.reduce((sum, one) => sum + (weights[one][kind] ?? 0) * degrees[one], 0)
    })
    const width = evidenceKinds.length
    return Float64Array.from(tokens, (_, row) =>
      effective.reduce((sum, weight, column) => sum + weight * (evidence[row * width + column] ?? 0), 0),
    )
  }
}

export const byBm25: Scores = (question) => columnOf(question, 'words')

/** As far down a list as this, one place more or less hardly counts. */
const RANK_DAMPING = 60

/** Reciprocal rank fusion of the line's BM25 and its conversation's BM25. */
export const byRankFusion: Scores = (question) => {
  const [line, conversation] = [ranksOf(columnOf(question, 'words')), ranksOf(columnOf(question, 'conversation'))]
  return line.map((rank, at) => 1 / (RANK_DAMPING + rank) + 1 / (RANK_DAMPING + (conversation[at] ?? 0)))
}

function columnOf({ evidence, tokens }: GatheredQuestion, kind: keyof LineEvidence): Float64Array {
  const column = evidenceKinds.indexOf(kind)
  return Float64Array.from(tokens, (_, row) => evidence[row * evidenceKinds.length + column] ?? 0)
}

/** Equal values share a rank. */
function ranksOf(values: Float64Array): Float64Array {
  const sorted = [...new Set(values)].sort((a, b) => b - a)
  const ranks = new Map(sorted.map((value, rank) => [value, rank]))
  return values.map((value) => ranks.get(value) ?? 0)
}
