import { type Chosen, choose } from './choose.ts'
import type { Folded } from './folded.ts'
import { readFrame } from './frame.ts'
import type { Grammar } from './grammar.ts'
import { type Group, lacksClock } from './group.ts'
import type { Piece } from './piece.ts'
import { scan } from './scan.ts'

/** What one language makes of the words. */
export interface Reading {
  chosen: Chosen
  /** The words without the time and what is put around. */
  what: string
  /** Where the time stands. */
  used: [start: number, end: number][]
  /** How many characters it knows. */
  known: number
  /** The whole time stands before "to": whatever days the rest names are part of the text. */
  isText: boolean
  /** No day is told, and none that comes again. */
  dayless: boolean
  /** A day that it found, as it was said. */
  dayIn: string | undefined
}

export function readAs(grammar: Grammar, { text, folded }: Folded): Reading {
  const groups = scan(grammar, folded)
  const framed = readFrame(grammar.frame, folded, groups)
  const chosen = choose(groups, framed, folded)
  const used = 'groups' in chosen ? chosen.groups : []
  const places = used.map(({ start, end }): [number, number] => [start, end])
  const cut = [...framed.cut, ...places]
  const all = [...framed.cut, ...groups.map(({ start, end }): [number, number] => [start, end])]
  const dated = groups.find((group) => tellsDay(group) && group.end - group.start >= SHORTEST_DAY)
  return {
    chosen,
    what: rest(text, cut),
    used: places,
    known: all.reduce((sum, [start, end]) => sum + end - start, 0),
    isText:
      framed.linked &&
      used.length > 0 &&
      used.every((group) => framed.head.includes(group) && tellsDay(group) && !lacksClock(group)),
    dayless: !used.some(tellsDay),
    dayIn: dated && text.slice(dated.start, dated.end),
  }
}

const SHORTEST_DAY = 5
const CLOCKS: ReadonlySet<Piece['kind']> = new Set(['clock', 'part', 'doubt'])
const tellsDay = ({ pieces }: Group) => pieces.some(({ kind }) => !CLOCKS.has(kind))

/** What is left of a text, without the marks at its edges that belonged to what was cut. */
function rest(text: string, cut: [number, number][]): string {
  let left = ''
  let at = 0
  for (const [start, end] of cut.toSorted((a, b) => a[0] - b[0])) {
    if (start > at) left += `${text.slice(at, start)} `
    at = Math.max(at, end)
  }
  return (left + text.slice(at))
    .replace(/ {2,}/gu, ' ')
    .replace(/^[\s,;:.!?¿¡，。：、；！？–—-]+/u, '')
    .replace(/(?<![\s,;:.?，。：、；？–—-])[\s,;:.?，。：、；？–—-]+$/u, '')
}
