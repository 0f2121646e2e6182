import { expect, onTestFinished, test } from 'vitest'
import { createReverseProxy, type ReverseProxyOptions } from '../../peers/reverse-proxy.ts'
import { type Answered, ask, pageHeaders, signIn } from '../http.ts'
import { createWorld } from '../world.ts'

const publicUrl = 'https://skein.example.org'

/** The daemon with both doors, and a reverse proxy on loopback in front of it. */
async function openHouse(options: ReverseProxyOptions = {}) {
  const world = createWorld()
  onTestFinished(() => world.close())
  const server = await world.serve({ publicUrl })
  const proxy = await createReverseProxy(server.port, options)
  onTestFinished(() => proxy.close())
  const local = pageHeaders(server.port)
  const outside = pageHeaders(server.port, { host: 'skein.example.org', origin: publicUrl })
  const redeem = (link: string, headers: Record<string, string>, port = proxy.port) => {
    const body = JSON.stringify({ token: link.split('#sign-in=')[1] })
    return ask(port, { method: 'POST', path: '/api/sign-in', headers, body })
  }
  const publicLink = () => server.publicLink() ?? ''
  return { server, proxy, local, outside, redeem, publicLink }
}

const cookieOf = ({ headers }: Answered) => headers['set-cookie']?.[0]?.split(';')[0] ?? ''
const guess = `#sign-in=${'A'.repeat(43)}`

test('a public link makes no session at the machine, whatever name a proxy is made to call, and still works at its own door', async () => {
  const { local, outside, redeem, publicLink } = await openHouse()
  const link = publicLink()
  const stolen = await redeem(link, local)
  expect([stolen.status, cookieOf(stolen)]).toEqual([401, ''])
  expect((await redeem(link, outside)).status).toBe(200)
})

test('a link of the machine makes no session elsewhere', async () => {
  const { server, outside, redeem } = await openHouse()
  const link = server.link()
  expect((await redeem(link, outside)).status).toBe(401)
  expect((await redeem(link, pageHeaders(server.port), server.port)).status).toBe(200)
})

const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded',
  'x-forwarded-server',
  'x-forwarded-ssl',
  'x-original-forwarded-for',
  'x-original-host',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-proxyuser-ip',
  'x-azure-clientip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fastly-client-ip',
  'fly-client-ip',
  'x-envoy-external-address',
  'x-amzn-trace-id',
  'proxy-connection',
]

test.each(forwarding)(
  'a request with %s is never at the machine, not even with a sign-in of the machine',
  async (name) => {
    const { server, proxy, local, outside, redeem, publicLink } = await openHouse({ sets: { [name]: '127.0.0.1' } })
    const { cookie } = await signIn(server)
    const state = { path: '/api/state', headers: { ...local, cookie } }
    expect((await ask(server.port, state)).status).toBe(200)
    expect((await ask(proxy.port, state)).status).toBe(421)
    expect((await redeem(server.link(), local)).status).toBe(421)
    const entered = await redeem(publicLink(), outside)
    expect([entered.status, cookieOf(entered)]).toEqual([200, expect.stringMatching(/^__Host-/)])
  },
)

test('a request of HTTP/1.0, as a plain proxy_pass sends it, is not at the machine either', async () => {
  const { server } = await openHouse()
  const { openSocket } = await import('../http.ts')
  const { socket, closed } = await openSocket(server.port)
  socket.write(`GET /api/state HTTP/1.0\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)
  expect(await closed).toMatch(/^HTTP\/1.1 421 /)
})

test('guesses through a proxy that tells nothing use up no try of the machine', async () => {
  const { server, local, redeem } = await openHouse()
  const statuses = await Promise.all(Array.from({ length: 60 }, () => redeem(guess, local)))
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401, 429]))
  expect((await signIn(server)).answer.status).toBe(200)
})

test('guesses are counted by the address that the proxy reports, and lock nobody else out', async () => {
  let client = '203.0.113.9'
  const { outside, redeem, publicLink } = await openHouse({ appendsForwardedFor: true, clientAddress: () => client })
  const tries = async (headers = outside) =>
    (await Promise.all(Array.from({ length: 20 }, () => redeem(guess, headers)))).filter(({ status }) => status === 401)
  expect(await tries()).toHaveLength(5)
  // What a client writes into the header itself stands left of what the proxy saw.
  expect(await tries({ ...outside, 'x-forwarded-for': '198.51.100.7' })).toHaveLength(0)
  expect(await tries({ ...outside, 'x-forwarded-for': '127.0.0.1' })).toHaveLength(0)
  client = '198.51.100.1'
  expect((await redeem(guess, outside)).status).toBe(401)
  expect((await redeem(publicLink(), outside)).status).toBe(200)
  client = '203.0.113.9'
  expect((await redeem(publicLink(), outside)).status).toBe(200)
})

test('all addresses of one IPv6 network share their tries', async () => {
  let host = 0
  const clientAddress = () => `2001:db8:1:2::${(++host).toString(16)}`
  const { outside, redeem } = await openHouse({ appendsForwardedFor: true, clientAddress })
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(guess, outside)))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
})

test('a guesser with a thousand addresses locks no right link out', async () => {
  let host = 0
  const clientAddress = () => `10.${host >> 8}.${host++ & 255}.1`
  const { outside, redeem, publicLink } = await openHouse({ appendsForwardedFor: true, clientAddress })
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 50 }, () => redeem(guess, outside)))
  }
  expect((await redeem(publicLink(), outside)).status).toBe(200)
})

test('what reports another address on the network is not believed', async () => {
  const world = createWorld()
  onTestFinished(() => world.close())
  // Of this machine, and not the one that a proxy beside the daemon calls from.
  const bind = '127.0.0.2'
  const server = await world.serve({ bind })
  const host = `${bind}:${server.port}`
  const statuses = []
  for (let n = 0; n < 12; n++) {
    const headers = pageHeaders(server.port, { host, origin: `http://${host}`, 'x-forwarded-for': `198.51.100.${n}` })
    const body = JSON.stringify({ token: 'A'.repeat(43) })
    statuses.push((await ask(server.port, { method: 'POST', path: '/api/sign-in', headers, body, at: bind })).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
})
