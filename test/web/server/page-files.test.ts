import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { WebServer } from '../../../src/web/server.ts'
import { ask } from '../http.ts'
import { createWorld } from '../world.ts'

const folder = mkdtempSync(join(tmpdir(), 'skein-page-'))
const world = createWorld()
let server: WebServer

beforeAll(async () => {
  writeFileSync(join(folder, 'page.html'), '<p>page')
  writeFileSync(join(folder, 'page-AB12CD34.js'), 'plain')
  writeFileSync(join(folder, 'page-AB12CD34.js.br'), 'as br')
  writeFileSync(join(folder, 'page-AB12CD34.js.gz'), 'as gzip')
  server = await world.serve({ pageFolder: folder })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(server.port, { path, headers: { host: `127.0.0.1:${server.port}`, ...headers } })

test.each([
  [undefined, undefined, 'plain'],
  ['gzip, deflate, br, zstd', 'br', 'as br'],
  ['gzip', 'gzip', 'as gzip'],
  ['br;q=0, GZIP;q=0.5', 'gzip', 'as gzip'],
  ['br;q=0.000, gzip;q=0', undefined, 'plain'],
  ['identity, brotli', undefined, 'plain'],
])('to a browser that reads %s the script goes as %s', async (accepted, encoding, body) => {
  const answer = await get('/page-AB12CD34.js', accepted === undefined ? {} : { 'accept-encoding': accepted })
  expect([answer.status, answer.text]).toEqual([200, body])
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers.vary).toBe('accept-encoding')
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
})

test('what is named after its content is kept for good; the page itself is asked for anew, and only sent when it is new', async () => {
  expect((await get('/page-AB12CD34.js')).headers['cache-control']).toContain('immutable')
  const page = await get('/')
  expect(page.headers['cache-control']).toBe('no-cache')
  const again = await get('/', { 'if-none-match': String(page.headers.etag) })
  expect([again.status, again.text]).toEqual([304, ''])
  // Each form is its own.
  const form = (encoding: string) => get('/page-AB12CD34.js', { 'accept-encoding': encoding })
  expect((await form('br')).headers.etag).not.toBe((await form('gzip')).headers.etag)
})

test('the compressed forms have no address of their own', async () => {
  expect((await get('/page-AB12CD34.js.br')).status).toBe(404)
})

test('the whole page is at most 150 KB compressed, without the parts that are loaded on demand', () => {
  const built = join(inject('build'), 'dist/web/page')
  const loaded = readdirSync(built).filter((name) => /^(page|style|theme).*\.(html|js|css)\.br$/.test(name))
  expect(loaded.length).toBeGreaterThanOrEqual(4)
  const bytes = loaded.reduce((sum, name) => sum + statSync(join(built, name)).size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(150 * 1024)
})
