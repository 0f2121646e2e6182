import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectDaemon, isRunning } from '../../src/cli/daemon.ts'
import { socketPath } from '../../src/config/paths.ts'

test('a connection that the daemon closed after a while is not used again', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-calls-'))
  const used = new Set<object>()
  const server = createServer((request, response) => {
    // As if the daemon had closed it while the request was on its way.
    if (used.has(request.socket)) request.socket.destroy()
    else response.end('{}')
    used.add(request.socket)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    rmSync(dir, { recursive: true })
  })
  await new Promise<void>((resolve) => server.listen(socketPath(dir), resolve))
  const daemon = connectDaemon(dir)
  expect(await isRunning(daemon)).toBe(true)
  expect(await isRunning(daemon)).toBe(true)
  expect(used.size).toBe(2)
})
