import { parseArgs } from 'node:util'
import type { LineEvidence } from '../../src/gateway/recall/evidence.ts'
import { print } from '../figures.ts'
import { readRecallSets } from './data.ts'
import { fitWeights } from './fit.ts'
import { evidenceKinds, type GatheredSet, gatherSet } from './gathered.ts'
import { byBm25, byRankFusion, type Scores, scoresBy, simulateRecall } from './simulation.ts'

const BUDGETS = [4000, 8000]

/**
 * Takes each kind of evidence out alone and prints what it was worth. Every figure is for a kind of conversation that the
 * weights were not fitted to, and the mean of recall at 4,000 and 8,000 tokens. `--questions N` bounds how many questions
 * of each set are asked; `--without near1,near2` takes these out together, and may be given several times.
 */
export async function benchRecallAblation(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      questions: { type: 'string' },
      without: { type: 'string', multiple: true },
    },
  })
  if (values.data === undefined) return print('left out', 'needs --data DIR with messages, questions and gold')
  const sets: GatheredSet[] = []
  for (const set of readRecallSets(values.data)) sets.push(await gatherSet(set, Number(values.questions ?? 1e6)))
  const kinds = [...new Set(sets.map(({ kind }) => kind))]
  const leftOut = (without: ReadonlySet<keyof LineEvidence>) =>
    kinds.map((kind) => {
      const weights = fitWeights(
        sets.filter((set) => set.kind !== kind),
        without,
      )
      return figureOf(sets, kind, scoresBy(weights))
    })
  print('', [...kinds, 'mean'].map((name) => name.padStart(9)).join(''))
  printRow(
    'BM25',
    kinds.map((kind) => figureOf(sets, kind, byBm25)),
  )
  printRow(
    'rank fusion',
    kinds.map((kind) => figureOf(sets, kind, byRankFusion)),
  )
  const all = leftOut(new Set())
  printRow('all evidence', all)
  const groups = values.without?.map((names) => names.split(',')) ?? measurable.map((kind) => [kind])
  for (const group of groups) {
    const figures = leftOut(new Set(evidenceKinds.filter((kind) => group.includes(kind))))
    printRow(
      `worth of ${group.join(', ')}`,
      figures.map((figure, at) => (all[at] ?? 0) - figure),
    )
  }
}

/** No set has vectors, the current conversation is shown anyway, and plain BM25 has no weight. */
const measurable = evidenceKinds.filter((kind) => !['meaning', 'nearMeaning', 'live', 'words'].includes(kind))

/** The sets of a kind count alike. */
function figureOf(sets: GatheredSet[], kind: string, scores: Scores): number {
  return meanOf(sets.filter((set) => set.kind === kind).map((set) => meanOf(simulateRecall(set, scores, BUDGETS))))
}

function printRow(name: string, figures: number[]): void {
  print(name, [...figures, meanOf(figures)].map((figure) => figure.toFixed(1).padStart(9)).join(''))
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
