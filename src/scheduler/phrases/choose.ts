import type { Doubt } from './doubts.ts'
import type { Framed } from './frame.ts'
import { type Group, lacksClock } from './group.ts'
import type { Piece } from './piece.ts'

/** The times that are meant, or why that is not clear. */
export type Chosen = { groups: Group[] } | { doubt: Doubt }

/**
 * Of all times in the words the ones that say when. What stands beside "remind me" is meant, what is said later belongs to
 * the text, but for the clock that such a day still lacks. Without it, the time at the end is meant.
 */
export function choose(groups: Group[], framed: Framed, folded: string): Chosen {
  const { head } = framed
  if (framed.within && head.length === 0) return { doubt: groups.length === 0 ? 'none' : 'whose' }
  if (head.some(({ role }) => role === 'bound')) return { doubt: 'range' }
  if (head.some(({ role }) => role === 'owner')) return { doubt: 'none' }
  if (head.length > 0) return besideOpener(head, groups, framed, folded)
  const timed = groups.filter((group) => group.role === 'time' || framed.behindLink === group)
  if (timed.length === 0) return { doubt: doubtIn(groups) }
  const clear = timed.filter((group) => !isOnlyDoubt(group))
  const [only, second, ...more] = clear.length > 0 ? clear : timed
  if (!only) return { doubt: 'none' }
  if (!second) return mayStandAlone(only, framed, folded) ? { groups: [only] } : { doubt: 'none' }
  if (more.length === 0 && complete(only, second)) {
    return [only, second].every((group) => endsThere(group, folded, framed))
      ? { groups: [only, second] }
      : { doubt: 'number' }
  }
  const { tail } = framed
  const rest = clear.filter((group) => group !== tail)
  if (tail?.role === 'time' && !lacksClock(tail) && !isClockOnly(tail) && rest.every((group) => isBare(group, folded)))
    return { groups: [tail] }
  return { doubt: 'two' }
}

function besideOpener(head: Group[], groups: Group[], framed: Framed, folded: string): Chosen {
  const pieces = head.flatMap((group) => group.pieces)
  const rest = groups.filter((group) => !head.includes(group) && group.role === 'time' && !isOnlyDoubt(group))
  if (pieces.some(({ kind }) => kind === 'doubt')) return { groups: head }
  if (lacksClock({ pieces })) {
    const clocks = rest.filter(isClockOnly)
    if (clocks.length === 0) return { groups: head }
    if (!clocks.every((group) => endsThere(group, folded, framed))) return { doubt: 'number' }
    return clocks.length === 1 && !framed.fact ? { groups: [...head, ...clocks] } : { doubt: 'two' }
  }
  if (!isClockOnly({ pieces })) return { groups: head }
  const days = rest.filter((group) => !isClockOnly(group))
  const [repeated] = days
  if (!repeated) return { groups: head }
  const repeats =
    days.length === 1 && repeated === framed.tail && repeated.pieces.every(({ kind }) => REPEATED.has(kind))
  return repeats ? { groups: [...head, repeated] } : { doubt: 'two' }
}

type Pieces = { pieces: Piece[] }
const REPEATED: ReadonlySet<Piece['kind']> = new Set(['every', 'weekly'])

const isClockOnly = ({ pieces }: Pieces) => pieces.every(({ kind }) => kind === 'clock' || kind === 'part')
const isOnlyDoubt = ({ pieces }: Pieces) => pieces.every(({ kind }) => kind === 'doubt')
const complete = (a: Group, b: Group) => (lacksClock(a) && isClockOnly(b)) || (isClockOnly(a) && lacksClock(b))

/** A mere number in the middle of a sentence is hardly a time: "look at 5 flats". */
function endsThere(group: Group, folded: string, framed: Framed): boolean {
  const loose = group.pieces.some((piece) => piece.kind === 'clock' && piece.loose)
  return !loose || group === framed.tail || framed.behindLink === group || /^ ?[,.;:!?]/u.test(folded.slice(group.end))
}

/** "the Monday report" is no time; "on Monday" is one wherever it stands. */
function mayStandAlone(group: Group, framed: Framed, folded: string): boolean {
  if (group === framed.tail || framed.behindLink === group) return true
  const loose = group.pieces.some((piece) => piece.kind === 'clock' && piece.loose) && group.pieces.length === 1
  return !loose && !isBare(group, folded)
}

/** Without a word that makes it a time: a day or a clock by itself. */
function isBare(group: Group, folded: string): boolean {
  if (group.pieces.some(({ kind }) => kind === 'every' || kind === 'weekly' || kind === 'interval' || kind === 'after'))
    return false
  if (!isClockOnly(group) && !lacksClock(group)) return false
  return !/^(?:at|on|this|tomorrow|today|in|um|am|heute|morgen|ubermorgen|gegen|a|le|ce|demain|dans|apres|el|este|hoy|manana|pasado|esta|al) ?\b|^\p{Script=Han}/u.test(
    folded.slice(group.start, group.end),
  )
}

function doubtIn(groups: Group[]): Doubt {
  for (const { pieces } of groups) for (const piece of pieces) if (piece.kind === 'doubt') return piece.doubt
  return groups.some(({ role }) => role === 'bound') ? 'range' : 'none'
}
