import { createBoundedStream } from './bounded-stream.ts'

/** The open event streams of all pages. */
export interface Streams {
  /** Undefined when there are too many already. */
  open(reader: StreamReader): Stream | undefined
  send(text: string): void
  isEmpty(): boolean
  /** Ends those that are no longer alive. */
  prune(): void
  close(): void
}

export interface StreamReader {
  first: string
  /** Asked at every beat. */
  isAlive(): boolean
  /** Ends the connection when the reader has fallen too far behind. */
  cut(): void
}

export interface Stream {
  body: ReadableStream<Uint8Array>
  close(): void
}

const streamLimit = 16
const beatMs = 15_000

export function createStreams(): Streams {
  const encoder = new TextEncoder()
  const open = new Set<{ send(bytes: Uint8Array): void; isAlive(): boolean; close(): void }>()

  function prune(): void {
    for (const stream of open) if (!stream.isAlive()) stream.close()
  }

  function send(text: string): void {
    const bytes = encoder.encode(text)
    for (const stream of open) stream.send(bytes)
  }

  const beat = setInterval(() => {
    prune()
    // A comment: it keeps the connection warm and means nothing.
    send(':\n\n')
  }, beatMs)
  beat.unref()

  return {
    send,
    prune,
    isEmpty: () => open.size === 0,

    open({ first, isAlive, cut }) {
      if (open.size >= streamLimit) return undefined
      const forget = () => void open.delete(stream)
      const { body, send: sendOne, close: end } = createBoundedStream({ cut: () => (forget(), cut()), gone: forget })
      const stream = { isAlive, send: sendOne, close: () => (forget(), end()) }
      open.add(stream)
      stream.send(encoder.encode(first))
      return { body, close: stream.close }
    },

    close() {
      clearInterval(beat)
      for (const stream of open) stream.close()
    },
  }
}

/** One event in the form of the EventSource standard; JSON holds no line break, so one data line is enough. */
export function formatEvent(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
