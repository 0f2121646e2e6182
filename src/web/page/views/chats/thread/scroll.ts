/**
 * Scrolling of a conversation: follows the newest line unless the reader scrolled up, and keeps its position when older
 * lines are added.
 */
export interface Scroll {
  follows(): boolean
  /** Remembers the top line before the content changes. */
  mark(): Mark | undefined
  /** Restores the position after the content has changed. */
  keep(mark: Mark | undefined): void
  toNewest(): void
  /** Stops following the newest line. */
  stopFollowing(): void
  toLine(line: Element): void
  close(): void
}

interface Mark {
  line: Element
  top: number
}

export interface ScrollDeps {
  box: HTMLElement
  list: HTMLElement
  /** Whether the newest line is far below. */
  far: (isFar: boolean) => void
  /** The reader is near the oldest loaded line. */
  nearTop: () => void
  /** The reader is near the newest loaded line. */
  nearEnd: () => void
  /** Whether the newest line is loaded. */
  isWhole: () => boolean
  /** The visible part has changed. */
  moved: () => void
}

const FOLLOW_PX = 60
const FAR_PX = 400

export function createScroll({ box, list, far, nearTop, nearEnd, isWhole, moved }: ScrollDeps): Scroll {
  const distanceToEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight
  let follows = true

  function toNewest(): void {
    follows = true
    // An empty chat shows something of its own, from its beginning.
    if (box.querySelector('.line')) box.scrollTop = box.scrollHeight
  }

  function onScroll(): void {
    follows = distanceToEnd() < FOLLOW_PX && isWhole()
    far(distanceToEnd() >= FAR_PX)
    if (box.scrollTop < FAR_PX) nearTop()
    if (distanceToEnd() < FAR_PX) nearEnd()
    moved()
  }

  box.addEventListener('scroll', onScroll, { passive: true })
  // Also observes the content: a picture gets its height only when it is loaded.
  const resizeObserver = new ResizeObserver(() => follows && toNewest())
  for (const element of [box, list]) resizeObserver.observe(element)

  return {
    follows: () => follows,
    mark() {
      const line = follows ? undefined : firstVisible(box)
      return line && { line, top: line.getBoundingClientRect().top }
    },
    keep(mark) {
      if (follows) return toNewest()
      if (mark?.line.isConnected) box.scrollTop += mark.line.getBoundingClientRect().top - mark.top
      // At the very top no scroll event can follow.
      if (box.scrollTop < FAR_PX) nearTop()
    },
    toNewest,
    stopFollowing() {
      follows = false
    },
    toLine(line) {
      follows = false
      line.scrollIntoView({ block: 'center' })
    },
    close() {
      box.removeEventListener('scroll', onScroll)
      resizeObserver.disconnect()
    },
  }
}

function firstVisible(box: HTMLElement): Element | undefined {
  const top = box.getBoundingClientRect().top
  return [...box.querySelectorAll('.line')].find((line) => line.getBoundingClientRect().bottom > top)
}
