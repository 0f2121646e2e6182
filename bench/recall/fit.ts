import { parseArgs } from 'node:util'
import type { LineEvidence } from '../../src/gateway/recall/evidence.ts'
import { weights as shipped, type Weights } from '../../src/gateway/recall/rank.ts'
import { print } from '../figures.ts'
import { kindOf, readRecallSets } from './data.ts'
import { evidenceKinds, type GatheredQuestion, type GatheredSet, gatherSet } from './gathered.ts'
import { minimise } from './minimise.ts'
import { type Course, createSlope } from './slope.ts'

/** Prints weights fitted to all sets, or to all but those of one kind: what `weights.ts` holds, before rounding. */
export async function benchRecallFit(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, 'leave-out': { type: 'string' } } })
  if (values.data === undefined) return print('left out', 'needs --data DIR with messages, questions and gold')
  const gathered: GatheredSet[] = []
  for (const set of readRecallSets(values.data)) {
    if (kindOf(set) !== values['leave-out']) gathered.push(await gatherSet(set, MAX_QUESTIONS_PER_SET))
  }
  const fitted = fitWeights(gathered)
  for (const when of circumstances) {
    for (const [kind, weight] of Object.entries(fitted[when])) print(`${when}: ${kind}`, weight.toFixed(2))
  }
}

/** One weight of the table: for a kind of evidence, always or in a certain circumstance. */
interface Weight {
  kind: keyof LineEvidence
  when: keyof Weights
}

const circumstances = ['always', 'assistant', 'tells'] as const satisfies (keyof Weights)[]

/** A sample of each set is enough: with more questions the weights hardly change. */
export const MAX_QUESTIONS_PER_SET = 150
const MAX_OTHERS_PER_QUESTION = 250
const ITERATIONS = 100

/**
 * What we expect before seeing any data, for evidence on which most kinds of chat say nothing. Recent messages count when
 * the message is not a question. The current conversation is shown anyway, so its lines need no rank. No set has vectors.
 */
const expected: { [when in keyof Weights]?: Partial<Record<keyof LineEvidence, number>> } = {
  always: { conversationLive: 6, live: -3, meaning: 4, nearMeaning: 0.75 },
  tells: { fresh: 2 },
}

/** These keep their expected weight. What they would learn is an accident of how such data sets are made. */
const fixedKinds: ReadonlySet<string> = new Set(['meaning', 'nearMeaning', 'live', 'fresh'])

/**
 * Minimises the logarithm of the budget that is used up before each gold line. All kinds of conversation count alike,
 * however many questions or sets they have. Evidence in `without` gets no weight at all.
 */
export function fitWeights(sets: GatheredSet[], without: ReadonlySet<keyof LineEvidence> = new Set()): Weights {
  const table = circumstances.flatMap((when) =>
    (Object.keys(shipped[when]) as (keyof LineEvidence)[]).map((kind): Weight => ({ kind, when })),
  )
  const courses = sets.map((set): Course => {
    const setsOfKind = sets.filter(({ kind }) => kind === set.kind).length
    const step = Math.ceil(set.questions.length / MAX_QUESTIONS_PER_SET)
    const lessons = set.questions.filter((_, at) => at % step === 0).flatMap((question) => lessonOf(question, table))
    return { lessons, share: 1 / setsOfKind / Math.max(1, lessons.length) }
  })
  const spread = spreadOf(courses, table)
  const start = Float64Array.from(table, ({ kind, when }, at) =>
    without.has(kind) ? 0 : (expected[when]?.[kind] ?? 0) * (spread[at] ?? 1),
  )
  const fixed = table.map(({ kind, when }) => without.has(kind) || (when === 'always' && fixedKinds.has(kind)))
  const found = minimise(createSlope(courses, spread, { start, fixed }), start, ITERATIONS)
  const fitted = structuredClone(shipped)
  for (const [at, { kind, when }] of table.entries()) fitted[when][kind] = (found[at] ?? 0) / (spread[at] ?? 1)
  return fitted
}

/** The gold lines of a question, and a sample of the others that must not use up the budget before them. */
function lessonOf({ evidence, tokens, gold, degrees }: GatheredQuestion, table: Weight[]): Course['lessons'] {
  const goldRows = gold.flatMap((row) => row ?? [])
  const needed = new Set(goldRows)
  const rest = Array.from(tokens.keys()).filter((row) => !needed.has(row))
  if (goldRows.length === 0 || rest.length === 0) return []
  const step = Math.max(1, rest.length / MAX_OTHERS_PER_QUESTION)
  const others = Array.from({ length: Math.floor(rest.length / step) }, (_, at) => rest[Math.floor(at * step)] ?? 0)
  const factorsOf = (rows: number[]) =>
    Float64Array.from(
      rows.flatMap((row) =>
        table.map(({ kind, when }) => {
          const value = evidence[row * evidenceKinds.length + evidenceKinds.indexOf(kind)] ?? 0
          return value * degrees[when]
        }),
      ),
    )
  // Each sampled line stands for the ones that were skipped.
  const cost = Float64Array.from(others, (row) => (tokens[row] ?? 0) * step)
  return [{ gold: factorsOf(goldRows), others: factorsOf(others), tokens: cost }]
}

/**
 * The standard deviation of each kind of evidence, so that one strictness suits all of them. A weight for a circumstance
 * has the deviation of its kind: where the circumstance is rare, little was seen of it and little may be learnt.
 */
function spreadOf(courses: Course[], table: Weight[]): Float64Array {
  const width = table.length
  const variance = new Float64Array(width)
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
      variance[at] = (variance[at] ?? 0) + Math.max(0, (square[at] ?? 0) - (mean[at] ?? 0) ** 2) / courses.length
    }
  }
  const always = table.map(({ kind }) => table.findIndex((one) => one.kind === kind && one.when === 'always'))
  // Evidence that never varies has no scale of its own.
  return Float64Array.from(always, (at) => Math.sqrt(variance[at] || 1))
}
