import type { BrainEvent } from './spawner.ts'

/** Between a process that speaks when it likes and a reader that listens when it can. */
export interface EventQueue extends AsyncIterable<BrainEvent> {
  push(event: BrainEvent): void
  /** After this the reader gets what is left, and then its end. */
  end(): void
}

/** Holds one draft at most: each is the whole text so far, so a slow reader needs only the newest. */
export function createEventQueue(): EventQueue {
  const waiting: BrainEvent[] = []
  let ended = false
  let wake = () => {}

  return {
    push(event) {
      if (event.kind === 'text' && waiting.at(-1)?.kind === 'text') waiting.pop()
      waiting.push(event)
      wake()
    },
    end() {
      ended = true
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        for (let event = waiting.shift(); event; event = waiting.shift()) yield event
        if (ended) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
