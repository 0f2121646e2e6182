import { type DiffLine, diffLines } from '../../../lib/text/line-diff.ts'
import { truncate } from '../../../lib/text/text.ts'
import type * as wire from '../../page/wire/turn-wire.ts'

const around = 2
const mostLines = 400
const lineChars = 2000

/** What changed from one prompt to the next, with two lines around each change. */
export function toWireChange(before: { at: Date; prompt: string }, prompt: string): wire.TurnChange {
  const all = diffLines(before.prompt, prompt)
  const shown = withGaps(all)
  const counted = (kind: DiffLine['kind']) => all.filter((line) => line.kind === kind).length
  return {
    at: before.at.getTime(),
    added: counted('added'),
    removed: counted('removed'),
    lines: shown.slice(0, mostLines).map(({ kind, text }) => ({ kind, text: truncate(text, lineChars) })),
    more: Math.max(0, shown.length - mostLines),
  }
}

function withGaps(all: DiffLine[]): wire.ChangedLine[] {
  const near = new Set<number>()
  all.forEach(({ kind }, at) => {
    if (kind !== 'same') for (let next = at - around; next <= at + around; next++) near.add(next)
  })
  return all.flatMap((line, at): wire.ChangedLine[] => {
    if (near.has(at)) return [line]
    return at === 0 || near.has(at - 1) ? [{ kind: 'gap', text: '' }] : []
  })
}
