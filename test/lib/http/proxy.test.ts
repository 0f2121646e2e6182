import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, get } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from '../../../src/channels/shared/http-client.ts'
import { createGuardedFetch } from '../../../src/lib/http/guarded-fetch.ts'
import { createAgent, useProxies } from '../../../src/lib/http/proxy.ts'
import { startConnectProxy } from '../../peers/connect-proxy.ts'
import { makeCertificate } from '../../peers/mail/certificate.ts'

// The names end in .invalid, so only the proxy can know where they are: an answer proves that it was asked.
const limits = { deadlineMs: 60_000, signal: new AbortController().signal }
const request = { what: 'rooms', path: '/rooms' }

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return (server.address() as AddressInfo).port
}

const sayWhat = ({ url, headers }: IncomingMessage, response: ServerResponse) =>
  response.setHeader('connection', 'close').end(`${headers.host}${url} ${headers['proxy-authorization'] ?? 'plain'}`)
const serve = () => listen(createServer(sayWhat))

function serveSecurely(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-proxy-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const { cert, key } = makeCertificate(dir)
  return listen(createSecureServer({ cert, key }, sayWhat))
}

async function use(env: Record<string, string>) {
  onTestFinished(() => void useProxies({}))
  expect(await useProxies(env)).toBeUndefined()
}

function call(root: string) {
  const http = createHttpClient(root)
  onTestFinished(http.close)
  return http.call(request, limits)
}

const withPassword = (url: string) => url.replace('//', '//ana:p%40ss@')

test('fetch goes through the proxy with its credentials, and the server never sees them', async () => {
  const proxy = await startConnectProxy({ 'api.invalid:80': await serve() })
  await use({ HTTP_PROXY: withPassword(proxy.url) })
  expect(await (await fetch('http://api.invalid/v1')).text()).toBe('api.invalid/v1 plain')
  expect(proxy.asked).toEqual(['ana:p@ss@api.invalid:80'])
})

test('a server behind it that never encrypts costs no connection for ever', async () => {
  const server = createSocketServer((socket) => void socket.on('error', () => {}).resume())
  const proxy = await startConnectProxy({ 'api.invalid:443': await listen(server) })
  await use({ HTTPS_PROXY: proxy.url })
  const agent = createAgent(new URL('https://api.invalid'), 50)
  const asked = new Promise((_resolve, reject) => get('https://api.invalid', { agent }).once('error', reject))
  await expect(asked).rejects.toMatchObject({ code: 'PROXY_ETIMEDOUT' })
  await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0)
})

test('a proxy that never answers is given up as late', async () => {
  const port = await listen(createSocketServer((socket) => void socket.on('error', () => {}).resume()))
  await use({ HTTPS_PROXY: `http://127.0.0.1:${port}` })
  const agent = createAgent(new URL('https://api.invalid'), 50)
  const asked = new Promise((_resolve, reject) => get('https://api.invalid', { agent }).once('error', reject))
  await expect(asked).rejects.toMatchObject({ code: 'PROXY_ETIMEDOUT' })
})

test('a form and a stream are sent through it as without it', async () => {
  const port = await listen(createServer((from, to) => void from.pipe(to.setHeader('connection', 'close'))))
  const proxy = await startConnectProxy({ 'api.invalid:80': port })
  await use({ HTTP_PROXY: proxy.url })
  const form = new FormData()
  form.append('file', new Blob(['content']), 'a.txt')
  const sent = await fetch('http://api.invalid/', { method: 'POST', body: form })
  expect(await sent.text()).toContain('content')
  const http = createHttpClient('http://api.invalid')
  onTestFinished(http.close)
  const { text } = await http.call({ what: 'upload', path: '/', body: form }, limits)
  expect(text).toContain('filename="a.txt"')
})

test('what channels call goes through it, encrypted to the server behind it', async () => {
  const proxy = await startConnectProxy({ 'api.invalid:443': await serveSecurely() })
  await use({ HTTPS_PROXY: withPassword(proxy.url) })
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  onTestFinished(() => void delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
  expect((await call('https://api.invalid')).text).toBe('api.invalid/rooms plain')
  expect(await (await fetch('https://api.invalid/v1')).text()).toBe('api.invalid/v1 plain')
  expect(proxy.asked).toEqual(['ana:p@ss@api.invalid:443', 'ana:p@ss@api.invalid:443'])
})

test('a server behind the proxy that cannot identify itself gets nothing', async () => {
  const proxy = await startConnectProxy({ 'api.invalid:443': await serveSecurely() })
  await use({ HTTPS_PROXY: proxy.url })
  await expect(call('https://api.invalid')).rejects.toMatchObject({ left: false, message: /SELF_SIGNED/ })
  await expect(fetch('https://api.invalid/')).rejects.toThrow()
})

test('where the proxy refuses or is gone, it is named as the reason and nothing has left', async () => {
  const proxy = await startConnectProxy({}, { refusal: 407 })
  await use({ HTTP_PROXY: proxy.url })
  await expect(call('http://api.invalid')).rejects.toMatchObject({ left: false, message: 'rooms: PROXY_407' })
  await expect(fetch('http://api.invalid/')).rejects.toThrow()
  await use({ HTTP_PROXY: 'http://127.0.0.1:1' })
  await expect(call('http://api.invalid')).rejects.toMatchObject({ left: false, message: 'rooms: PROXY_ECONNREFUSED' })
})

test('loopback and what NO_PROXY names are reached directly', async () => {
  const port = await serve()
  const proxy = await startConnectProxy({})
  await use({ HTTP_PROXY: proxy.url, NO_PROXY: 'direct.invalid' })
  expect((await call(`http://127.0.0.1:${port}`)).status).toBe(200)
  expect((await fetch(`http://localhost:${port}`)).status).toBe(200)
  await expect(call('http://direct.invalid')).rejects.toMatchObject({ left: false, message: /ENOTFOUND|EAI_AGAIN/ })
  expect(proxy.asked).toEqual([])
})

function guarded(addresses: string[], allowed: string[] = []) {
  const guard = createGuardedFetch({ allowed: new Set(allowed), resolve: async () => addresses })
  return (url: string) => guard({ url, bytes: 1000, signal: limits.signal })
}

test('an address that others chose is checked here, and the proxy is asked for the checked address', async () => {
  const proxy = await startConnectProxy({ '93.184.215.14:80': await serve() })
  await use({ HTTP_PROXY: proxy.url })
  const fetched = await guarded(['2606:2800:21f::1', '93.184.215.14'])('http://feed.invalid/a')
  expect(fetched).toMatchObject({ status: 'fetched', body: Buffer.from('feed.invalid/a plain') })
  expect(proxy.asked).toEqual(['93.184.215.14:80'])
})

test('a proxy is no way into the network behind it', async () => {
  const port = await serve()
  const inside = { '10.0.0.5:80': port, '127.0.0.1:80': port, '169.254.169.254:80': port, 'inner.invalid:80': port }
  const proxy = await startConnectProxy(inside)
  await use({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url })
  for (const address of ['10.0.0.5', '127.0.0.1', '169.254.169.254', '::1']) {
    expect(await guarded([address])('http://inner.invalid/')).toMatchObject({ problem: { kind: 'not public' } })
    expect(await guarded(['93.184.215.14', address])('http://inner.invalid/')).toMatchObject({ status: 'failed' })
  }
  expect(await guarded([])('http://169.254.169.254/')).toMatchObject({ problem: { kind: 'not public' } })
  expect(proxy.asked).toEqual([])
})

test('an allowed server on this machine is never asked for through the proxy', async () => {
  const port = await serve()
  const proxy = await startConnectProxy({})
  await use({ HTTP_PROXY: proxy.url })
  const name = `wiki.invalid:${port}`
  expect(await guarded(['127.0.0.1'], [name])(`http://${name}/`)).toMatchObject({ status: 'fetched' })
  expect(proxy.asked).toEqual([])
})
