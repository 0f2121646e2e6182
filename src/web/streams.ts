/** The open event streams of all pages. */
export interface Streams {
  /** Undefined when there are too many already. `isAlive` is asked at every beat. */
  open(first: string, isAlive: () => boolean): Stream | undefined
  send(text: string): void
  isEmpty(): boolean
  /** Ends those that are no longer alive. */
  prune(): void
  close(): void
}

export interface Stream {
  body: ReadableStream<Uint8Array>
  close(): void
}

const streamLimit = 16
const beatMs = 15_000
/** A page that reads this much too slowly is cut off; it comes back by itself and reads what it missed from the store. */
const backlogBytes = 4_000_000

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

    open(first, isAlive) {
      if (open.size >= streamLimit) return undefined
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined
      const stream = {
        isAlive,
        send(bytes: Uint8Array) {
          if (!controller || (controller.desiredSize ?? 0) <= 0) return stream.close()
          controller.enqueue(bytes)
        },
        close() {
          if (open.delete(stream)) controller?.close()
        },
      }
      open.add(stream)
      const body = new ReadableStream<Uint8Array>(
        {
          start(given) {
            controller = given
            controller.enqueue(encoder.encode(first))
          },
          cancel: () => void open.delete(stream),
        },
        { highWaterMark: backlogBytes, size: (bytes) => bytes?.byteLength ?? 0 },
      )
      return { body, close: () => stream.close() }
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
