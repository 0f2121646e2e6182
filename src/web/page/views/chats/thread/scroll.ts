/** How a conversation scrolls: it follows the newest line unless the reader went up, and keeps its place when older ones come. */
export interface Scroll {
  follows(): boolean
  /** What is at the top now; asked for before the content changes. */
  mark(): Mark | undefined
  /** After it changed: back to the newest line, or to where the reader was. */
  keep(mark: Mark | undefined): void
  toNewest(): void
  /** Follows the newest line no longer. */
  stay(): void
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
  /** The reader is near the oldest line. */
  nearTop: () => void
  /** The reader is near the newest line that is here. */
  nearEnd: () => void
  /** Whether the newest line that is here is the newest there is. */
  isWhole: () => boolean
  /** Something else is in sight. */
  moved: () => void
}

const near = 60
const farBelow = 400

export function createScroll({ box, list, far, nearTop, nearEnd, isWhole, moved }: ScrollDeps): Scroll {
  const below = () => box.scrollHeight - box.scrollTop - box.clientHeight
  let follows = true

  function toNewest(): void {
    follows = true
    box.scrollTop = box.scrollHeight
  }

  function look(): void {
    follows = below() < near && isWhole()
    far(below() >= farBelow)
    if (box.scrollTop < farBelow) nearTop()
    if (below() < farBelow) nearEnd()
    moved()
  }

  box.addEventListener('scroll', look, { passive: true })
  // The content too: a picture has its height only when it has been read.
  const resized = new ResizeObserver(() => follows && toNewest())
  for (const watched of [box, list]) resized.observe(watched)

  return {
    follows: () => follows,
    mark() {
      const line = follows ? undefined : firstVisible(box)
      return line && { line, top: line.getBoundingClientRect().top }
    },
    keep(mark) {
      if (follows) return toNewest()
      if (mark?.line.isConnected) box.scrollTop += mark.line.getBoundingClientRect().top - mark.top
      // Whoever is at the very top can't scroll up to say so once more.
      if (box.scrollTop < farBelow) nearTop()
    },
    toNewest,
    stay() {
      follows = false
    },
    toLine(line) {
      follows = false
      line.scrollIntoView({ block: 'center' })
    },
    close() {
      box.removeEventListener('scroll', look)
      resized.disconnect()
    },
  }
}

function firstVisible(box: HTMLElement): Element | undefined {
  const top = box.getBoundingClientRect().top
  return [...box.querySelectorAll('.line')].find((line) => line.getBoundingClientRect().bottom > top)
}
