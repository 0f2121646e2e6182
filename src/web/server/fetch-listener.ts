import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'

/** Serves a function of the web's own `Request` and `Response`. */
export function createFetchListener(fetch: (request: Request, socket: Socket) => Promise<Response>) {
  return getRequestListener((request, { incoming }) => fetch(request, incoming.socket), {
    overrideGlobalObjects: false,
  })
}
