/** How a conversation scrolls: it follows the newest line unless the reader went up, and keeps its place when older ones come. */
export interface Scroll {
  /** Runs something that changes the content. */
  around(change: () => void): void
  toNewest(): void
  toLine(line: Element): void
}

export interface ScrollDeps {
  box: HTMLElement
  /** Where to go back down from far up. */
  newest: HTMLButtonElement
  /** The reader is near the oldest line. */
  nearTop: () => void
}

const near = 60
const far = 400

export function createScroll({ box, newest, nearTop }: ScrollDeps): Scroll {
  const below = () => box.scrollHeight - box.scrollTop - box.clientHeight
  let follows = true

  function toNewest(): void {
    follows = true
    box.scrollTop = box.scrollHeight
  }

  function look(): void {
    follows = below() < near
    newest.hidden = below() < far
    if (box.scrollTop < far) nearTop()
  }

  box.addEventListener('scroll', look, { passive: true })
  newest.addEventListener('click', toNewest)
  const resized = new ResizeObserver(() => follows && toNewest())
  // The content too: a picture has its height only when it has been read.
  for (const watched of [box, ...box.children]) resized.observe(watched)

  return {
    toNewest,
    toLine(line) {
      follows = false
      line.scrollIntoView({ block: 'center' })
    },
    around(change) {
      const topLine = firstVisible(box)
      const place = topLine?.getBoundingClientRect().top ?? 0
      change()
      if (follows) toNewest()
      else if (topLine?.isConnected) box.scrollTop += topLine.getBoundingClientRect().top - place
    },
  }
}

function firstVisible(box: HTMLElement): Element | undefined {
  const top = box.getBoundingClientRect().top
  return [...box.querySelectorAll('.line')].find((line) => line.getBoundingClientRect().bottom > top)
}
