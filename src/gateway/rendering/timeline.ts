import { addSizes, fitsInto, measure, type Size, subtractSize, ZERO_SIZE } from '../tokens.ts'

/** A rendered message or summary, with the heading that it belongs under. */
export interface TimelineEntry {
  at: number
  id: number
  heading: string
  text: string
  /** Including the line break after it. */
  size: Size
}

export function createEntry(entry: Omit<TimelineEntry, 'size'>): TimelineEntry {
  return { ...entry, size: addSizes(measure(entry.text), BREAK) }
}

const BREAK = measure('\n')

/**
 * Entries in order of time, grouped under headings. It knows how much an entry would add, including headings that become
 * necessary, so that a budget can be kept exactly.
 */
export interface Timeline {
  /** Adds the entry if it fits into the room together with its headings, and returns whether it did. */
  place(entry: TimelineEntry, room: Size): boolean
  add(entry: TimelineEntry): void
  size(): Size
  /** A copy for trying something out. */
  copy(): Timeline
  /** Empty without entries. */
  render(): string
}

/** The tags around the timeline. */
export interface Frame {
  open: string
  close: string
}

export function createTimeline(frame: Frame, initialEntries: TimelineEntry[] = [], initialSize = ZERO_SIZE): Timeline {
  const entries = [...initialEntries]
  const headings = new Map<string, Size>()
  let total = initialSize
  return {
    place(entry, room) {
      const index = findPosition(entry)
      const cost = costOf(entry, index)
      if (!fitsInto(cost, room)) return false
      insert(entry, index, cost)
      return true
    },
    add(entry) {
      const index = findPosition(entry)
      insert(entry, index, costOf(entry, index))
    },
    size: () => total,
    copy: () => createTimeline(frame, entries, total),
    render() {
      if (entries.length === 0) return ''
      const body = entries.map((entry, index) => {
        const opens = entries[index - 1]?.heading !== entry.heading
        return `${opens ? `${entry.heading}\n` : ''}${entry.text}\n`
      })
      return `${frame.open}\n${body.join('')}${frame.close}`
    },
  }

  function insert(entry: TimelineEntry, index: number, cost: Size): void {
    total = addSizes(total, cost)
    entries.splice(index, 0, entry)
  }

  function costOf(entry: TimelineEntry, index: number): Size {
    const [before, after] = [entries[index - 1]?.heading, entries[index]?.heading]
    const withHeading = addSizes(entry.size, before === entry.heading ? ZERO_SIZE : headingSize(entry.heading))
    const withFrame =
      entries.length === 0 ? addSizes(withHeading, measure(`${frame.open}\n${frame.close}`)) : withHeading
    if (after === undefined) return withFrame
    const newHeading = after === entry.heading ? ZERO_SIZE : headingSize(after)
    const oldHeading = after === before ? ZERO_SIZE : headingSize(after)
    return subtractSize(addSizes(withFrame, newHeading), oldHeading)
  }

  function headingSize(run: string): Size {
    const cached = headings.get(run)
    if (cached) return cached
    const size = measure(`${run}\n`)
    headings.set(run, size)
    return size
  }

  function findPosition({ at, id }: TimelineEntry): number {
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const candidate = entries[middle]
      if (candidate && (candidate.at < at || (candidate.at === at && candidate.id < id))) low = middle + 1
      else high = middle
    }
    return low
  }
}
