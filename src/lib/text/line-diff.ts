// Not taken from a library: two turns of a chat differ in a few lines in one or two places, so the table between the
// equal beginning and the equal end is small. If it would be large, "everything was replaced" is all a reader needs to
// know.

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** The most table cells. Beyond that, the differing part is reported as replaced. */
const MAX_TABLE_CELLS = 1_000_000

/** The line-by-line difference between two texts. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const same = (lines: string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  return [
    ...same(now.slice(0, head)),
    ...between(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(now.slice(now.length - tail)),
  ]
}

function between(old: string[], now: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  const width = now.length + 1
  if ((old.length + 1) * width > MAX_TABLE_CELLS) return [...old.map(removed), ...now.map(added)]
  // At [i, j]: how many lines old[i..] and new[j..] have in common.
  const common = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]]
    if (was !== undefined && was === is) {
      lines.push({ kind: 'same', text: was })
      i++
      j++
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(was))
      i++
    } else {
      lines.push(added(is ?? ''))
      j++
    }
  }
  return lines
}
