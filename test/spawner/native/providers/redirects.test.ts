import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ask, provider, told } from './rig.ts'

test('a server that sends us on to another gets neither our key nor what was said there', async () => {
  const heard: string[] = []
  const other = createServer((request, response) => {
    heard.push(`${request.url} ${String(request.headers['x-api-key'])}`)
    response.end()
  }).listen(0, '127.0.0.1')
  const first = createServer((_request, response) => {
    const { port } = other.address() as AddressInfo
    response.writeHead(307, { location: `http://127.0.0.1:${port}/v1/messages` }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const server of [other, first]) server.close()
  })
  for (const server of [other, first]) if (!server.listening) await once(server, 'listening')
  const { port } = first.address() as AddressInfo
  const asked = provider({ kind: 'anthropic', apiKey: 'sk-test', baseUrl: `http://127.0.0.1:${port}` })
  expect(told(await ask(asked))).toBe('failed network')
  const standing = (await asked.probe(new AbortController().signal))?.en
  expect(standing).toContain('does not answer')
  expect(standing).toContain('(it redirects to another address)')
  expect(heard).toEqual([])
})
