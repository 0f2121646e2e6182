import { fitsInto, lessBy, nothing, type Size, sizeOf, sumOf } from '../tokens.ts'

/** A rendered message or summary, with the heading that it belongs under. */
export interface TimelineEntry {
  at: number
  id: number
  run: string
  text: string
  /** Including the line break after it. */
  size: Size
}

export function entryOf(entry: Omit<TimelineEntry, 'size'>): TimelineEntry {
  return { ...entry, size: sumOf(sizeOf(entry.text), BREAK) }
}

const BREAK = sizeOf('\n')

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

export function createTimeline(frame: Frame, known: TimelineEntry[] = [], knownSize = nothing): Timeline {
  const entries = [...known]
  const headings = new Map<string, Size>()
  let total = knownSize
  return {
    place(entry, room) {
      const place = placeOf(entry)
      const cost = costOf(entry, place)
      if (!fitsInto(cost, room)) return false
      insert(entry, place, cost)
      return true
    },
    add(entry) {
      const place = placeOf(entry)
      insert(entry, place, costOf(entry, place))
    },
    size: () => total,
    copy: () => createTimeline(frame, entries, total),
    render() {
      if (entries.length === 0) return ''
      const body = entries.map((entry, place) => {
        const opens = entries[place - 1]?.run !== entry.run
        return `${opens ? `${entry.run}\n` : ''}${entry.text}\n`
      })
      return `${frame.open}\n${body.join('')}${frame.close}`
    },
  }

  function insert(entry: TimelineEntry, place: number, cost: Size): void {
    total = sumOf(total, cost)
    entries.splice(place, 0, entry)
  }

  function costOf(entry: TimelineEntry, place: number): Size {
    const [before, after] = [entries[place - 1]?.run, entries[place]?.run]
    const own = sumOf(entry.size, before === entry.run ? nothing : headingOf(entry.run))
    const framed = entries.length === 0 ? sumOf(own, sizeOf(`${frame.open}\n${frame.close}`)) : own
    if (after === undefined) return framed
    const opened = after === entry.run ? nothing : headingOf(after)
    const closed = after === before ? nothing : headingOf(after)
    return lessBy(sumOf(framed, opened), closed)
  }

  function headingOf(run: string): Size {
    const known = headings.get(run)
    if (known) return known
    const size = sizeOf(`${run}\n`)
    headings.set(run, size)
    return size
  }

  function placeOf({ at, id }: TimelineEntry): number {
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = entries[middle]
      if (other && (other.at < at || (other.at === at && other.id < id))) low = middle + 1
      else high = middle
    }
    return low
  }
}
