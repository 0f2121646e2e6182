import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from '../../../src/channels/shared/http-client.ts'

const limits = { deadlineMs: 60_000, signal: new AbortController().signal }

async function serve(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function ask(root: string, request = { what: 'rooms', path: '/rooms', body: { a: 1 } }) {
  const http = createHttpClient(root)
  onTestFinished(http.close)
  return http.call(request, limits)
}

test('an answer comes whole, whatever it says, with what stood above it', async () => {
  const root = await serve(
    createServer((request, response) => {
      response.writeHead(418, { 'x-was': [request.method, request.url, request.headers['ocs-apirequest']].join(' ') })
      request.pipe(response)
    }),
  )
  const http = createHttpClient(`${root}/below/`)
  onTestFinished(http.close)
  const request = {
    what: 'rooms',
    path: '/rooms',
    method: 'PUT',
    headers: { 'OCS-APIRequest': 'true' },
    body: { a: 1 },
  }
  const { status, headers, text } = await http.call(request, limits)
  expect([status, headers['x-was'], text]).toEqual([418, 'PUT /below/rooms true', '{"a":1}'])
})

test('where nobody takes the connection, nothing has left', async () => {
  const socket = createSocketServer()
  const root = await serve(socket)
  socket.close()
  await expect(ask(root)).rejects.toMatchObject({ name: 'NoAnswerError', left: false })
})

test('where the connection breaks under way, something may have arrived', async () => {
  const root = await serve(createSocketServer((socket) => void socket.once('data', () => socket.destroy())))
  await expect(ask(root)).rejects.toMatchObject({
    name: 'NoAnswerError',
    left: true,
    message: expect.not.stringContaining('/rooms'),
  })
})

test('what took too long is told apart from what we ended ourselves', async () => {
  const root = await serve(createSocketServer((socket) => onTestFinished(() => void socket.destroy())))
  const http = createHttpClient(root)
  onTestFinished(http.close)
  const call = (signal: AbortSignal) => http.call({ what: 'rooms', path: '/rooms' }, { ...limits, signal })
  await expect(call(AbortSignal.timeout(10))).rejects.toThrow('no answer in time')
  await expect(call(AbortSignal.abort())).rejects.toThrow('it was cancelled')
})
