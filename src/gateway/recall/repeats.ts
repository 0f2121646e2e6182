import { isAtNamedTime, type WeighedLine } from './evidence.ts'
import type { EvidenceBar } from './evidence-stop.ts'
import type { RecallLine } from './recall-index.ts'

interface Ranked {
  weighed: WeighedLine
}

export interface RepeatOptions {
  /** How many nearly equal lines are kept. */
  maxAlike: number
  words: (line: RecallLine) => readonly number[]
  /** Whether a word is a number. Numbers may differ where the rest is the same. */
  isFigure: (word: number) => boolean
}

/**
 * How many nearly equal lines are shown, for instance daily reports with other numbers. What is shown within a session stays
 * in it, and the model can search for more.
 */
export const maxAlikeByBar: Record<EvidenceBar, number> = { opening: 12, greeted: 4, continuing: 4 }

/** A shorter line, such as "yes", may mean something different each time. */
const MIN_REPEAT_CHARS = 30
/** Lines with fewer words must contain exactly the same words. */
const MIN_WORDS_TO_DIFFER = 5
/** The share of all words of two lines, without numbers, that both must contain. */
const MIN_SHARED_SHARE = 0.7
const MAX_COMPARED = 8

/**
 * Keeps one of several equal lines of the same person. Of nearly equal lines it keeps the best few, the newest, because it
 * has the current state, and those that were said at the time that the question names.
 */
export function withoutRepeats<T extends Ranked>(ranked: T[], { maxAlike, words, isFigure }: RepeatOptions): T[] {
  const seen = new Set<string>()
  const distinct = ranked.filter(({ weighed: { line } }) => {
    if (isShort(line)) return true
    const key = `${line.name}\n${line.text}`
    return seen.size < seen.add(key).size
  })
  const findGroup = createGroups(isFigure)
  const groups = distinct.map(({ weighed: { line, evidence } }) =>
    isShort(line) || isAtNamedTime(evidence) ? undefined : findGroup(line, words(line)),
  )
  return distinct.filter(({ weighed: { line } }, index) => {
    const group = groups[index]
    return !group || group.newest === line || group.kept++ < maxAlike - 1
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
  isFigure: RepeatOptions['isFigure'],
): (line: RecallLine, lineWords: readonly number[]) => Group | undefined {
  const [byBeginning, byEnding] = [new Map<string, Group[]>(), new Map<string, Group[]>()]
  return (line, lineWords) => {
    const [first, last] = [twoWordsFrom(lineWords, 0, 1), twoWordsFrom(lineWords, lineWords.length - 1, -1)]
    if (first === '') return undefined
    const words = once(() => new Set(lineWords.filter((word) => !isFigure(word))))
    const groupsToCompare = [...(byBeginning.get(first) ?? []), ...(byEnding.get(last) ?? [])]
    const match = groupsToCompare.find((group) => group.name === line.name && isAlike(group.words(), words()))
    if (match) {
      if (match.newest.at < line.at) match.newest = line
      return match
    }
    const group = { name: line.name, words, newest: line, kept: 0 }
    addToGroup(byBeginning, first, group)
    addToGroup(byEnding, last, group)
    return group
  }

  /** The first two words from one end. */
  function twoWordsFrom(words: readonly number[], from: number, step: 1 | -1): string {
    let key = ''
    for (let [index, count] = [from, 0]; index >= 0 && index < words.length && count < 2; index += step) {
      const word = words[index] ?? 0
      if (isFigure(word)) continue
      key += `${word} `
      count++
    }
    return key
  }
}

function addToGroup(groups: Map<string, Group[]>, key: string, group: Group): void {
  const list = groups.get(key)
  if (!list) groups.set(key, [group])
  else if (list.length < MAX_COMPARED) list.push(group)
}

/** Computed on demand, because most lines are compared with no other. */
function once<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

function isAlike(first: ReadonlySet<number>, second: ReadonlySet<number>): boolean {
  const [smaller, larger] = first.size < second.size ? [first, second] : [second, first]
  const minShare = smaller.size < MIN_WORDS_TO_DIFFER ? 1 : MIN_SHARED_SHARE
  if (smaller.size < minShare * larger.size) return false
  let shared = 0
  for (const word of smaller) if (larger.has(word)) shared++
  return shared >= minShare * (first.size + second.size - shared)
}
