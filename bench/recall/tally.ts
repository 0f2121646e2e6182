import { print } from '../figures.ts'

export interface Grade {
  method: string
  /** Of the question; told apart only where there is one. */
  category: string | undefined
  budget: number
  /** Of the gold, what was in sight. */
  share: number
  /** Of the gold, what stood in a whole passage, and what a reader without a model found; absent without passages. */
  passages: number | undefined
  reader: number | undefined
  /** Of the context. */
  chars: number
}

interface Sum {
  recall: number
  all: number
  passages: number
  reader: number
  used: number
  count: number
}

/** Sums by method, category and budget. */
export function createTally(usual: number) {
  const sums = new Map<string, Sum>()
  const rows = new Set<string>()
  const note = (row: string, { budget, share, passages, reader, chars }: Grade) => {
    const key = `${row}\t${budget}`
    const sum = sums.get(key) ?? { recall: 0, all: 0, passages: 0, reader: 0, used: 0, count: 0 }
    sum.recall += share
    sum.all += share === 1 ? 1 : 0
    sum.passages += passages ?? Number.NaN
    sum.reader += reader ?? Number.NaN
    sum.used += chars / 4
    sum.count++
    sums.set(key, sum)
    rows.add(row)
  }
  return {
    add(grade: Grade) {
      note(grade.method, grade)
      if (grade.category !== undefined) note(`${grade.method}: ${grade.category}`, grade)
    },
    /** In percent. */
    recallOf(method: string, budget: number): number {
      const { recall = 0, count = 1 } = sums.get(`${method}\t${budget}`) ?? {}
      return (100 * recall) / count
    },
    print(budgets: number[]) {
      for (const row of [...rows].sort()) {
        const cells = budgets.map((budget) => {
          const sum = sums.get(`${row}\t${budget}`)
          const name = budget === usual ? `${budget} (default)` : `${budget}`
          return sum ? `${name}: ${describe(sum)}` : name
        })
        print(row, cells.join('   '))
      }
    },
  }
}

function describe({ recall, all, passages, reader, used, count }: Sum): string {
  const percent = (sum: number, digits = 1) => ((100 * sum) / count).toFixed(digits)
  const readable = Number.isNaN(passages) ? '' : `, passages ${percent(passages)}, reader ${percent(reader)}`
  return `${percent(recall)} (all ${percent(all, 0)}${readable}, ${Math.round(used / count)} tokens)`
}
