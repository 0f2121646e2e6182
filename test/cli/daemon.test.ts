import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectDaemon, isRunning } from '../../src/cli/daemon.ts'
import { runCli } from '../../src/cli/program.ts'
import { socketPath } from '../../src/config/paths.ts'

/** Answers at the daemon's socket in a new data directory. */
async function serveSocket(answer: RequestListener): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-calls-'))
  const server = createServer(answer)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    rmSync(dir, { recursive: true })
  })
  await new Promise<void>((resolve) => server.listen(socketPath(dir), resolve))
  return dir
}

test('a connection that the daemon closed after a while is not used again', async () => {
  const used = new Set<object>()
  const dir = await serveSocket((request, response) => {
    // As if the daemon had closed it while the request was on its way.
    if (used.has(request.socket)) request.socket.destroy()
    else response.end('{}')
    used.add(request.socket)
  })
  const daemon = connectDaemon(dir)
  expect(await isRunning(daemon)).toBe(true)
  expect(await isRunning(daemon)).toBe(true)
  expect(used.size).toBe(2)
})

test('send fails if the daemon ignores the message', async () => {
  const dir = await serveSocket((_, response) => response.end('{"status":"ignored"}'))
  const printed: string[] = []
  const print = (text: unknown) => void printed.push(String(text))
  vi.spyOn(console, 'log').mockImplementation(print)
  vi.spyOn(console, 'error').mockImplementation(print)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await runCli(['node', 'skein', '--data', dir, 'send', 'Hello'], { HOME: dir })).toBe(75)
  expect(printed.join('\n')).toContain('Skein did not store the message.')
})
