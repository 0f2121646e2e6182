/** The body of an answer that has no end, for a reader who may stop reading at any time. */
export interface BoundedStream {
  body: ReadableStream<Uint8Array>
  send(bytes: Uint8Array): void
  /** What was sent is still read. */
  close(): void
}

export interface StreamEnds {
  /** Too much was left unread: the connection must go, and with it all that waits for it. */
  cut(): void
  /** Nobody reads any more. */
  gone?(): void
}

/** Who reads this much too slowly is cut off; they come back by themselves and read what they missed from the store. */
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
