import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../lib/time/clock.ts'
import { sleep } from '../../../lib/time/timers.ts'

/** The longest answer a model writes takes about 45 MB as a stream of single tokens. */
const MAX_STREAM_BYTES = 64 * 1024 * 1024
/** Some services send the whole input of a tool, such as a file to write, in one line. */
const MAX_LINE_BYTES = 4 * 1024 * 1024
/** The fastest services send about 3,000 pieces a second, with two lines each. */
const MAX_LINES_PER_SECOND = 6_000
/** After this many lines the rest of the daemon gets its turn. */
const LINES_PER_BATCH = 100
const NEWLINE = 10

/** A server sends more than any model would write. */
export class FloodError extends Error {
  override name = 'FloodError'
}

/**
 * A fetch for event streams of foreign servers. A stream or line that is too long ends with a `FloodError`, and a
 * stream that is too fast is slowed down, so that no provider can block the daemon.
 */
export function createBoundedFetch(clock: Clock, fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.body) return response
    const body = response.body.pipeThrough(createLimiter(clock, init?.signal ?? undefined))
    const { status, statusText, headers } = response
    return new Response(body, { status, statusText, headers })
  }
}

function createLimiter(clock: Clock, signal = new AbortController().signal): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  let lineBytes = 0
  let lines = 0
  let secondStartedAt = clock.mono()

  async function pace(): Promise<void> {
    const now = clock.mono()
    const leftMs = secondStartedAt + 1_000 - now
    if (lines >= MAX_LINES_PER_SECOND && leftMs > 0) await sleep(leftMs, signal)
    if (clock.mono() - secondStartedAt >= 1_000) {
      secondStartedAt = clock.mono()
      lines = 0
    }
    await setImmediate()
  }

  return new TransformStream({
    async transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > MAX_STREAM_BYTES) throw new FloodError(`more than ${MAX_STREAM_BYTES} bytes in one answer`)
      let sent = 0
      let batch = 0
      for (let lineStart = 0; lineStart < chunk.length; lineStart = nextLine(chunk, lineStart)) {
        const lineEnd = nextLine(chunk, lineStart)
        lineBytes += lineEnd - lineStart
        if (lineBytes > MAX_LINE_BYTES) throw new FloodError(`a line of more than ${MAX_LINE_BYTES} bytes`)
        if (chunk[lineEnd - 1] !== NEWLINE) break
        lineBytes = 0
        lines += 1
        batch += 1
        if (batch < LINES_PER_BATCH) continue
        controller.enqueue(chunk.subarray(sent, lineEnd))
        sent = lineEnd
        batch = 0
        await pace()
      }
      if (sent < chunk.length) controller.enqueue(chunk.subarray(sent))
      await pace()
    },
  })
}

/** The end of the line at this position, including its line break. */
function nextLine(chunk: Uint8Array, lineStart: number): number {
  const lineEnd = chunk.indexOf(NEWLINE, lineStart)
  return lineEnd < 0 ? chunk.length : lineEnd + 1
}
