import { addSizes, fitsInto, measure, type Size, subtractSize, ZERO_SIZE } from '../tokens.ts'

/** A rendered message or summary, with the heading that it belongs under. */
export interface TimelineEntry {
  at: number
  id: number
  /** Entries of a group stand together, and groups are in alphabetical order. */
  group?: string
  heading: string
  text: string
  /** The entry that it directly continues. After any other entry, a gap is marked. Without this, gaps are not marked. */
  follows?: number
  /** Including the line break after it. */
  size: Size
}

export function createEntry(entry: Omit<TimelineEntry, 'size'>): TimelineEntry {
  return { ...entry, size: addSizes(measure(entry.text), BREAK) }
}

const BREAK = measure('\n')
const GAP_MARK = '…\n'
const GAP_MARK_SIZE = measure(GAP_MARK)

/**
 * Entries in order of time, grouped under headings. It knows how much an entry would add, including headings that become
 * necessary, so that a budget can be kept exactly.
 */
export interface Timeline {
  /** Adds the entry if it fits into the room together with its headings, and returns whether it did. */
  place(entry: TimelineEntry, room: Size): boolean
  /** Adds all of the entries or none of them. They take the place of `replaced`. */
  placeAll(entries: TimelineEntry[], room: Size, replaced?: TimelineEntry[]): boolean
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
  let entries = [...initialEntries]
  const headingSizes = new Map<string, Size>()
  let total = initialSize
  return {
    place(entry, room) {
      const index = findPosition(entry)
      const cost = costOf(entry, index)
      if (!fitsInto(cost, room)) return false
      insert(entry, index, cost)
      return true
    },
    placeAll(added, room, replaced = []) {
      const [entriesBefore, totalBefore] = [[...entries], total]
      for (const entry of replaced) remove(entry)
      for (const entry of added) insertInOrder(entry)
      if (fitsInto(subtractSize(total, totalBefore), room)) return true
      entries = entriesBefore
      total = totalBefore
      return false
    },
    add: insertInOrder,
    size: () => total,
    copy: () => createTimeline(frame, entries, total),
    render() {
      if (entries.length === 0) return ''
      const body = entries.map((entry, index) => {
        const before = entries[index - 1]
        const heading = before?.heading === entry.heading ? '' : `${entry.heading}\n`
        return `${hasGap(before, entry) ? GAP_MARK : ''}${heading}${entry.text}\n`
      })
      return `${frame.open}\n${body.join('')}${frame.close}`
    },
  }

  function insertInOrder(entry: TimelineEntry): void {
    const index = findPosition(entry)
    insert(entry, index, costOf(entry, index))
  }

  function insert(entry: TimelineEntry, index: number, cost: Size): void {
    total = addSizes(total, cost)
    entries.splice(index, 0, entry)
  }

  function remove(entry: TimelineEntry): void {
    const index = entries.indexOf(entry)
    if (index < 0) return
    entries.splice(index, 1)
    total = subtractSize(total, costOf(entry, index))
  }

  /** The size that an entry adds when it is inserted at this position. */
  function costOf(entry: TimelineEntry, index: number): Size {
    const [before, after] = [entries[index - 1], entries[index]]
    const withHeading = addSizes(entry.size, sizeBetween(before, entry))
    const withFrame =
      entries.length === 0 ? addSizes(withHeading, measure(`${frame.open}\n${frame.close}`)) : withHeading
    if (after === undefined) return withFrame
    return subtractSize(addSizes(withFrame, sizeBetween(entry, after)), sizeBetween(before, after))
  }

  /** The size of the gap mark and the heading between two entries. */
  function sizeBetween(before: TimelineEntry | undefined, entry: TimelineEntry): Size {
    const heading = before?.heading === entry.heading ? ZERO_SIZE : headingSize(entry.heading)
    return hasGap(before, entry) ? addSizes(heading, GAP_MARK_SIZE) : heading
  }

  function headingSize(heading: string): Size {
    const cached = headingSizes.get(heading)
    if (cached) return cached
    const size = measure(`${heading}\n`)
    headingSizes.set(heading, size)
    return size
  }

  function findPosition(entry: TimelineEntry): number {
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const candidate = entries[middle]
      if (candidate && isBefore(candidate, entry)) low = middle + 1
      else high = middle
    }
    return low
  }
}

function isBefore(a: TimelineEntry, b: TimelineEntry): boolean {
  const [groupA, groupB] = [a.group ?? '', b.group ?? '']
  if (groupA !== groupB) return groupA < groupB
  return a.at === b.at ? a.id < b.id : a.at < b.at
}

function hasGap(before: TimelineEntry | undefined, { follows }: TimelineEntry): boolean {
  return before !== undefined && follows !== undefined && follows !== before.id
}
