import { appendFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Weights } from '../../src/gateway/recall/rank.ts'
import { describeTimes, judge, print } from '../figures.ts'
import { benchConfig, createContextFor } from './context.ts'
import { kindOf, type RecallSet, readRecallSets } from './data.ts'
import { fitWeights, MAX_QUESTIONS_PER_SET } from './fit.ts'
import { type GatheredSet, gatherSet } from './gathered.ts'
import { gradeContext } from './grade.ts'
import { createFactWriter, withoutMemory } from './memory.ts'
import { createMethods, FUSION, type MethodFacts, RANKING } from './methods.ts'
import { gradePassages, gradeReader } from './readable.ts'
import { createTally } from './tally.ts'
import { readVectors, type Vectors } from './vectors.ts'
import { walk } from './walk.ts'

/**
 * Whether what must be in sight is in sight, and what that takes: for each question and ceiling, the share of the gold
 * messages shown whole, of those shown in a whole passage and of those a reader without a model finds in the prompt, and
 * the tokens really used. The default ceiling is always among them. `--leave-out` ranks the sets
 * of a kind by weights that were fitted to the other kinds only: that is what to expect of a kind nobody has seen.
 * `--memory` compares recall with facts in the store and without them instead.
 */
export async function benchRecall(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      budgets: { type: 'string' },
      every: { type: 'string' },
      answers: { type: 'string' },
      'leave-out': { type: 'string' },
      vectors: { type: 'string' },
      models: { type: 'string' },
      memory: { type: 'boolean' },
    },
  })
  if (values.data === undefined) return print('left out', 'needs --data DIR with messages, questions and gold')
  const asked = (values.budgets ?? '1000,2000,4000,8000,30000').split(',').map(Number)
  const budgets = [...new Set([...asked, usual])].toSorted((a, b) => a - b)
  // Each so many questions only: a look that takes minutes where all of them take an hour.
  const every = Number(values.every ?? 1)
  const { answers, 'leave-out': leftOut } = values
  if (answers !== undefined) writeFileSync(answers, '')
  const write = (answer: Answer) => answers !== undefined && appendFileSync(answers, `${JSON.stringify(answer)}\n`)
  const sets = readRecallSets(values.data)
  const weights = leftOut === undefined ? undefined : await fitWithout(sets, leftOut)
  for (const set of sets.filter((one) => leftOut === undefined || kindOf(one) === leftOut)) {
    const vectors = values.vectors === 'local' ? await readVectors(set, values.models) : undefined
    if (values.vectors !== undefined && !vectors) {
      return print('left out', 'needs the local model: name with --models the folder it is installed in')
    }
    if (values.memory) await compareMemory(set, budgets, every)
    else await askAll(set, { budgets, every, weights, vectors, write })
  }
}

async function fitWithout(sets: RecallSet[], kind: string): Promise<Weights> {
  const gathered: GatheredSet[] = []
  for (const set of sets) if (kindOf(set) !== kind) gathered.push(await gatherSet(set, MAX_QUESTIONS_PER_SET))
  return fitWeights(gathered)
}

const usual = benchConfig.conversation.maxTokens

interface Answer {
  id: string
  budget: number
  context: string
}

interface Asking extends Pick<MethodFacts, 'weights'> {
  budgets: number[]
  every: number
  vectors: Vectors | undefined
  write(answer: Answer): unknown
}

async function askAll(set: RecallSet, { budgets, every, weights, vectors, write }: Asking): Promise<void> {
  const tally = createTally(usual)
  const took: number[] = []
  let questions = 0
  await walk(set, every, (db, owner) => {
    const methods = createMethods({ db, owner, weights, meaningOf: vectors?.meaningOf })
    return (question) => {
      questions++
      vectors?.embed(db)
      const gold = set.gold.get(question.id) ?? []
      for (const budget of budgets) {
        for (const [place, { name, byKind, readable, contextFor }] of methods.entries()) {
          const began = performance.now()
          const context = contextFor(question, budget)
          if (place === 0) {
            took.push(performance.now() - began)
            write({ id: question.id, budget, context })
          }
          const share = gradeContext(context, budget, gold)
          const category = byKind ? question.category : undefined
          const passages = readable ? gradePassages(context, gold) : undefined
          const reader = readable ? gradeReader(context, question.text, gold) : undefined
          tally.add({ method: name, category, budget, share, passages, reader, chars: context.length })
        }
      }
    }
  })
  print(set.name, `${questions} questions; one assembly ${describeTimes(took)}`)
  tally.print(budgets)
  const leads = budgets.map((budget) => tally.recallOf(RANKING, budget) - tally.recallOf(FUSION, budget))
  const least = Math.min(...leads)
  judge('least lead over rank fusion', `${least.toFixed(1)} points`, {
    says: 'not below it at any budget',
    met: least >= 0,
  })
}

const WITH_MEMORY = 'skein, with facts'
const WITHOUT_MEMORY = 'skein, without facts'

async function compareMemory(set: RecallSet, budgets: number[], every: number): Promise<void> {
  const tally = createTally(usual)
  let facts = 0
  await walk(set, every, (db, owner) => {
    const writeFacts = createFactWriter(db, owner)
    const contextFor = createContextFor(db, owner)
    const methods = [
      { method: WITH_MEMORY, contextFor },
      { method: WITHOUT_MEMORY, contextFor: withoutMemory(db, createContextFor(db, owner)) },
    ]
    return (question) => {
      writeFacts()
      facts = db.raw.prepare('SELECT count(*) FROM fact').pluck().get() as number
      const gold = set.gold.get(question.id) ?? []
      for (const budget of budgets)
        for (const { method, contextFor } of methods) {
          const context = contextFor(question, budget)
          const share = gradeContext(context, budget, gold)
          const readable = { passages: gradePassages(context, gold), reader: gradeReader(context, question.text, gold) }
          tally.add({ method, category: undefined, budget, share, ...readable, chars: context.length })
        }
    }
  })
  print(set.name, `${facts} facts at the end`)
  tally.print(budgets)
  const gains = budgets.map((budget) => tally.recallOf(WITH_MEMORY, budget) - tally.recallOf(WITHOUT_MEMORY, budget))
  judge(
    'least gain by the facts',
    `${Math.min(...gains).toFixed(1)} points (${gains.map((gain) => gain.toFixed(1)).join(', ')})`,
    {
      says: 'not worse at any budget',
      met: Math.min(...gains) >= 0,
    },
  )
}
