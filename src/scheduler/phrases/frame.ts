import type { Group } from './group.ts'
import type { Language } from './language.ts'
import { LETTERS } from './letters.ts'

/** What people put around what they want: "please remind me ... to". */
export interface Framed {
  /** What is neither time nor text. */
  cut: Cut[]
  /** Times beside the opener or at the very beginning. */
  head: Group[]
  /** The one right behind the link. */
  behindLink: Group | undefined
  /** The time that the words end with. */
  tail: Group | undefined
  /** It opens in the middle: what is said before that is text, with all its times. */
  within: boolean
  /** A word such as "to" parts the time from the text. */
  linked: boolean
  /** A fact is told: "that the plumber comes at 9". */
  fact: boolean
}

type Cut = [start: number, end: number]

export type FramePatterns = ReturnType<typeof framePatterns>

export function framePatterns({ frame, spaced }: Language) {
  const [before, behind] = spaced ? [`(?<![${LETTERS}])`, `(?:(?<=')|(?![${LETTERS}]))`] : ['', '']
  const from = (source: string) => new RegExp(`(?:${source})${behind}`, 'uy')
  return {
    polite: from(frame.polite),
    opener: from(frame.opener),
    within: new RegExp(`${before}(?:${frame.within})${behind}`, 'u'),
    link: from(frame.link),
    fact: from(frame.fact),
    closer: new RegExp(`${before}${frame.closer}$`, 'u'),
    opens: new RegExp(frame.opensAtEnd ?? '(?!)', 'u'),
  }
}

export function readFrame(patterns: FramePatterns, folded: string, groups: Group[]): Framed {
  const end = readEnd(patterns, folded, groups)
  const framed: Framed = {
    cut: end.cut,
    head: [],
    behindLink: undefined,
    tail: end.tail,
    within: false,
    linked: false,
    fact: false,
  }
  let { opened } = end
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    const said = matchAt(pattern, folded, at)
    if (said) framed.cut.push([at, at + said.length])
    at += said?.length ?? 0
    return said
  }
  for (let turns = 0; turns < MOST_PARTS; turns++) {
    at = skipMarks(folded, at)
    const group = groups.find(({ start, end }) => start <= at && at < end)
    if (group) {
      framed.head.push(group)
      at = group.end
    } else if (take(patterns.opener)) opened = true
    else if (!take(patterns.polite)) break
  }
  const within = opened ? null : patterns.within.exec(folded.slice(at))
  if (within) {
    opened = framed.within = true
    framed.head = []
    at += within.index
    framed.cut = [...end.cut, [at, at + within[0].length]]
    at = skipMarks(folded, at + within[0].length)
    const group = groups.find(({ start }) => start === at)
    if (group) framed.head.push(group)
    at = skipMarks(folded, group?.end ?? at)
  }
  const link = opened ? take(patterns.link) : undefined
  if (link) {
    framed.linked = true
    framed.fact = matchAt(patterns.fact, link, 0) !== undefined
    at = skipMarks(folded, at)
    framed.behindLink = groups.find(({ start }) => start === at)
  }
  return framed
}

/** Backwards from the end: thanks, a verb that opens though it is said last, the last time. */
function readEnd({ closer, opens }: FramePatterns, folded: string, groups: Group[]) {
  const cut: Cut[] = []
  let opened = false
  let end = lastMark(folded, folded.length, groups)
  for (let turns = 0; turns < MOST_PARTS; turns++) {
    const [said] = closer.exec(folded.slice(Math.max(0, end - LONGEST_CLOSER), end)) ?? []
    if (!said || said.length === end) break
    cut.push([end - said.length, end])
    opened ||= opens.test(said)
    end = lastMark(folded, end - said.length, groups)
  }
  return { cut, opened, tail: groups.find((group) => group.end === end) }
}

function matchAt(pattern: RegExp, folded: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(folded)?.[0] || undefined
}

const MARK = /[\s\p{P}]/u

function skipMarks(folded: string, from: number): number {
  let at = from
  while (at < folded.length && MARK.test(folded.charAt(at))) at++
  return at
}

/** A time may end with a mark of its own: "am 3.4." */
function lastMark(folded: string, from: number, groups: Group[]): number {
  const ends = new Set(groups.map(({ end }) => end))
  let end = from
  while (end > 0 && !ends.has(end) && MARK.test(folded.charAt(end - 1))) end--
  return end
}

const MOST_PARTS = 12
const LONGEST_CLOSER = 40
