/** The event streams of all open pages. */
export interface EventStreams {
  /** Undefined if there are too many streams. */
  open(reader: StreamReader): EventStream | undefined
  send(text: string): void
  isEmpty(): boolean
  /** Ends streams whose session is over. */
  prune(): void
  close(): void
}

export interface StreamReader {
  first: string
  /** Checked at every beat. */
  isAlive(): boolean
  /** Closes the connection of a reader that is too slow. */
  cut(): void
}

export interface EventStream {
  body: ReadableStream<Uint8Array>
  close(): void
}

const streamLimit = 16
const beatMs = 15_000

export function createEventStreams(): EventStreams {
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
    // A comment that only keeps the connection alive.
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

/** Formats a server-sent event. JSON contains no line breaks, so one data line is enough. */
export function formatEvent(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** An endless response body, for readers that may stop reading. */
interface BoundedStream {
  body: ReadableStream<Uint8Array>
  send(bytes: Uint8Array): void
  /** Ends the stream after what was already sent. */
  close(): void
}

interface StreamEnds {
  /** Too much is unread, so the connection must be closed. */
  cut(): void
  /** The reader is gone. */
  gone?(): void
}

/** A slower reader is disconnected. It reconnects and reads what it missed from the store. */
const backlogBytes = 4_000_000

export function createBoundedStream({ cut, gone }: StreamEnds): BoundedStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      cancel() {
        controller = undefined
        gone?.()
      },
    },
    { highWaterMark: backlogBytes, size: (bytes) => bytes?.byteLength ?? 0 },
  )
  return {
    body,
    send(bytes) {
      if (!controller) return
      if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(bytes)
      controller = undefined
      cut()
    },
    close() {
      controller?.close()
      controller = undefined
    },
  }
}

interface LineStreamDeps {
  /** Checked at every beat: signed-out readers get nothing more. */
  isAlive(): boolean
  /** The signal aborts when nobody listens any more. */
  tell(line: (what: object) => void, signal: AbortSignal): Promise<void>
}

const lineBeatMs = 15_000

/** Streams lines of JSON while something is in progress. It is cancelled when the reader leaves. */
export function streamLines(request: Request, { isAlive, tell }: LineStreamDeps): Response {
  const over = new AbortController()
  const end = () => over.abort()
  const { body, send, close } = createBoundedStream({ cut: end, gone: end })
  const say = (text: string) => send(new TextEncoder().encode(`${text}\n`))
  // An empty line that only keeps the connection alive.
  const beat = setInterval(() => (isAlive() ? say('') : end()), lineBeatMs).unref()
  const signal = AbortSignal.any([request.signal, over.signal])
  const line = (what: object) => say(JSON.stringify(what))
  void tell(line, signal)
    .catch(() => line({ error: 'Something broke while this went on; begin again.' }))
    .finally(() => {
      clearInterval(beat)
      close()
    })
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } })
}
