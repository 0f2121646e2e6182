import type { BrainEvent } from './spawner.ts'

/** A queue between a process that emits events at any time and a reader that takes them one by one. */
export interface EventQueue extends AsyncIterable<BrainEvent> {
  push(event: BrainEvent): void
  /** The reader gets the remaining events and then the end. */
  end(): void
}

/** Keeps at most one draft, because each contains the whole text so far. */
export function createEventQueue(): EventQueue {
  const queue: BrainEvent[] = []
  let isEnded = false
  let wake = () => {}

  return {
    push(event) {
      if (event.kind === 'text' && queue.at(-1)?.kind === 'text') queue.pop()
      queue.push(event)
      wake()
    },
    end() {
      isEnded = true
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        for (let event = queue.shift(); event; event = queue.shift()) yield event
        if (isEnded) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
