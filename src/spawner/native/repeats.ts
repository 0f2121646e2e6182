import type { Call, Result, Step } from './session/session.ts'

/** From this use on, of one tool with one input that gave the same result each time before. */
const TOO_OFTEN = 3

/** How often a model may be told so before its turn ends. */
export const MOST_WARNINGS = 3

/** A model that goes round in circles asks for the same thing again and gets the same again. */
export function isRepeated(call: Call, steps: readonly Step[]): boolean {
  const before = steps.flatMap(({ calls, results }) => {
    const same = calls.filter((other) => isSame(other, call)).map(({ id }) => id)
    return results.filter(({ call: id, text }) => same.includes(id) && text !== repeatedResult(call).text)
  })
  const last = before.slice(1 - TOO_OFTEN)
  return last.length === TOO_OFTEN - 1 && last.every(({ text }) => text === last[0]?.text)
}

export function repeatedResult({ id, name }: Call): Result {
  const text = `${name} was used with exactly this input before, more than once, and gave the same each time. It was not run again. Do something else, or answer with what you have.`
  return { call: id, text, failed: true }
}

function isSame(a: Call, b: Call): boolean {
  return a.name === b.name && JSON.stringify(a.input) === JSON.stringify(b.input)
}
