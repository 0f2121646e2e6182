import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openMcpEndpoint } from '../../src/web/mcp-endpoint.ts'
import { silentLog } from '../support/silent-log.ts'

async function openDoor(): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = []
  const door = await openMcpEndpoint(async (asked) => {
    heard.push(await asked.text())
    return Response.json({ ok: true })
  }, silentLog)
  onTestFinished(() => door.close())
  return { url: door.url, heard }
}

function post(url: string, headers: Record<string, string>, body = '{}', path = '/mcp'): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const outgoing = request({ hostname, port, path, method: 'POST', headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

test('what is meant for it comes through', async () => {
  const { url, heard } = await openDoor()
  expect(await post(url, {}, '{"a":1}')).toBe(200)
  expect(heard).toEqual(['{"a":1}'])
})

test.each<[string, Record<string, string>, string?]>([
  ['a page that resolves its own name to loopback', { host: 'evil.test' }],
  ['a page in a browser', { origin: 'http://127.0.0.1:8420' }],
  ['another path', {}, '/'],
])('%s stays outside', async (_who, headers, path) => {
  const { url, heard } = await openDoor()
  expect(await post(url, headers, '{}', path)).toBe(421)
  expect(heard).toEqual([])
})

test('more than a megabyte, or nobody knows how much, is not read', async () => {
  const { url, heard } = await openDoor()
  expect(await post(url, { 'content-length': '1000001' }, 'x'.repeat(1_000_001)).catch(() => 413)).toBe(413)
  expect(await post(url, { 'transfer-encoding': 'chunked' }, '{}').catch(() => 413)).toBe(413)
  expect(heard).toEqual([])
})
