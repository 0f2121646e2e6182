import type { ToolUse } from '../spawner.ts'

/** Marks in lines for people that stand for a use of the daemon's tools, which only the daemon can describe. */
export interface UseMarks {
  mark(name: string, input: Record<string, unknown>): string
  /** The uses that this line mentions. */
  usesIn(line: string): ({ mark: string } & ToolUse)[]
}

/** Uses are mentioned soon after they were marked, at the start and the end of a call. */
const MAX_MARKS = 10_000

export function createUseMarks(): UseMarks {
  const uses = new Map<string, ToolUse>()
  let next = 0
  return {
    mark(name, input) {
      const mark = `\u2063${next++}\u2063`
      uses.set(mark, { name, input })
      const [oldest] = uses.keys()
      if (uses.size > MAX_MARKS && oldest !== undefined) uses.delete(oldest)
      return mark
    },
    usesIn: (line) =>
      [...line.matchAll(/\u2063\d{1,15}\u2063/g)].flatMap(([mark]) => {
        const use = uses.get(mark)
        return use ? [{ mark, ...use }] : []
      }),
  }
}
