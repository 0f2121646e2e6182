import { createServer as createWebServer, type Server as WebServer } from 'node:http'
import { type AddressInfo, createServer, type Server, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuardedFetch, type GuardedFetchDeps } from '../../../src/lib/http/guarded-fetch.ts'
import { isPublic } from '../../../src/lib/http/web-address.ts'
import { seed, seeded } from '../../support/seeded.ts'
import { size } from '../../support/sizes.ts'
import { withReason } from './fetch-reason.ts'
import { byName, direct, names, onwards, withControls } from './hostile-urls.ts'

console.log(`ssrf: SKEIN_SEED=${seed}`)

/** Nobody may be connected to these; they count who is. */
const forbidden: Server[] = []
/** A server that the owner allows, and that sends whoever asks on to wherever its path says. */
const sender: WebServer = createWebServer((request, response) => {
  const [, status = '', to = ''] = /^\/(\d+)\/(.*)$/.exec(request.url ?? '') ?? []
  response.writeHead(Number(status), { location: Buffer.from(to, 'base64url').toString('latin1') }).end()
})
let connections = 0
let port = 0
let second = 0
let six = 0
let senderPort = 0

beforeAll(async () => {
  port = await forbid('127.0.0.1')
  second = await forbid('0.0.0.0')
  // A machine without IPv6 has nobody to connect to there either.
  six = await forbid('::1').catch(() => port)
  await new Promise<void>((resolve) => sender.listen(0, '127.0.0.1', resolve))
  senderPort = (sender.address() as AddressInfo).port
})

afterAll(async () => {
  await Promise.all([...forbidden, sender].map((server) => new Promise((resolve) => server.close(resolve))))
})

async function forbid(host: string): Promise<number> {
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.resume().end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret')
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
  forbidden.push(server)
  return (server.address() as AddressInfo).port
}

const fake = async (host: string) => names[host.toLowerCase().replace(/\.$/, '')] ?? ['127.0.0.1']

function filled(url: string): string {
  return url
    .replaceAll(/(?<=:0?)P/g, String(port))
    .replaceAll(/(?<=:)S/g, String(second))
    .replaceAll(/(?<=:)X/g, String(six))
}

function sending(status: number, to: string): string {
  return `http://127.0.0.1:${senderPort}/${status}/${Buffer.from(to).toString('base64url')}`
}

async function ask(url: string, deps: Partial<GuardedFetchDeps> = {}) {
  const fetch = createGuardedFetch({ resolve: fake, allowed: new Set(), ...deps })
  return withReason(await fetch({ url, bytes: 1000, signal: new AbortController().signal }))
}

test('of more than 150 addresses none leads to a server that is not on the open internet', async () => {
  const allowed = new Set([`127.0.0.1:${senderPort}`])
  const urls = [
    ...[...direct, ...withControls, ...byName].map(filled),
    ...onwards.map(([status, to]) => sending(status, filled(to))),
  ]
  expect(urls.length).toBeGreaterThanOrEqual(150)
  expect(new Set(urls).size).toBe(urls.length)
  const reached: string[] = []
  for (const url of urls) {
    const { status, ...rest } = await ask(url, { allowed })
    if (status !== 'failed') reached.push(url)
    expect(JSON.stringify(rest)).not.toMatch(/hush|pass@|secret/)
  }
  expect(reached).toEqual([])
  expect(connections).toBe(0)
})

test('the same servers are reached when the owner allows them, by whatever spelling of their name', async () => {
  const before = connections
  const allowed = new Set([`127.0.0.1:${port}`, `loop.example:${second}`])
  for (const url of [`http://127.0.0.1:${port}/`, `http://0x7f.1:${port}/`, `http://loop.example.:${second}/`]) {
    expect(await ask(url, { allowed })).toMatchObject({ status: 'fetched', body: Buffer.from('secret') })
  }
  expect(connections).toBe(before + 3)
})

test('a name without a port covers the ports of web pages, and a refusal names the key to set', async () => {
  const allowed = new Set(['127.0.0.1', 'LOOP.example'])
  for (const url of [`http://127.0.0.1:${port}/`, `http://loop.example:${second}/`])
    expect(await ask(url, { allowed }), url).toMatchObject({ status: 'fetched' })
  expect(await ask('http://127.0.0.1:22/', { allowed })).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('port 22'),
  })
  const key = 'private_hosts under [scheduler]'
  expect(await ask(`http://127.0.0.1:${port}/`, { allowedKey: key })).toEqual({
    status: 'failed',
    reason: '127.0.0.1 is not on the public internet; to allow it, add "127.0.0.1" to private_hosts under [scheduler]',
  })
  expect(await ask(`http://127.0.0.1:${port}/`)).toEqual({
    status: 'failed',
    reason: '127.0.0.1 is not on the public internet',
  })
})

test('an allowed server may send us on to an allowed one, and nobody else may', async () => {
  const allowed = new Set([`127.0.0.1:${senderPort}`, `127.0.0.1:${port}`])
  const to = `http://127.0.0.1:${port}/`
  expect(await ask(sending(302, to), { allowed })).toMatchObject({ status: 'fetched' })
  const before = connections
  // Somewhere out there, in truth the same server.
  const resolve = async () => ['93.184.216.34']
  const dial = ([address]: string[], at: number) =>
    new Socket().connect(address === '127.0.0.1' ? at : senderPort, '127.0.0.1')
  const url = sending(302, to).replace('127.0.0.1', 'feeds.example')
  expect(await ask(url, { allowed, resolve, dial })).toMatchObject({ status: 'failed' })
  expect(connections).toBe(before)
})

test('a name that means something else a moment later is connected to where it was checked', async () => {
  const dialled: string[][] = []
  let asked = 0
  const deps: Partial<GuardedFetchDeps> = {
    resolve: async () => (asked++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']),
    dial: (addresses) => {
      dialled.push(addresses)
      return new Socket().connect(senderPort, '127.0.0.1')
    },
  }
  expect(await ask(`http://rebind.example:${port}/200/`, deps)).toMatchObject({ status: 'fetched' })
  expect([asked, dialled]).toEqual([1, [['93.184.216.34']]])
  // And the second time, on the way of a redirect, it is looked at again.
  asked = 0
  const again = sending(302, '/200/').replace('127.0.0.1', 'rebind.example')
  expect(await ask(again, deps)).toMatchObject({ status: 'failed' })
  expect([asked, dialled.length]).toEqual([2, 2])
})

test('going round in circles comes to an end', async () => {
  const allowed = new Set([`127.0.0.1:${senderPort}`])
  let to = '/200/'
  for (let hop = 0; hop < 3; hop++) to = `/302/${Buffer.from(to).toString('base64url')}`
  expect(await ask(`http://127.0.0.1:${senderPort}${to}`, { allowed })).toMatchObject({ status: 'fetched' })
  to = `/302/${Buffer.from(to).toString('base64url')}`
  expect(await ask(`http://127.0.0.1:${senderPort}${to}`, { allowed })).toEqual({
    status: 'failed',
    reason: '127.0.0.1 redirected more than 3 times',
  })
})

const ADDRESSES = size(4000, 20_000)

test(`${ADDRESSES} addresses put together at random: never a throw, never a connection to somewhere private`, async () => {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const pools = [...direct, ...withControls, ...byName].map(filled)
  const pieces = [
    'http://',
    'https://',
    '@',
    ':',
    '/',
    '[',
    ']',
    '.',
    '%00',
    '%2e',
    '\\',
    '#',
    '?',
    '\0',
    '0x',
    '１',
    '：',
    'ß',
  ]
  const answers = [
    '93.184.216.34',
    '2606:2800:220:1::1',
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
  ]
  const bad: unknown[] = []
  let dials = 0
  const deps: Partial<GuardedFetchDeps> = {
    resolve: async () => Array.from({ length: 1 + Math.floor(random() * 2) }, () => pick(answers)),
    dial: (addresses) => {
      dials++
      if (!addresses.every(isPublic)) bad.push(addresses)
      const socket = new Socket()
      process.nextTick(() => socket.destroy(Object.assign(new Error('nobody'), { code: 'ECONNREFUSED' })))
      return socket
    },
  }
  for (let round = 0; round < ADDRESSES; round++) {
    const url = mutate(pick(pools))
    const { status } = await ask(url, deps)
    if (status !== 'failed') bad.push(url)
  }
  expect(bad).toEqual([])
  // The test is worth something only if many come so far.
  expect(dials).toBeGreaterThan(ADDRESSES / 40)

  function mutate(url: string): string {
    const kind = random()
    const at = Math.floor(random() * (url.length + 1))
    if (kind < 0.2) return `http://${pick(['a', 'feeds.example', '8.8.8.8', '1.1'])}${url.slice(at)}`
    if (kind < 0.6) return url.slice(0, at) + pick(pieces) + url.slice(at)
    if (kind < 0.8) return url.slice(0, at) + url.slice(at + 1)
    return Array.from({ length: 12 }, () => pick([...pieces, String(Math.floor(random() * 999))])).join('')
  }
})
