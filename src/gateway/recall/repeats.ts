import { isAtNamedTime, type Weighed } from './evidence.ts'
import type { Bar } from './evidence-stop.ts'
import type { RecallLine } from './recall-index.ts'

interface Ranked {
  found: Weighed
}

export interface RepeatsOf {
  /** How many nearly equal lines are kept. */
  most: number
  words: (line: RecallLine) => readonly number[]
  /** Whether a word is a number. Numbers may differ where the rest is the same. */
  isFigure: (word: number) => boolean
}

/**
 * How many nearly equal lines are shown, for instance daily reports with other numbers. What is shown within a session stays
 * in it, and the model can search for more.
 */
export const maxAlike: Record<Bar, number> = { opening: 12, greeted: 4, continuing: 4 }

/** A shorter line such as "yes" may mean something else each time. */
const MIN_REPEAT_CHARS = 30
const FEW_WORDS = 5
/** The share of their different words, without numbers, that both lines contain. */
const ALIKE_FROM = 0.7
const MAX_COMPARED = 8

/**
 * Keeps one of several equal lines of the same person. Of nearly equal lines it keeps the best few, the newest, because it
 * has the current state, and those that were said at the time that the question names.
 */
export function withoutRepeats<T extends Ranked>(ranked: T[], { most, words, isFigure }: RepeatsOf): T[] {
  const seen = new Set<string>()
  const different = ranked.filter(({ found: { line } }) => {
    if (isShort(line)) return true
    const key = `${line.name}\n${line.text}`
    return seen.size < seen.add(key).size
  })
  const groupFor = createGroups(isFigure)
  const groups = different.map(({ found: { line, evidence } }) =>
    isShort(line) || isAtNamedTime(evidence) ? undefined : groupFor(line, words(line)),
  )
  return different.filter(({ found: { line } }, at) => {
    const group = groups[at]
    return !group || group.newest === line || group.kept++ < most - 1
  })
}

function isShort({ text, files }: RecallLine): boolean {
  return text.length < MIN_REPEAT_CHARS || files.length > 0
}

interface Group {
  name: string
  words(): ReadonlySet<number>
  newest: RecallLine
  kept: number
}

/**
 * Nearly equal lines begin or end with the same words. There are hundreds of lines, so only those are compared, and each
 * only with the best lines of its beginning and ending.
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

  /** The first two words from one end. */
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
  else if (known.length < MAX_COMPARED) known.push(group)
}

/** Computed on demand, because most lines are compared with no other. */
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
