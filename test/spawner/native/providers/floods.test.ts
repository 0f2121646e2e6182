import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { watchLoop } from '../../../support/loop-watch.ts'
import { ask, provider, request, told } from './rig.ts'

/** A service that answers every request by what the test writes. */
async function serve(write: (response: ServerResponse) => Promise<void>): Promise<string> {
  const server = createServer((_request, response) => {
    void write(response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const stream = { 'content-type': 'text/event-stream' }
const piece = (content: string) => `data: ${JSON.stringify({ id: 'x', choices: [{ delta: { content } }] })}\n\n`

/** Writes the same again and again, as fast as it is read, until the reader leaves; answers how many bytes it got rid of. */
async function pour(response: ServerResponse, chunk: string): Promise<number> {
  let written = 0
  while (!response.destroyed) {
    written += chunk.length
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  return written
}

test('a line without an end is cut off after a few megabytes', async () => {
  let written = Promise.resolve(0)
  const baseUrl = await serve(async (response) => {
    response.writeHead(200, stream)
    response.write('data: {"choices":[{"delta":{"content":"')
    written = pour(response, 'a'.repeat(65_536))
    await written
  })
  expect(told(await ask(provider({ kind: 'openai-compatible', baseUrl })))).toBe('failed flood')
  expect(await written).toBeLessThan(32 * 1024 * 1024)
})

test('text without an end is cut off, and holds nobody else up meanwhile', async () => {
  const baseUrl = await serve(async (response) => {
    response.writeHead(200, stream)
    await pour(response, piece('word '.repeat(200)).repeat(20))
  })
  const asked = provider({ kind: 'openai-compatible', baseUrl })
  await ask(asked, {}).catch(() => undefined)
  const texts: number[] = []
  const watched = await watchLoop(() =>
    asked.ask(request(), (text) => texts.push(text.length), new AbortController().signal),
  )
  expect(told(watched.value)).toBe('failed flood')
  // Whoever reads along is shown it as it grows, not once for each piece.
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.length).toBeLessThan(1_000_000 / 1_000)
})

test('a list of models without an end counts as no answer', async () => {
  let written = Promise.resolve(0)
  const baseUrl = await serve(async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"data":[')
    written = pour(response, `${JSON.stringify({ id: 'model', name: 'x'.repeat(60_000) })},`)
    await written
  })
  const asked = provider({ kind: 'openai-compatible', baseUrl, models: { general: 'model' } })
  expect(await asked.window('model', new AbortController().signal)).toBeUndefined()
  expect(await written).toBeLessThan(200 * 1024 * 1024)
})
