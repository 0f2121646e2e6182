import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardedFetch, type FetchRequest, type GuardedFetchDeps } from '../../../src/lib/http/guarded-fetch.ts'
import { withReason } from './fetch-reason.ts'

async function listen(server: Server): Promise<number> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return (server.address() as AddressInfo).port
}

const serve = (handle: RequestListener) => listen(createServer(handle))

interface Asked extends Partial<FetchRequest>, Partial<Omit<GuardedFetchDeps, 'allowed'>> {
  path?: string
}

/** From a server that is allowed; the limits are so wide that only those that a test sets are reached. */
async function ask(port: number, { path = '/', resolve, dial, limits, ...asked }: Asked = {}) {
  const fetch = createGuardedFetch({
    allowed: new Set([`127.0.0.1:${port}`]),
    limits: limits ?? { deadlineMs: 60_000, idleMs: 60_000 },
    ...(resolve && { resolve }),
    ...(dial && { dial }),
  })
  const signal = new AbortController().signal
  return withReason(await fetch({ url: `http://127.0.0.1:${port}${path}`, bytes: 1_000_000, signal, ...asked }))
}

test('what was sent comes with its kind and where it was in the end', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/old') return void response.writeHead(301, { location: 'new?a=b' }).end('moved')
    response.setHeader('content-type', 'text/x; charset=latin1')
    response.end(`${request.method} ${request.url} ${request.headers.host}`)
  })
  const got = await ask(port, { path: '/old' })
  expect(got).toMatchObject({ status: 'fetched', isCut: false, type: 'text/x; charset=latin1' })
  if (got.status !== 'fetched') return
  expect(got.body.toString()).toBe(`GET /new?a=b 127.0.0.1:${port}`)
  expect(got.finalUrl).toBe(`http://127.0.0.1:${port}/new?a=b`)
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['GZip ', gzipSync],
])('what is packed with %s is unpacked', async (encoding, pack) => {
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('hello '.repeat(1000))))
  })
  expect(await ask(port)).toMatchObject({ status: 'fetched', body: Buffer.from('hello '.repeat(1000)) })
})

test.each([
  ['gzip', gzipSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })],
])('a bomb of %s is cut where it is long enough', async (encoding, pack) => {
  const bomb = pack(Buffer.alloc(30_000_000))
  expect(bomb.length).toBeLessThan(200_000)
  const port = await serve((_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bomb))
  const got = await ask(port, { bytes: 100_000 })
  expect(got).toMatchObject({ status: 'fetched', isCut: true })
  if (got.status === 'fetched') expect(got.body.length).toBe(100_000)
})

test('what never ends is cut, and the connection closed', async () => {
  let isClosed = false
  const port = await serve((_, response) => {
    const piece = Buffer.alloc(10_000, 'x')
    const write = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', write).on('close', () => (isClosed = true))
    write()
  })
  const got = await ask(port, { bytes: 25_000 })
  expect(got).toMatchObject({ status: 'fetched', isCut: true, body: Buffer.alloc(25_000, 'x') })
  await expect.poll(() => isClosed).toBe(true)
})

test('as much as was asked for and no more is whole', async () => {
  const port = await serve((_, response) => void response.end(Buffer.alloc(5000, 'x')))
  expect(await ask(port, { bytes: 5000 })).toMatchObject({ status: 'fetched', isCut: false })
  expect(await ask(port, { bytes: 4999 })).toMatchObject({ status: 'fetched', isCut: true })
})

const ends: [what: string, handle: (socket: Socket) => void, reason: RegExp][] = [
  ['nothing', () => {}, /^127\.0\.0\.1 was silent for 0\.1 s$/],
  ['half a head', (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Le'), /silent/],
  ['a body that stops', (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'), /silent/],
  ['a body that breaks off', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'), /failed/],
  ['another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), /failed \(HPE/],
  ['nothing but an end', (socket) => socket.end(), /failed \(ECONNRESET\)/],
  ['headers without an end', (socket) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`), /headers/],
  [
    'what is not packed as it says',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nplain words'),
    /cannot be decompressed/,
  ],
  [
    'what is packed but half of it',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n')
      socket.end(gzipSync('hello').subarray(0, 15))
    },
    /cannot be decompressed/,
  ],
  [
    'what is packed in a way that nobody knows',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\nx'),
    /not requested/,
  ],
  ['no page', (socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'), /^127\.0\.0\.1 answered with 404$/],
  ['a redirect to nowhere', (socket) => socket.end('HTTP/1.1 302 Found\r\n\r\n'), /answered with 302/],
]

test.each(ends)('a server that sends %s', async (_what, handle, reason) => {
  const port = await listen(createSocketServer((socket) => void socket.once('data', () => handle(socket))))
  const got = await ask(port, { path: '/?token=hush', limits: { deadlineMs: 60_000, idleMs: 100 } })
  expect(got).toEqual({ status: 'failed', reason: expect.stringMatching(reason) })
  expect(JSON.stringify(got)).not.toContain('hush')
})

test('a server that sends a byte now and then is left in the end', async () => {
  const port = await serve((_, response) => {
    const timer = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(timer))
  })
  const limits = { deadlineMs: 200, idleMs: 60_000 }
  expect(await ask(port, { limits })).toEqual({ status: 'failed', reason: 'it took longer than 0.2 s' })
})

test('so are those who never say what a name means', async () => {
  const resolve = () => new Promise<string[]>(() => {})
  const url = 'http://slow.example/'
  const limits = { deadlineMs: 50, idleMs: 60_000 }
  expect(await ask(1, { url, resolve, limits })).toEqual({ status: 'failed', reason: 'it took longer than 0.1 s' })
})

test('it can be called off, before and under way', async () => {
  const called = AbortSignal.abort()
  expect(await ask(1, { signal: called })).toEqual({ status: 'failed', reason: 'it was cancelled' })
  const controller = new AbortController()
  const port = await serve((_, response) => {
    response.write('x')
    controller.abort()
  })
  expect(await ask(port, { signal: controller.signal })).toEqual({ status: 'failed', reason: 'it was cancelled' })
})

test('a name that is not there is told', async () => {
  const resolve = (code: string) => async () => {
    throw Object.assign(new Error(`${code} /secret`), { code })
  }
  const url = 'https://gone.example/hush'
  const gone = await ask(1, { url, resolve: resolve('ENOTFOUND') })
  expect(gone).toEqual({ status: 'failed', reason: 'gone.example was not found' })
  const mute = await ask(1, { url, resolve: resolve('EAI_AGAIN') })
  expect(mute).toEqual({ status: 'failed', reason: 'gone.example could not be looked up (EAI_AGAIN)' })
})

test('a password goes to the server it is for, and not along to another', async () => {
  const seen: (string | undefined)[] = []
  const last = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end()
  })
  const first = await serve((request, response) => {
    seen.push(request.headers.authorization)
    if (request.url === '/') response.writeHead(302, { location: '/again' }).end()
    else response.writeHead(302, { location: `http://127.0.0.1:${last}/` }).end()
  })
  const fetch = createGuardedFetch({ allowed: new Set([`127.0.0.1:${first}`, `127.0.0.1:${last}`]) })
  const signal = new AbortController().signal
  await fetch({ url: `http://127.0.0.1:${first}/`, headers: { authorization: 'Basic hush' }, bytes: 1000, signal })
  expect(seen).toEqual(['Basic hush', 'Basic hush', undefined])
})

test('over an encrypted wire the server is called by its name, and has to prove it', async () => {
  const called: string[] = []
  const port = await listen(
    createSecureServer({
      SNICallback: (name, callback) => {
        called.push(name)
        callback(null)
      },
    }),
  )
  const resolve = async () => ['93.184.216.34']
  const dial = () => new Socket().connect(port, '127.0.0.1')
  const got = await ask(1, { url: 'https://feeds.example/hush', resolve, dial })
  expect(got).toMatchObject({ status: 'failed', reason: expect.stringContaining('feeds.example') })
  expect(called).toEqual(['feeds.example'])
})

test('of several addresses of a name one that answers is enough', async () => {
  const port = await serve((_, response) => void response.end('here'))
  const fetch = createGuardedFetch({
    allowed: new Set([`two.example:${port}`]),
    resolve: async () => ['::1', '127.0.0.1'],
  })
  const got = await fetch({ url: `http://two.example:${port}/`, bytes: 100, signal: new AbortController().signal })
  expect(got).toMatchObject({ status: 'fetched', body: Buffer.from('here') })
})
