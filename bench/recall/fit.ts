import { parseArgs } from 'node:util'
import type { Evidence } from '../../src/gateway/recall/evidence.ts'
import type { Weights } from '../../src/gateway/recall/rank.ts'
import { weights as shipped } from '../../src/gateway/recall/weights.ts'
import { print } from '../figures.ts'
import { kindOf, type RecallSet, readRecallSets } from './data.ts'
import { readLessons, type Weight } from './lessons.ts'
import { minimise } from './minimise.ts'
import { type Course, createSlope } from './slope.ts'

/** Prints weights fitted to all sets, or to all but those of one kind: what `weights.ts` holds, before it is rounded. */
export async function benchRecallFit(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, 'leave-out': { type: 'string' } } })
  if (values.data === undefined) return print('left out', 'needs --data DIR with messages, questions and gold')
  const sets = readRecallSets(values.data).filter((set) => kindOf(set) !== values['leave-out'])
  const fitted = await fitWeights(sets)
  for (const when of circumstances) {
    for (const [kind, weight] of Object.entries(fitted[when])) print(`${when}: ${kind}`, weight.toFixed(2))
  }
}

const circumstances = ['always', 'assistant', 'tells', 'goesOn'] as const satisfies (keyof Weights)[]

/** Of each set so many questions. */
const MOST_QUESTIONS = 220
const ITERATIONS = 150

/**
 * What is expected before anything is seen, where most kinds of chat say nothing of it: what is talked about now, and what
 * was said lately, matters when the message goes on with something (what is talked about now nearly as much as the words
 * of the question, as in the formula of earlier measurements); what stands in the conversation is shown anyway.
 * Vectors are in none of the sets.
 */
const expected: { [when in keyof Weights]?: Partial<Record<keyof Evidence, number>> } = {
  always: { conversationLive: 6, live: -3, meaning: 4, nearMeaning: 0.75 },
  tells: { fresh: 2 },
}

/**
 * Not learnt: there are no vectors in the sets, what goes on is shown anyway, and that a question out of the blue is seldom
 * about what was said lately is how such sets are made.
 */
const settled: ReadonlySet<keyof Evidence> = new Set(['meaning', 'nearMeaning', 'live', 'fresh'])

/**
 * The logarithm of the budget that is used up before each line that is needed, least over all kinds alike: a kind of which
 * there are many questions, or many sets, counts for no more than another.
 */
export async function fitWeights(sets: RecallSet[]): Promise<Weights> {
  const weights = circumstances.flatMap((when) => kindsIn(when).map((kind): Weight => ({ kind, when })))
  const courses: Course[] = []
  for (const set of sets) {
    const alike = sets.filter((other) => kindOf(other) === kindOf(set)).length
    const lessons = await readLessons(set, weights, MOST_QUESTIONS)
    courses.push({ lessons, share: 1 / alike / Math.max(1, lessons.length) })
  }
  const spread = spreadOf(courses, weights)
  const start = Float64Array.from(weights, ({ kind, when }, at) => (expected[when]?.[kind] ?? 0) * (spread[at] ?? 1))
  const isSettled = ({ kind, when }: Weight) => when === 'always' && settled.has(kind)
  const slope = createSlope(courses, spread, { start, settled: weights.map(isSettled) })
  const found = minimise(slope, start, ITERATIONS)
  const fitted = structuredClone(shipped)
  for (const [at, { kind, when }] of weights.entries()) fitted[when][kind] = (found[at] ?? 0) / (spread[at] ?? 1)
  return fitted
}

function kindsIn(when: keyof Weights): (keyof Evidence)[] {
  return Object.keys(shipped[when]) as (keyof Evidence)[]
}

/**
 * How far each kind of evidence varies: only so can one strictness do for all of them. What counts only as far as something
 * is true has the spread of its kind: where that is hardly ever true, little was seen of it, and little may be learnt.
 */
function spreadOf(courses: Course[], weights: Weight[]): Float64Array {
  const width = weights.length
  const sum = new Float64Array(width)
  for (const { lessons } of courses) {
    const [mean, square] = [new Float64Array(width), new Float64Array(width)]
    const count = lessons.reduce((lines, { tokens }) => lines + tokens.length, 0) || 1
    for (const { others } of lessons) {
      for (const [place, value] of others.entries()) {
        const at = place % width
        mean[at] = (mean[at] ?? 0) + value / count
        square[at] = (square[at] ?? 0) + (value * value) / count
      }
    }
    for (let at = 0; at < width; at++) {
      sum[at] = (sum[at] ?? 0) + Math.max(0, (square[at] ?? 0) - (mean[at] ?? 0) ** 2) / courses.length
    }
  }
  const own = weights.map(({ kind }) => weights.findIndex((one) => one.kind === kind && one.when === 'always'))
  // What never varies has no scale of its own.
  return Float64Array.from(own, (at) => Math.sqrt(sum[at] || 1))
}
