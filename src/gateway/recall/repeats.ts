import type { Weighed } from './evidence.ts'
import type { Bar } from './evidence-stop.ts'
import type { RecallLine } from './recall-index.ts'

interface Ranked {
  found: Weighed
}

export interface RepeatsOf {
  /** Undefined where all of them are asked for. */
  most: number | undefined
  words: (line: RecallLine) => readonly number[]
  /** Whether a word is a figure: those change where all else is the same. */
  isFigure: (word: number) => boolean
}

/**
 * Of lines that say nearly the same, as what is said every day with other figures: so many show how it is. What is shown
 * within a session stays in it, and the model can look for more.
 */
export const mostAlike: Record<Bar, number> = { opening: 12, greeted: 4, continuing: 4 }

/** A shorter one may be another answer each time: "yes" is. */
const SHORTEST_REPEAT = 30
const FEW_WORDS = 5
/** Of the different words of both, figures aside, so many stand in both. */
const ALIKE_FROM = 0.7
const MOST_COMPARED = 8

/**
 * What somebody said in the same words before says nothing more. In nearly the same words it soon says nothing more: of
 * those the best few are kept and the newest, because what changed in them is true there, and whatever was said when the
 * question says.
 */
export function withoutRepeats<T extends Ranked>(ranked: T[], { most, words, isFigure }: RepeatsOf): T[] {
  const seen = new Set<string>()
  const different = ranked.filter(({ found: { line } }) => {
    if (isShort(line)) return true
    const key = `${line.name}\n${line.text}`
    return seen.size < seen.add(key).size
  })
  if (most === undefined) return different
  const groupFor = createGroups(isFigure)
  const groups = different.map(({ found: { line, evidence } }) =>
    isShort(line) || evidence.dated > 0 ? undefined : groupFor(line, words(line)),
  )
  return different.filter(({ found: { line } }, at) => {
    const group = groups[at]
    return !group || group.newest === line || group.kept++ < most - 1
  })
}

function isShort({ text, files }: RecallLine): boolean {
  return text.length < SHORTEST_REPEAT || files.length > 0
}

interface Group {
  name: string
  words(): ReadonlySet<number>
  newest: RecallLine
  kept: number
}

/**
 * Lines that are nearly alike begin or end in the same words: only those are compared, for there are hundreds, and where
 * everything begins with the same words only with the best of it.
 */
function createGroups(
  isFigure: RepeatsOf['isFigure'],
): (line: RecallLine, said: readonly number[]) => Group | undefined {
  const [beginning, ending] = [new Map<string, Group[]>(), new Map<string, Group[]>()]
  return (line, said) => {
    const [first, last] = [ends(said, 0, 1), ends(said, said.length - 1, -1)]
    if (first === '') return undefined
    const words = once(() => new Set(said.filter((word) => !isFigure(word))))
    const near = [...(beginning.get(first) ?? []), ...(ending.get(last) ?? [])]
    const known = near.find((group) => group.name === line.name && isAlike(group.words(), words()))
    if (known) {
      if (known.newest.at < line.at) known.newest = line
      return known
    }
    const group = { name: line.name, words, newest: line, kept: 0 }
    file(beginning, first, group)
    file(ending, last, group)
    return group
  }

  /** The first two words from one of its ends on. */
  function ends(said: readonly number[], from: number, step: 1 | -1): string {
    let found = ''
    for (let [at, words] = [from, 0]; at >= 0 && at < said.length && words < 2; at += step) {
      const word = said[at] ?? 0
      if (isFigure(word)) continue
      found += `${word} `
      words++
    }
    return found
  }
}

function file(groups: Map<string, Group[]>, key: string, group: Group): void {
  const known = groups.get(key)
  if (!known) groups.set(key, [group])
  else if (known.length < MOST_COMPARED) known.push(group)
}

/** Most lines are compared with no other. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function isAlike(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  const needed = few.size < FEW_WORDS ? 1 : ALIKE_FROM
  if (few.size < needed * many.size) return false
  let shared = 0
  for (const word of few) if (many.has(word)) shared++
  return shared >= needed * (one.size + other.size - shared)
}
