import type { Context } from 'hono'
import { webMessages } from '../../messages/web-messages.ts'
import { textFor } from './answers.ts'

/** The event streams of all open pages. */
export interface EventStreams {
  /** Undefined if there are too many streams. */
  open(reader: StreamReader): EventStream | undefined
  /** Sends each person what is for them. Undefined if nothing is. */
  send(textFor: (person: ReaderId) => string | undefined): void
  isEmpty(): boolean
  isOpenFor(person: ReaderId): boolean
  /** Ends streams whose session is over. */
  prune(): void
  close(): void
}

type ReaderId = number

export interface StreamReader {
  /** The person who is signed in. */
  person: ReaderId
  first: string
  /** Checked at every heartbeat. */
  isAlive(): boolean
  /** Closes the connection of a reader that is too slow. */
  disconnect(): void
}

export interface EventStream {
  body: ReadableStream<Uint8Array>
  close(): void
}

/** For each person, so that nobody can take the streams of another. */
const MAX_STREAMS = 16
const BEAT_MS = 15_000

export function createEventStreams(): EventStreams {
  const encoder = new TextEncoder()
  const openStreams = new Set<OpenStream>()

  function prune(): void {
    for (const stream of openStreams) if (!stream.isAlive()) stream.close()
  }

  function send(textFor: (person: ReaderId) => string | undefined): void {
    const texts = new Map<ReaderId, Uint8Array | undefined>()
    for (const stream of openStreams) {
      const { person } = stream
      if (!texts.has(person)) {
        const text = textFor(person)
        texts.set(person, text === undefined ? undefined : encoder.encode(text))
      }
      const bytes = texts.get(person)
      if (bytes) stream.send(bytes)
    }
  }

  const beat = setInterval(() => {
    prune()
    // A comment that only keeps the connection alive.
    send(() => ':\n\n')
  }, BEAT_MS)
  beat.unref()

  return {
    send,
    prune,
    isEmpty: () => openStreams.size === 0,
    isOpenFor: (person) => [...openStreams].some((stream) => stream.person === person),

    open({ person, first, isAlive, disconnect }) {
      if ([...openStreams].filter((stream) => stream.person === person).length >= MAX_STREAMS) return undefined
      const forget = () => void openStreams.delete(stream)
      const {
        body,
        send: sendOne,
        close: end,
      } = createBoundedStream({ disconnect: () => (forget(), disconnect()), onReaderGone: forget })
      const stream: OpenStream = { person, isAlive, send: sendOne, close: () => (forget(), end()) }
      openStreams.add(stream)
      stream.send(encoder.encode(first))
      return { body, close: stream.close }
    },

    close() {
      clearInterval(beat)
      for (const stream of openStreams) stream.close()
    },
  }
}

interface OpenStream {
  person: ReaderId
  send(bytes: Uint8Array): void
  isAlive(): boolean
  close(): void
}

/** Formats a server-sent event. JSON contains no line breaks, so one data line is enough. */
export function formatEvent(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** An endless response body, for readers that may stop reading. */
interface BoundedStream {
  body: ReadableStream<Uint8Array>
  send(bytes: Uint8Array): void
  /** Ends the stream after everything that was sent so far. */
  close(): void
}

interface StreamCallbacks {
  /** Too much is unread, so the connection must be closed. */
  disconnect(): void
  /** The reader is gone. */
  onReaderGone?(): void
}

/** A slower reader is disconnected. It reconnects and reads what it missed from the store. */
const MAX_BACKLOG_BYTES = 4_000_000

export function createBoundedStream({ disconnect, onReaderGone }: StreamCallbacks): BoundedStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(streamController) {
        controller = streamController
      },
      cancel() {
        controller = undefined
        onReaderGone?.()
      },
    },
    { highWaterMark: MAX_BACKLOG_BYTES, size: (bytes) => bytes?.byteLength ?? 0 },
  )
  return {
    body,
    send(bytes) {
      if (!controller) return
      if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(bytes)
      controller = undefined
      disconnect()
    },
    close() {
      controller?.close()
      controller = undefined
    },
  }
}

interface LineStreamDeps {
  /** Checked at every heartbeat: signed-out readers get nothing more. */
  isAlive(): boolean
  /** The signal aborts when nobody listens any more. */
  write(line: (value: object) => void, signal: AbortSignal): Promise<void>
}

/** Streams lines of JSON while something is in progress. It is cancelled when the reader leaves. */
export function streamLines(c: Context, { isAlive, write }: LineStreamDeps): Response {
  const aborter = new AbortController()
  const end = () => aborter.abort()
  const { body, send, close } = createBoundedStream({ disconnect: end, onReaderGone: end })
  const sendText = (text: string) => send(new TextEncoder().encode(`${text}\n`))
  // An empty line that only keeps the connection alive.
  const beat = setInterval(() => (isAlive() ? sendText('') : end()), BEAT_MS).unref()
  const signal = AbortSignal.any([c.req.raw.signal, aborter.signal])
  const sendLine = (value: object) => sendText(JSON.stringify(value))
  void write(sendLine, signal)
    .catch(() => sendLine({ error: textFor(c, webMessages.brokeOff) }))
    .finally(() => {
      clearInterval(beat)
      close()
    })
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } })
}
