import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../lib/log.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * A listener that is loaded with the first request: what answers HTTP is a good part of the memory of a daemon whose page
 * nobody has open. Where it cannot be loaded that request fails, and the next one tries again.
 */
export function loadWithFirstRequest(load: () => Promise<Listener>, log: Log): Listener {
  let loading: Promise<Listener> | undefined
  return async (request, response) => {
    try {
      loading ??= load()
      const listener = await loading
      await listener(request, response)
    } catch (err) {
      loading = undefined
      log.error({ err }, 'a request could not be answered')
      if (!response.headersSent) response.writeHead(500, { connection: 'close' }).end()
    }
  }
}
