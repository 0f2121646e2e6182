/**
 * Which entries of a long conversation are in the page. What is above and below them is a space as high as they are, or are
 * thought to be, so that what a keystroke costs does not grow with what was read.
 */
export interface Excerpt {
  /** What to draw of these, by their places, and the spaces above and below. */
  of(keys: string[]): Range & { above: number; below: number }
  /** How high entries that are drawn are. */
  measure(heights: Iterable<[key: string, height: number]>): void
  /** From now on the newest ones. */
  toNewest(): void
  /** So many came behind them, and it is this many now. */
  grew(by: number, count: number): void
  /** From now on those around one of them. */
  around(at: number, count: number): void
  /** After scrolling: whether others have to be drawn now. */
  look(keys: string[], sight: { top: number; height: number }): boolean
}

interface Range {
  from: number
  to: number
}

/** As many are always drawn whole. */
export const wholeUpTo = 200
const atOnce = 100
/** Screens above and below that are drawn too. */
const reserve = 3
const guessed = 90

export function createExcerpt(): Excerpt {
  const known = new Map<string, number>()
  let total = 0
  // Counted from the newest, so that they mean the same when older entries come.
  let start = atOnce
  let end = 0

  const isWhole = (count: number) => count <= wholeUpTo
  const usual = () => (known.size === 0 ? guessed : total / known.size)
  const range = (count: number): Range =>
    isWhole(count) ? { from: 0, to: count } : { from: Math.max(0, count - start), to: Math.max(0, count - end) }
  const heightOf = (keys: string[], from: number, to: number) => {
    const other = usual()
    let height = 0
    for (let at = from; at < to; at++) height += known.get(keys[at] ?? '') ?? other
    return height
  }

  return {
    of(keys) {
      const { from, to } = range(keys.length)
      return { from, to, above: heightOf(keys, 0, from), below: heightOf(keys, to, keys.length) }
    },
    measure(heights) {
      for (const [key, height] of heights) {
        total += height - (known.get(key) ?? 0)
        known.set(key, height)
      }
    },
    toNewest() {
      start = atOnce
      end = 0
    },
    grew(by, count) {
      // What was drawn whole stays drawn until the reader goes on.
      start = isWhole(count - by) ? count : start + by
      end = isWhole(count - by) ? 0 : end + by
    },
    around(at, count) {
      start = Math.min(count, count - at + atOnce / 2)
      end = Math.max(0, count - at - atOnce / 2)
    },
    look(keys, { top, height }) {
      const count = keys.length
      if (isWhole(count)) return false
      const { from, to } = range(count)
      const above = heightOf(keys, 0, from)
      const bottom = above + heightOf(keys, from, to)
      const isShort = (from > 0 && top - height < above) || (to < count && top + 2 * height > bottom)
      if (!isShort) return false
      const next = inSight(keys, top - reserve * height, top + (reserve + 1) * height)
      start = count - next.from
      end = count - next.to
      return next.from !== from || next.to !== to
    },
  }

  function inSight(keys: string[], top: number, bottom: number): Range {
    const other = usual()
    let from = 0
    let to = 0
    let height = 0
    for (const [at, key] of keys.entries()) {
      if (height <= top) from = at
      if (height < bottom) to = at + 1
      height += known.get(key) ?? other
    }
    return { from, to: Math.max(to, from + 1) }
  }
}
