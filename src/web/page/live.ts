import type { LiveEvent } from './wire/wire.ts'

export interface LiveHandlers {
  /** Connected, now or again: everything before this moment has to be read from the daemon. */
  connected: () => void
  lost: () => void
  event: (event: LiveEvent) => void
}

const kinds: LiveEvent['kind'][] = ['line', 'receipt', 'draft', 'tool', 'chats']

/** Keeps the one event stream open while anybody is looking. Returns the way to end it. */
export function followLive({ connected, lost, event }: LiveHandlers): () => void {
  let source: EventSource | undefined
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    close()
    source = new EventSource('/api/events')
    source.onopen = () => {
      failures = 0
      connected()
    }
    source.onerror = () => {
      lost()
      // The browser itself retries a broken stream, but not one that was refused.
      if (source?.readyState !== EventSource.CLOSED) return
      again = setTimeout(open, Math.min(1000 * 2 ** failures++, 10_000))
    }
    for (const kind of kinds) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => event(JSON.parse(data) as LiveEvent))
    }
  }

  function close(): void {
    clearTimeout(again)
    source?.close()
    source = undefined
  }

  // A browser gives one host six connections in all: hidden pages leave theirs to the one that is looked at.
  function look(): void {
    if (document.hidden) close()
    else if (!source) open()
  }

  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    close()
  }
}
