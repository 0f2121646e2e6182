import { foundIn, type Grammar } from './grammar.ts'
import { type Group, lacksClock } from './group.ts'
import { type Joints, jointOf, LONGEST_JOINT } from './joints.ts'
import { doubt, type Piece } from './piece.ts'

/** All times that words name, in their order. */
export function scan(grammar: Grammar, folded: string): Group[] {
  const { joints, starts } = grammar
  const groups: Group[] = []
  let last: Group | undefined
  for (let at = 0, count = 0; at < folded.length; ) {
    starts.lastIndex = at
    if (!starts.test(folded)) {
      at++
      continue
    }
    const gap = last && folded.slice(last.end, at)
    const joint = gap === undefined || gap.length > LONGEST_JOINT ? undefined : jointOf(joints, gap)
    const found = longest(grammar, folded, at, joint !== undefined)
    if (!found) {
      at++
      continue
    }
    if (last && joint) {
      last.pieces.push(...(joint === 'glue' ? [] : doubt(joint)), ...found.pieces)
      last.end = found.end
    } else {
      last = { start: at, end: found.end, pieces: [...found.pieces], role: 'time' }
      groups.push(last)
    }
    at = found.end
    if (++count > MOST_PIECES) return [{ start: 0, end: folded.length, pieces: doubt('two'), role: 'time' }]
  }
  for (const group of groups) settle(group, folded, joints)
  return groups
}

/** Nobody means so many. */
const MOST_PIECES = 24

function longest(grammar: Grammar, folded: string, at: number, follows: boolean) {
  let best: { end: number; pieces: readonly Piece[] } | undefined
  for (const { pattern, rule, tables } of grammar.rules) {
    if (rule.follows && !follows) continue
    pattern.lastIndex = at
    const match = pattern.exec(folded)
    if (!match || at + match[0].length <= (best?.end ?? at)) continue
    const pieces = rule.read(foundIn(match, tables))
    if (pieces) best = { end: at + match[0].length, pieces: pieces.map((piece) => asWritten(piece, match[0], grammar)) }
  }
  return best
}

/** "03:00" is at night; "3:00" may be either. "6:30" is in the morning where people write the hours from 0 to 24. */
function asWritten(piece: Piece, said: string, { countsTo24 }: Grammar): Piece {
  if (piece.kind !== 'clock' || piece.exact) return piece
  if (/(?<![\d:.h])0\d/u.test(said)) return { ...piece, exact: true }
  if (!/\d ?(?:[:.]\d|h(?![a-z]))/u.test(said)) return piece
  return countsTo24 && piece.hour === 6 ? { ...piece, exact: true } : { ...piece, digital: true }
}

function settle(group: Group, folded: string, joints: Joints): void {
  const before = folded.slice(Math.max(0, group.start - LONGEST_JOINT), group.start)
  const behind = folded.slice(group.end, group.end + LONGEST_JOINT)
  if (joints.behind.test(behind)) group.pieces.push(...doubt('range'))
  if (joints.limitBehind.test(behind) && lacksClock(group)) group.pieces.push(...doubt('range'))
  if (joints.orBehind.test(behind)) group.pieces.push(...doubt('two'))
  if (joints.before.test(before)) group.role = 'bound'
  else if (joints.ofTextBehind?.test(behind)) group.role = 'owner'
  else if (joints.ofText.test(before)) group.role = 'of text'
}
