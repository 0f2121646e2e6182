import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createLazyListener } from '../server/lazy-listener.ts'
import type { ControlRoutesDeps } from './routes.ts'

export interface ControlDeps extends ControlRoutesDeps {
  socket: string
}

/** The control socket for the daemon's own commands: HTTP on a socket that only this user can open. */
export async function createControl(deps: ControlDeps): Promise<{ close(): Promise<void> }> {
  const serve = createLazyListener(async () => (await import('./routes.ts')).createControlListener(deps), deps.log)
  const server = createServer((request, response) => void serve(request, response))
  // The directory is locked, so an existing socket was left by a dead daemon.
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
