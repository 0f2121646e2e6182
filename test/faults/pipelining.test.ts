import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep, untilAborted } from '../../src/lib/time/timers.ts'
import { type Attackers, createAttackers, listeningPorts, memoryOf } from '../peers/attackers.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { createSpeaker, type Speaker } from '../peers/speaker.ts'
import { size } from '../support/sizes.ts'
import { type Asked, ask, pageHeaders, signIn } from '../web/http.ts'

const connections = size(104, 1000)
const pipelined = 500
const inTurn = size(1000, 20_000)
/** Times the owner asks while the attackers are there. */
const rounds = size(3, 50)
/** Far more than any answer takes here, and far less than for ever. */
const ANSWER_MS = 60_000
/** What the daemon may take on top of what it had, whoever calls. */
const MORE_KB = 150_000

let build: Build
let daemon: DaemonPeer
let speaker: Speaker
let page: number
let door: number
let cookie: string
/** Where the owner finds a file that fills every buffer on the way. */
let file: string

beforeAll(async () => {
  build = createBuild()
  daemon = createDaemon({ build, page: true })
  await daemon.start()
  speaker = createSpeaker(daemon.socket)
  const { url } = (await speaker.call('POST', '/link')).body as { url: string }
  page = Number(new URL(url).port)
  door = listeningPorts(daemon.pid()).find((port) => port !== page) ?? 0
  cookie = (await signIn({ port: page, link: () => url })).cookie
  file = await handIn(randomBytes(19_000_000))
})
afterAll(async () => {
  speaker.close()
  await daemon.remove()
})

const get = (port: number, path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}\r\n`
const signedIn = (path: string) => get(page, path, `Cookie: ${cookie}\r\n`)
const post = (port: number, path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nX-Skein: 1\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const each = (count: number, come: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, come))

const attacks: Record<string, (attackers: Attackers) => Promise<unknown>> = {
  'pipelined requests whose answers nobody reads': (attackers) =>
    each(connections, () => attackers.deaf(page, get(page, '/house.js').repeat(pipelined))),
  'pipelined requests at the door of the tools': (attackers) =>
    each(connections, () => attackers.deaf(door, get(door, '/mcp').repeat(pipelined))),
  'pipelined requests of a program that stole a cookie': (attackers) =>
    each(connections, () => attackers.deaf(page, signedIn('/api/chats/web:files/lines').repeat(pipelined))),
  'headers that never end': (attackers) =>
    each(connections, () => attackers.dripping(page, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${page}\r\n`, 'X-Drip: 1\r\n')),
  'bodies that never end': (attackers) =>
    each(connections, () => attackers.dripping(page, `${post(page, '/api/sign-in', 100_000)}{`, ' ')),
  'bodies that never end, at the door of the tools': (attackers) =>
    each(connections, () => attackers.dripping(door, `${post(door, '/mcp', 900_000)}{`, ' ')),
  'streams that nobody reads': (attackers) => each(connections, () => attackers.deaf(page, signedIn('/api/events'))),
  'files that nobody reads': (attackers) => each(connections, () => attackers.deaf(page, signedIn(file))),
  'connections that come and go': async (attackers) => {
    for (let come = 0; come < inTurn; come += 100) await each(100, () => attackers.passing(page, get(page, '/')))
  },
}

test.each(Object.entries(attacks))(
  '%s keep nobody from the page, the command socket and the tools',
  async (_, attack) => {
    const before = memoryOf(daemon.pid()).now
    const attackers = createAttackers()
    try {
      const coming = attack(attackers)
      for (let round = 0; round < rounds; round++) expect(await served()).toEqual([200, 200, 401])
      await coming
      expect(await served()).toEqual([200, 200, 401])
      expect(memoryOf(daemon.pid()).most - before).toBeLessThan(MORE_KB)
    } finally {
      attackers.leave()
    }
    expect(await served()).toEqual([200, 200, 401])
    expect((await speaker.outcome(await speaker.say('web:after', 'are you well?'))).state).toBe('answered')
  },
  600_000,
)

/** What the owner's commands, the owner's page and a tool of the model's are told now. */
async function served(): Promise<number[]> {
  const late = AbortSignal.timeout(ANSWER_MS)
  const command = speaker.call('GET', '/status').then(({ status }) => status)
  const state = persistently(page, { path: '/api/state', headers: pageHeaders(page, { cookie }) }, late)
  const tool = persistently(door, { path: '/mcp' }, late)
  return await Promise.all(
    [command, state, tool].map((answer) => Promise.race([answer, untilAborted(late).then(() => 0)])),
  )
}

/** As the page does: where a crowd arrives at one moment, a connection may be turned away, and the next is not. */
async function persistently(port: number, asked: Asked, late: AbortSignal): Promise<number> {
  while (!late.aborted) {
    const patience = AbortSignal.any([late, AbortSignal.timeout(ANSWER_MS / 10)])
    const answer = await Promise.race([ask(port, asked).catch(() => undefined), untilAborted(patience)])
    if (answer) return answer.status
    await sleep(100, late)
  }
  return 0
}

async function handIn(bytes: Buffer): Promise<string> {
  const uploaded = await new Promise<object>((resolve, reject) => {
    const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) }
    const path = '/files?name=long.bin'
    const outgoing = request({ socketPath: daemon.socket, method: 'POST', path, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () => resolve(JSON.parse(Buffer.concat(parts).toString()) as object))
    })
    outgoing.once('error', reject)
    outgoing.end(bytes)
  })
  const said = { chat: 'web:files', key: 'file', text: 'here', files: [uploaded] }
  const { message } = (await speaker.call('POST', '/send', said)).body as { message: number }
  return `/api/files/${message}/0`
}
