import { createBoundedStream } from './bounded-stream.ts'

export interface Telling {
  /** Asked at every beat: who is signed out is told nothing more. */
  isAlive(): boolean
  /** Ended when nobody listens any more. */
  tell(line: (what: object) => void, signal: AbortSignal): Promise<void>
}

const beatMs = 15_000

/** An answer in lines of JSON, told while something goes on; it goes on as long as somebody listens, and no longer. */
export function tellLines(request: Request, { isAlive, tell }: Telling): Response {
  const over = new AbortController()
  const end = () => over.abort()
  const { body, send, close } = createBoundedStream({ cut: end, gone: end })
  const say = (text: string) => send(new TextEncoder().encode(`${text}\n`))
  // An empty line keeps the connection warm and means nothing.
  const beat = setInterval(() => (isAlive() ? say('') : end()), beatMs).unref()
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
