import type { LineStory, ThreadLine } from '../../../wire/wire.ts'
import type { LoadedThread } from '../lists/conversations.ts'
import { startOfDay } from './line-text.ts'

/** An entry of the thread: a line, a day separator, or the start of another conversation. */
export type ThreadEntry =
  | { key: string; day: number }
  | { key: string; line: ThreadLine }
  /** Another lane of the chat, or another conversation if undefined. */
  | { key: string; separator: LineStory['lane'] | 'root' | undefined }

export function entriesOf(lines: ThreadLine[]): ThreadEntry[] {
  const entries: ThreadEntry[] = []
  let day = 0
  let lane = laneName(lines[0])
  const conversations = new Map<string, number>()
  for (const line of lines) {
    const lineDay = startOfDay(line.at)
    const isNewDay = lineDay !== day
    if (isNewDay) entries.push({ key: `day:${lineDay}`, day: lineDay })
    day = lineDay
    const lineLane = laneName(line)
    const conversation = conversations.get(lineLane)
    if (lineLane !== lane) entries.push({ key: `lane:${line.id}`, separator: line.lane ?? 'root' })
    // A new day is separator enough.
    else if (!isNewDay && conversation !== undefined && (line.conversation ?? conversation) !== conversation)
      entries.push({ key: `talk:${line.id}`, separator: undefined })
    lane = lineLane
    if (line.conversation !== undefined) conversations.set(lineLane, line.conversation)
    entries.push({ key: `line:${line.id}`, line })
  }
  return entries
}

function laneName(line: ThreadLine | undefined): string {
  return line?.lane ? `${line.lane.kind} ${line.lane.name}` : ''
}

/**
 * Which entries of a long conversation are in the DOM. The rest is replaced by empty space of the same or estimated
 * height, so that typing does not get slower with the length of the chat.
 */
export interface VisibleRange {
  /** The range to draw, and the heights above and below it. */
  calculate(keys: string[]): Range & { above: number; below: number }
  /** Records the heights of drawn entries. */
  measure(heights: Iterable<[key: string, height: number]>): void
  /** Moves to the newest entries. */
  toNewest(): void
  /** `by` newer entries were added, so there are now `count`. */
  addNewer(by: number, count: number): void
  /** Moves to the entries around the index `at`, of `count` entries. */
  around(at: number, count: number): void
  /** Called after scrolling. Returns true if other entries have to be drawn. */
  update(keys: string[], viewport: { top: number; height: number }): boolean
}

interface Range {
  from: number
  to: number
}

/** Conversations up to this length are drawn completely. */
export const MAX_WHOLE_ENTRIES = 200
const ENTRIES_AT_ONCE = 100
/** Extra screens drawn above and below. */
const EXTRA_SCREENS = 3
const GUESSED_HEIGHT_PX = 90

export function createVisibleRange(): VisibleRange {
  const heights = new Map<string, number>()
  let total = 0
  // Counted from the newest entry, so that loading older ones changes nothing.
  let start = ENTRIES_AT_ONCE
  let end = 0

  const isDrawnWhole = (count: number) => count <= MAX_WHOLE_ENTRIES
  const meanHeight = () => (heights.size === 0 ? GUESSED_HEIGHT_PX : total / heights.size)
  const range = (count: number): Range =>
    isDrawnWhole(count) ? { from: 0, to: count } : { from: Math.max(0, count - start), to: Math.max(0, count - end) }
  const heightOf = (keys: string[], from: number, to: number) => {
    const defaultHeight = meanHeight()
    let height = 0
    for (let at = from; at < to; at++) height += heights.get(keys[at] ?? '') ?? defaultHeight
    return height
  }

  return {
    calculate(keys) {
      const { from, to } = range(keys.length)
      return { from, to, above: heightOf(keys, 0, from), below: heightOf(keys, to, keys.length) }
    },
    measure(measured) {
      for (const [key, height] of measured) {
        total += height - (heights.get(key) ?? 0)
        heights.set(key, height)
      }
    },
    toNewest() {
      start = ENTRIES_AT_ONCE
      end = 0
    },
    addNewer(by, count) {
      // Entries stay drawn until the reader scrolls.
      start = isDrawnWhole(count - by) ? count : start + by
      end = isDrawnWhole(count - by) ? 0 : end + by
    },
    around(at, count) {
      start = Math.min(count, count - at + ENTRIES_AT_ONCE / 2)
      end = Math.max(0, count - at - ENTRIES_AT_ONCE / 2)
    },
    update(keys, { top, height }) {
      const count = keys.length
      if (isDrawnWhole(count)) return false
      const { from, to } = range(count)
      const above = heightOf(keys, 0, from)
      const bottom = above + heightOf(keys, from, to)
      const isShort = (from > 0 && top - height < above) || (to < count && top + 2 * height > bottom)
      if (!isShort) return false
      const next = rangeInSight(keys, top - EXTRA_SCREENS * height, top + (EXTRA_SCREENS + 1) * height)
      start = count - next.from
      end = count - next.to
      return next.from !== from || next.to !== to
    },
  }

  function rangeInSight(keys: string[], top: number, bottom: number): Range {
    const defaultHeight = meanHeight()
    let from = 0
    let to = 0
    let height = 0
    for (const [at, key] of keys.entries()) {
      if (height <= top) from = at
      if (height < bottom) to = at + 1
      height += heights.get(key) ?? defaultHeight
    }
    return { from, to: Math.max(to, from + 1) }
  }
}

interface LineSeekerDeps<Drawn> {
  find: (line: number) => Drawn | null
  /** The line is loaded but not drawn. */
  draw: (line: ThreadLine) => void
  /** The line is not loaded. */
  read: (line: number) => Promise<void>
  reached: (line: Drawn) => void
}

/** Scrolls to a line as soon as it is drawn. If it is not loaded, the lines around it are loaded first. */
export function createLineSeeker<Drawn>({ find, draw, read, reached }: LineSeekerDeps<Drawn>) {
  let targetId: number | undefined
  let requestedId: number | undefined
  let isGone = false

  async function readOnce(line: number): Promise<void> {
    requestedId = line
    await read(line)
    // The thread is redrawn for other reasons too. The line is gone only if it is missing after loading.
    if (targetId === line) isGone = true
  }

  return {
    /** Sets the target line. Undefined when another chat is opened. */
    set(line: number | undefined): void {
      targetId = line
      requestedId = undefined
      isGone = false
    },

    /** Called after every draw. */
    update(thread: LoadedThread | undefined): void {
      if (targetId === undefined || !thread) return
      const element = find(targetId)
      const loadedLine = thread.lines.find(({ id }) => id === targetId)
      if (element) {
        targetId = undefined
        reached(element)
      } else if (loadedLine) draw(loadedLine)
      else if (isGone) targetId = undefined
      else if (requestedId !== targetId) void readOnce(targetId)
    },
  }
}
