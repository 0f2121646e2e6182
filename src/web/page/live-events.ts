import type { LiveEvent } from './wire/wire.ts'

export interface LiveHandlers {
  /** Called on every connect: anything older has to be read from the daemon. */
  connected: () => void
  lost: () => void
  /** The daemon does not open the stream. The session may be over. */
  refused: () => void
  event: (event: LiveEvent) => void
}

const kinds: LiveEvent['kind'][] = ['line', 'receipt', 'draft', 'tool', 'thought', 'chats', 'version']

/** Keeps the event stream open while the page is visible. Returns a function to close it. */
export function followLive({ connected, lost, refused, event }: LiveHandlers): () => void {
  let source: EventSource | undefined
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    close()
    source = new EventSource('/api/events')
    source.onopen = () => {
      failures = 0
      connected()
    }
    source.onerror = () => {
      lost()
      // Browsers retry a broken stream, but not a refused one.
      if (source?.readyState !== EventSource.CLOSED) return
      refused()
      retryTimer = setTimeout(open, Math.min(1000 * 2 ** failures++, 10_000))
    }
    for (const kind of kinds) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => event(JSON.parse(data) as LiveEvent))
    }
  }

  function close(): void {
    clearTimeout(retryTimer)
    source?.close()
    source = undefined
  }

  // Browsers allow six connections per host, so hidden pages close theirs.
  function followVisibility(): void {
    if (document.hidden) close()
    else if (!source) open()
  }

  document.addEventListener('visibilitychange', followVisibility)
  followVisibility()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    close()
  }
}
