import type { Slope } from './minimise.ts'

/** What one question teaches: the lines it needs, and others that must not use up the budget before them. */
interface Lesson {
  /** What each weight is multiplied with, line after line. */
  gold: Float64Array
  others: Float64Array
  /** What each of the others costs, in tokens. */
  tokens: Float64Array
}

/** The lessons of one set, and how much each of them counts. */
export interface Course {
  lessons: Lesson[]
  share: number
}

/** The first tokens of the budget count as free: whether an answer comes first or tenth matters little. */
const FREE_TOKENS = 400
/** The price of a weight that is far from its expected value. */
const STRICTNESS = 0.01

/** The cost of weights: how late the gold lines come, and how far the weights are from their expected values. */
export function createSlope(
  courses: Course[],
  spread: Float64Array,
  { start, fixed }: { start: Float64Array; fixed: boolean[] },
): Slope {
  const width = spread.length
  return (at) => {
    const raw = at.map((value, place) => value / (spread[place] ?? 1))
    const pull = new Float64Array(width)
    let value = 0
    for (const { lessons, share } of courses) {
      for (const lesson of lessons) value += learn(lesson, share, raw, pull)
    }
    const gradient = pull.map((force, place) => force / (spread[place] ?? 1))
    for (let place = 0; place < width; place++) {
      const away = (at[place] ?? 0) - (start[place] ?? 0)
      value += STRICTNESS * away * away
      gradient[place] = fixed[place] ? 0 : (gradient[place] ?? 0) + 2 * STRICTNESS * away
    }
    return { value, gradient }
  }
}

/** Each other line uses up its tokens to the degree that it is likely to come before the gold line. */
function learn({ gold, others, tokens }: Lesson, share: number, weights: Float64Array, pull: Float64Array): number {
  const scores = scoresOf(others, weights)
  const goldScores = scoresOf(gold, weights)
  let value = 0
  const pulls = new Float64Array(scores.length)
  for (const [line, own] of goldScores.entries()) {
    const before = scores.map((score) => 1 / (1 + Math.exp(Math.min(30, own - score))))
    const used = FREE_TOKENS + before.reduce((sum, chance, other) => sum + chance * (tokens[other] ?? 0), 0)
    const worth = share / goldScores.length
    value += worth * Math.log(used)
    let back = 0
    for (const [other, chance] of before.entries()) {
      const force = (worth / used) * chance * (1 - chance) * (tokens[other] ?? 0)
      pulls[other] = (pulls[other] ?? 0) + force
      back += force
    }
    addTo(pull, gold, line, -back)
  }
  for (const [other, force] of pulls.entries()) addTo(pull, others, other, force)
  return value
}

function scoresOf(lines: Float64Array, weights: Float64Array): Float64Array {
  const width = weights.length
  const scores = new Float64Array(lines.length / width)
  for (let line = 0; line < scores.length; line++) {
    let score = 0
    for (let at = 0; at < width; at++) score += (lines[line * width + at] ?? 0) * (weights[at] ?? 0)
    scores[line] = score
  }
  return scores
}

function addTo(sum: Float64Array, lines: Float64Array, line: number, force: number): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + force * (lines[line * sum.length + at] ?? 0)
}
