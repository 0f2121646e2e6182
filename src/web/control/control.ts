import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { loadWithFirstRequest } from '../server/first-request.ts'
import type { ControlRoutesDeps } from './routes.ts'

export interface ControlDeps extends ControlRoutesDeps {
  socket: string
}

/** The daemon's own door for its commands: HTTP on a socket that only this user can open. */
export async function createControl(deps: ControlDeps): Promise<{ close(): Promise<void> }> {
  const serve = loadWithFirstRequest(async () => (await import('./routes.ts')).createControlListener(deps), deps.log)
  const server = createServer((request, response) => void serve(request, response))
  // The directory is locked, so whatever lies there was left by a daemon that is gone.
  rmSync(deps.socket, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(deps.socket, resolve)
  })
  chmodSync(deps.socket, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
