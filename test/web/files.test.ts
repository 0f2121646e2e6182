import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import { attachFiles } from '../../src/store/files/files.ts'
import { ensureChat } from '../../src/store/messages/chats.ts'
import { insertMessage } from '../../src/store/messages/messages.ts'
import { proveUpload } from '../../src/store/secret-keys.ts'
import type { ThreadLine, UploadedFile } from '../../src/web/page/wire/wire.ts'
import type { WebServer } from '../../src/web/server.ts'
import { type Answered, ask, pageHeaders, signIn } from './http.ts'
import { chatOf, createWorld } from './world.ts'

const world = createWorld()
let server: WebServer
let cookie = ''
beforeAll(async () => {
  server = await world.serve()
  cookie = (await signIn(server)).cookie
})
afterAll(() => world.close())

const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1')
const dir = join(world.db.raw.name, '../files')
const onDisk = () =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(dir, name)).isFile())
const bytesType = { 'content-type': 'application/octet-stream' }

async function upload(content: Buffer | string, name = 'a.txt', headers: Record<string, string> = {}) {
  return ask(server.port, {
    method: 'POST',
    path: `/api/files?name=${encodeURIComponent(name)}`,
    headers: pageHeaders(server.port, {
      cookie,
      ...bytesType,
      'content-length': String(Buffer.byteLength(content)),
      ...headers,
    }),
    body: content,
  })
}

const uploaded = async (content: Buffer | string, name?: string) => (await upload(content, name)).json() as UploadedFile
const errorOf = (answer: Answered) => (answer.json() as { error: string }).error

function toFiles(port: number, headers: Record<string, string>) {
  return { host: '127.0.0.1', port, method: 'POST', path: '/api/files?name=a', headers, agent: false as const }
}

let serial = 0
async function say(text: string, files: object[], chat = 'web:one'): Promise<Answered> {
  return ask(server.port, {
    method: 'POST',
    path: `/api/chats/${chat}/lines`,
    headers: pageHeaders(server.port, { cookie }),
    body: JSON.stringify({ key: `key-${serial++}`, text, files }),
  })
}

async function sent(text: string, files: object[]): Promise<ThreadLine> {
  return ((await say(text, files)).json() as { line: ThreadLine }).line
}

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(server.port, { path, headers: pageHeaders(server.port, { cookie, ...headers }) })

describe('an upload', () => {
  test('is answered with what it is', async () => {
    const answer = await upload(png, 'Übersicht.png')
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'Übersicht.png',
      bytes: png.length,
      type: 'image/png',
      proof: expect.any(String),
    })
  })

  test('may be empty, and as large as 25 MB', async () => {
    expect(await uploaded('')).toMatchObject({ bytes: 0 })
    expect(await uploaded(Buffer.alloc(25 * 1024 * 1024, 'x'))).toMatchObject({ type: 'text/plain' })
  })

  test('that is larger is refused before it is read, in words', async () => {
    const answer = await upload('', 'a', { 'content-length': String(25 * 1024 * 1024 + 1) })
    expect([answer.status, errorOf(answer)]).toEqual([413, 'A file can be up to 25 MB; this one is 25 MB.'])
    expect(answer.headers.connection).toBe('close')
  })

  test('without a length is refused', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const headers = pageHeaders(server.port, { cookie, ...bytesType, 'transfer-encoding': 'chunked' })
      const asked = request(toFiles(server.port, headers), (response) => resolve(response.statusCode ?? 0))
      asked.on('error', reject)
      asked.end('hello')
    })
    expect(status).toBe(411)
  })

  test.each(['', 'x'.repeat(256)])('with the name "%s" is refused', async (name) => {
    expect((await upload('hello', name)).status).toBe(400)
  })

  test('needs a session and the form that no foreign page can send', async () => {
    const before = onDisk().length
    const changes: [status: number, headers: Record<string, string>][] = [
      [401, { cookie: '' }],
      [403, { 'x-skein': '0' }],
      [403, { origin: 'http://evil.test' }],
      [403, { 'sec-fetch-site': 'cross-site' }],
      [403, { 'content-type': 'application/json' }],
      [403, { 'content-type': 'text/plain' }],
      [403, { 'content-type': 'multipart/form-data; boundary=a' }],
      [421, { host: 'evil.test' }],
    ]
    for (const [status, headers] of changes)
      expect([headers, (await upload(randomBytes(20), 'a', headers)).status]).toEqual([headers, status])
    expect(onDisk()).toHaveLength(before)
  })

  test('does not open the other doors to raw bytes', async () => {
    const headers = pageHeaders(server.port, { cookie, ...bytesType })
    for (const path of ['/api/chats/web:one/lines', '/api/files/1', '/api/sign-out', '/api//files']) {
      expect((await ask(server.port, { method: 'POST', path, headers, body: '{}' })).status).toBe(403)
    }
  })

  test('is on the disk as it comes, and when it is cut off nothing of it is left', async () => {
    const bytesIn = () => onDisk().reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)
    const [before, bytesBefore] = [onDisk(), bytesIn()]
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    const headers = Object.entries(pageHeaders(server.port, { cookie, ...bytesType, 'content-length': '1000000' }))
    const head = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')
    socket.write(`POST /api/files?name=cut HTTP/1.1\r\n${head}\r\n\r\n`)
    socket.write(randomBytes(300_000))
    await expect.poll(bytesIn).toBe(bytesBefore + 300_000)
    socket.destroy()
    await expect.poll(onDisk).toEqual(before)
  })
})

describe('a message with files', () => {
  test('shows them, also when it has no words', async () => {
    const [picture, notes] = [await uploaded(png, 'a\u202eb.png'), await uploaded('notes', 'notes.txt')]
    const line = await sent('', [picture, notes])
    expect(line).toMatchObject({
      text: '',
      files: [
        { name: 'ab.png', bytes: png.length, picture: true },
        { name: 'notes.txt', bytes: 5, picture: false },
      ],
    })
    expect(world.accepted.at(-1)).toMatchObject({ chatTitle: 'a\u202eb.png', files: [{ hash: picture.hash }, {}] })
  })

  test('names only what its sender handed in', async () => {
    const mine = await uploaded('mine')
    const foreign = { ...mine, proof: proveUpload(world.db, 999, mine.hash) }
    const guessed = { ...mine, hash: '0'.repeat(64) }
    const lost = { hash: '0'.repeat(64), name: 'a', proof: proveUpload(world.db, world.ownerId, '0'.repeat(64)) }
    const before = world.accepted.length
    for (const file of [foreign, guessed, lost, { ...mine, proof: '' }]) {
      const answer = await say('look', [file])
      expect([answer.status, errorOf(answer)]).toEqual([400, expect.stringContaining('Please attach it again')])
    }
    expect(world.accepted).toHaveLength(before)
  })

  test('carries 40 files and 50 MB, and no more', async () => {
    const small = await uploaded('small')
    const large = await uploaded(Buffer.alloc(24 * 1024 * 1024))
    expect((await say('x', Array(40).fill(small))).status).toBe(200)
    expect((await say('x', Array(41).fill(small))).status).toBe(413)
    expect((await say('x', [large, large])).status).toBe(200)
    expect((await say('x', [large, large, large])).status).toBe(413)
  })

  test('still has to say something', async () => {
    expect((await say(' ', [])).status).toBe(400)
  })
})

describe('a download', () => {
  test('of a picture is shown, of anything else is saved, and neither can run or reach anything', async () => {
    const script = '<script>fetch("/api/state")</script>'
    const line = await sent('look', [await uploaded(png, 'a.png'), await uploaded(script, 'evil"\r\n.html')])
    const [picture, page] = [await get(`/api/files/${line.id}/0`), await get(`/api/files/${line.id}/1`)]
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': `inline; filename="a.png"; filename*=UTF-8''a.png`,
    })
    expect(page.text).toBe(script)
    expect(page.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="evil_.html"; filename*=UTF-8''evil_.html`,
    })
    for (const { headers } of [picture, page]) {
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test('keeps a name of any language', async () => {
    const line = await sent('look', [await uploaded('x', "naïve 世界 (it's).txt")])
    const { headers } = await get(`/api/files/${line.id}/0`)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="na_ve __ (it's).txt"; filename*=UTF-8''na%C3%AFve%20%E4%B8%96%E7%95%8C%20%28it%27s%29.txt`,
    )
  })

  test('needs a session, the page, and a line of one of its chats', async () => {
    const file = await uploaded('secret')
    const line = await sent('look', [file])
    const now = world.clock.now()
    const elsewhere = makeChatId('telegram', '7')
    ensureChat(world.db, { id: elsewhere, title: '', audience: 'private' }, now)
    const foreign = insertMessage(world.db, {
      chat: elsewhere,
      lane: rootLane(elsewhere),
      author: 'human',
      kind: 'conversation',
      origin: 'chat',
      trust: 'guest',
      name: 'Bob',
      at: now,
      receivedAt: now,
      text: '',
    })
    attachFiles(world.db, foreign, [file])
    expect((await get(`/api/files/${line.id}/0`)).text).toBe('secret')
    expect((await get(`/api/files/${line.id}/0`, { cookie: '' })).status).toBe(401)
    expect((await get(`/api/files/${line.id}/0`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    for (const path of [`${foreign}/0`, `${line.id}/1`, `${line.id}/-1`, `${line.id}/x`, 'x/0', '99999/0', file.hash]) {
      expect([path, (await get(`/api/files/${path}`)).status]).toEqual([path, 404])
    }
  })

  test('says it when the bytes are gone', async () => {
    const file = await uploaded('will vanish')
    const line = await sent('look', [file])
    world.fileStore.remove(file.hash)
    expect((await get(`/api/files/${line.id}/0`)).status).toBe(410)
  })

  test('works for what we sent', async () => {
    const { task } = world.say(chatOf('ours'), 'draw it')
    const message = await world.reply(task, 'Here.', [await uploaded(png, 'chart.png')])
    expect((await get(`/api/files/${message}/0`)).headers['content-type']).toBe('image/png')
    const { lines } = (await get('/api/chats/web:ours/lines')).json() as { lines: ThreadLine[] }
    expect(lines.at(-1)?.files).toEqual([{ name: 'chart.png', bytes: png.length, picture: true }])
  })
})
