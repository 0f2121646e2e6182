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
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < oldLines.length && head < newLines.length && oldLines[head] === newLines[head]) head++
  let tail = 0
  while (tail < Math.min(oldLines.length, newLines.length) - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail))
    tail++
  const same = (lines: string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  return [
    ...same(newLines.slice(0, head)),
    ...diffMiddle(oldLines.slice(head, oldLines.length - tail), newLines.slice(head, newLines.length - tail)),
    ...same(newLines.slice(newLines.length - tail)),
  ]
}

function diffMiddle(oldLines: string[], newLines: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  const width = newLines.length + 1
  if ((oldLines.length + 1) * width > MAX_TABLE_CELLS) return [...oldLines.map(removed), ...newLines.map(added)]
  // At [i, j]: how many lines old[i..] and new[j..] have in common.
  const common = new Uint32Array((oldLines.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = oldLines.length - 1; i >= 0; i--)
    for (let j = newLines.length - 1; j >= 0; j--)
      common[i * width + j] = oldLines[i] === newLines[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < oldLines.length || j < newLines.length) {
    const [oldLine, newLine] = [oldLines[i], newLines[j]]
    if (oldLine !== undefined && oldLine === newLine) {
      lines.push({ kind: 'same', text: oldLine })
      i++
      j++
    } else if (oldLine !== undefined && (newLine === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(oldLine))
      i++
    } else {
      lines.push(added(newLine ?? ''))
      j++
    }
  }
  return lines
}
