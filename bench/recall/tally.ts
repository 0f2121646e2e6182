import { print } from '../figures.ts'

export interface Grade {
  method: string
  /** Of the question; told apart only where there is one. */
  category: string | undefined
  budget: number
  /** Of the gold, what was in sight. */
  share: number
  /** Of the context. */
  chars: number
}

/** Sums by method, category and budget. */
export function createTally(usual: number) {
  const sums = new Map<string, { recall: number; all: number; used: number; count: number }>()
  const rows = new Set<string>()
  const note = (row: string, { budget, share, chars }: Grade) => {
    const key = `${row}\t${budget}`
    const sum = sums.get(key) ?? { recall: 0, all: 0, used: 0, count: 0 }
    sum.recall += share
    sum.all += share === 1 ? 1 : 0
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
          const { recall = 0, all = 0, used = 0, count = 1 } = sums.get(`${row}\t${budget}`) ?? {}
          const name = budget === usual ? `${budget} (default)` : `${budget}`
          return `${name}: ${((100 * recall) / count).toFixed(1)} (all ${((100 * all) / count).toFixed(0)}, ${Math.round(used / count)} tokens)`
        })
        print(row, cells.join('   '))
      }
    },
  }
}
