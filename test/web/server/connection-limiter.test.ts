import type { RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectionLimits, createConnectionLimiter } from '../../../src/web/server/connection-limiter.ts'
import { createAttackers } from '../../peers/attackers.ts'
import { openSocket } from '../http.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`

async function open(serve: RequestListener, limits: Partial<typeof connectionLimits> = {}) {
  const connections = createConnectionLimiter({ ...connectionLimits, beatMs: 20, ...limits })
  const server = connections.createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const attackers = createAttackers()
  onTestFinished(attackers.leave)
  const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))
  return { port, connections, attackers, count }
}

test('requests of one connection are answered one after the other, in their order', async () => {
  let underWay = 0
  let most = 0
  const { port } = await open((request, response) => {
    most = Math.max(most, ++underWay)
    setImmediate(() => {
      underWay--
      response.end(`<${request.url}>`)
    })
  })
  const { socket, closed } = await openSocket(port)
  socket.write(get('/1') + get('/2') + get('/3').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  expect((await closed).match(/<.\d>/g)).toEqual(['</1>', '</2>', '</3>'])
  expect(most).toBe(1)
})

test('more requests at once than anybody needs end the connection, and none of them is begun any more', async () => {
  let begun = 0
  const { port, attackers, count } = await open(() => void begun++, { pipelined: 10 })
  await attackers.deaf(port, get('/').repeat(12))
  await expect.poll(() => begun).toBe(1)
  await expect.poll(count).toBe(0)
  expect(begun).toBe(1)
})

test('an answer that nobody takes is thrown away with its connection', async () => {
  const { port, attackers, count } = await open((_, response) => response.end(Buffer.alloc(50_000_000)), {
    unreadBeats: 3,
  })
  await attackers.deaf(port, get('/'))
  await expect.poll(count).toBe(1)
  await expect.poll(count).toBe(0)
})

test('an answer that takes its time is waited for, as long as it is taken or not yet there', async () => {
  const bytes = 20_000_000
  const { port, connections } = await open(
    (request, response) => {
      connections.keep(request.socket)
      // Longer than an answer may lie unread.
      setTimeout(() => response.end(Buffer.alloc(bytes)), 6500)
    },
    { unreadBeats: 5, beatMs: 1200 },
  )
  const { socket, closed } = await openSocket(port)
  socket.write(get('/').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  expect((await closed).length).toBeGreaterThan(bytes)
})

test('strangers make room for strangers, and never push out who is known', async () => {
  const arrived: Socket[] = []
  const { port, connections, attackers, count } = await open(
    (request) => {
      arrived.push(request.socket)
      if (request.url === '/known') connections.keep(request.socket)
    },
    { strangers: 5 },
  )
  const known = await openSocket(port)
  known.socket.write(get('/known'))
  await expect.poll(() => arrived.length).toBe(1)
  for (let stranger = 0; stranger < 20; stranger++) await attackers.deaf(port, get('/stranger'))
  await expect.poll(count).toBe(6)
  expect(arrived[0]?.destroyed).toBe(false)
})

test('a flood is cut down at once, from its oldest', async () => {
  const { port, attackers, count } = await open(() => {}, { connections: 10, beatMs: 600_000 })
  for (let stranger = 0; stranger < 30; stranger++) await attackers.deaf(port, '')
  await expect.poll(count).toBe(10)
})

test('a crowd is listened to one after the other, however much each has to say', async () => {
  const heard = new Map<Socket, number>()
  const { port, attackers } = await open(({ socket }) => void heard.set(socket, (heard.get(socket) ?? 0) + 1), {
    strangers: 2,
    beatMs: 600_000,
  })
  await Promise.all(Array.from({ length: 30 }, () => attackers.deaf(port, get('/'))))
  await expect.poll(() => heard.size).toBe(2)
  await attackers.deaf(port, get('/'))
  expect(heard.size).toBe(2)
})

test('a stranger does not stay for ever, however busy', async () => {
  const { port, count } = await open((_, response) => response.end('ok'), { strangerBeats: 10 })
  const { socket, closed } = await openSocket(port)
  const asking = setInterval(() => socket.writable && socket.write(get('/')), 10)
  onTestFinished(() => clearInterval(asking))
  await closed
  await expect.poll(count).toBe(0)
})
