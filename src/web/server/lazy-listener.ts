import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../lib/log.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * A listener that is loaded with the first request, because the HTTP stack uses much of the memory of an idle daemon.
 * If loading fails, the request gets an error and the next one tries again.
 */
export function createLazyListener(load: () => Promise<Listener>, log: Log): Listener {
  let loading: Promise<Listener> | undefined
  return async (request, response) => {
    let serve: Listener
    try {
      loading ??= load()
      serve = await loading
    } catch (err) {
      loading = undefined
      log.error({ err }, 'what answers requests could not be loaded')
      const body = JSON.stringify({ error: 'A part of Skein could not be loaded; start it again. Its log says more.' })
      response.writeHead(503, { 'content-type': 'application/json', connection: 'close' }).end(body)
      return
    }
    // The client may have left in the meantime.
    if (!response.destroyed) await serve(request, response)
  }
}
