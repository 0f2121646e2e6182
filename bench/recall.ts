import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseChatId } from '../src/domain/ids.ts'
import { importLines } from '../src/store/messages/import-messages.ts'
import { openStore } from '../src/store/open-store.ts'
import { ensureOwner } from '../src/store/people/people.ts'
import { createImporter } from '../src/tasks/intake/importing.ts'
import { describeTimes, percent, print } from './figures.ts'
import { createBaselines } from './recall-baselines.ts'
import { benchConfig, createContextFor } from './recall-context.ts'
import { type RecallQuestion, type RecallSet, readRecallSets } from './recall-data.ts'
import { gradeContext } from './recall-grade.ts'
import { readVectors, type Vectors } from './recall-vectors.ts'
import { withScratch } from './scratch.ts'

/** Whether what must be in sight is in sight: for each question and budget, the share of the gold messages shown whole. */
export async function benchRecall(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      budgets: { type: 'string' },
      answers: { type: 'string' },
      vectors: { type: 'string' },
      models: { type: 'string' },
    },
  })
  if (values.data === undefined) return print('left out', 'needs --data DIR with messages, questions and gold')
  const budgets = (values.budgets ?? '1000,2000,4000,8000,30000').split(',').map(Number)
  const { answers } = values
  if (answers !== undefined) writeFileSync(answers, '')
  const write = (answer: Answer) => answers !== undefined && appendFileSync(answers, `${JSON.stringify(answer)}\n`)
  for (const set of readRecallSets(values.data)) {
    const vectors = values.vectors === 'local' ? await readVectors(set, values.models) : undefined
    if (values.vectors !== undefined && !vectors) {
      return print('left out', 'needs the local model: name with --models the folder it is installed in')
    }
    await withScratch((dir) => askAll(set, dir, { budgets, vectors, write }))
  }
}

interface Answer {
  id: string
  budget: number
  context: string
}

interface Asking {
  budgets: number[]
  vectors: Vectors | undefined
  write(answer: Answer): unknown
}

/** Chat by chat and in the order of time: each question sees what had been said when it was asked, and no more. */
async function askAll(set: RecallSet, dir: string, { budgets, vectors, write }: Asking): Promise<void> {
  const store = openStore(join(dir, 'store'))
  const owner = ensureOwner(store.db, 'Ana', new Date())
  const contextFor = createContextFor(store.db, owner, vectors?.meaningOf)
  const baselines = createBaselines(store.db)
  let now = new Date(0)
  const importer = createImporter({
    db: store.db,
    clock: { now: () => now, mono: () => performance.now() },
    owner,
    config: () => benchConfig,
    scrub: (text) => text,
  })
  const tally = createTally()
  const took: number[] = []
  for (const [chat, lines] of set.chats) {
    let there = 0
    for (const question of askedIn(set, chat)) {
      const until = lines.findLastIndex(({ id }) => id <= question.after) + 1
      now = new Date(question.at)
      const signal = new AbortController().signal
      await importLines(toStream(lines.slice(there, until)), { write: importer.write, signal })
      // As a daemon that was there all along would have: what is over is summed up, without a model.
      while (importer.settle());
      there = Math.max(there, until)
      vectors?.embed(store.db)
      for (const budget of budgets) {
        const began = performance.now()
        const context = contextFor(question, budget)
        took.push(performance.now() - began)
        write({ id: question.id, budget, context })
        const gold = set.gold.get(question.id) ?? []
        tally.add('skein', question.category, budget, gradeContext(context, budget, gold), context.length)
        for (const { name, contextFor: baseline } of baselines) {
          const shown = baseline(question, budget)
          tally.add(name, 'ALL', budget, gradeContext(shown, budget, gold), shown.length)
        }
      }
    }
  }
  store.close()
  print(set.name, `${set.questions.length} questions; one assembly ${describeTimes(took)}`)
  tally.print(budgets)
}

function askedIn(set: RecallSet, chat: string): RecallQuestion[] {
  return set.questions
    .filter((question) => question.chat === chat)
    .map((question) => ({ ...question, chat: parseChatId(chat) ?? `web:${chat}` }))
    .sort((a, b) => (a.after < b.after ? -1 : a.after > b.after ? 1 : 0))
}

async function* toStream(lines: { line: string }[]): AsyncGenerator<string[]> {
  yield lines.map(({ line }) => line)
}

/** Sums by method, category and budget. */
function createTally() {
  const sums = new Map<string, { recall: number; all: number; used: number; count: number }>()
  const keyOf = (method: string, category: string, budget: number) => `${method}\t${category}\t${budget}`
  const note = (key: string, share: number, used: number) => {
    const sum = sums.get(key) ?? { recall: 0, all: 0, used: 0, count: 0 }
    sum.recall += share
    sum.all += share === 1 ? 1 : 0
    sum.used += used
    sum.count++
    sums.set(key, sum)
  }
  return {
    add(method: string, category: string, budget: number, share: number, chars: number) {
      note(keyOf(method, 'ALL', budget), share, chars / (budget * 4))
      if (category !== 'ALL') note(keyOf(method, category, budget), share, chars / (budget * 4))
    },
    print(budgets: number[]) {
      const rows = new Set([...sums.keys()].map((key) => key.slice(0, key.lastIndexOf('\t'))))
      for (const row of [...rows].sort()) {
        const cells = budgets.map((budget) => {
          const { recall = 0, all = 0, used = 0, count = 1 } = sums.get(`${row}\t${budget}`) ?? {}
          return `${budget}: ${((100 * recall) / count).toFixed(1)} (all ${((100 * all) / count).toFixed(0)}, ${percent(used / count)} used)`
        })
        print(row.replace('\t', ', '), cells.join('   '))
      }
    },
  }
}
