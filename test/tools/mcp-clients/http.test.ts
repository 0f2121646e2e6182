import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { expect, onTestFinished, test } from 'vitest'
import { clientsOf, never } from './clients.ts'
import { createNotesServer } from './notes-server.mjs'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

async function serve(answer: Answer): Promise<string> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

/** As anybody would serve it with the SDK: a session for each client, kept until it is forgotten. */
function sessions(json: boolean) {
  const open = new Map<string, StreamableHTTPServerTransport>()
  const seen: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    seen.push(`${request.method} ${request.headers.authorization}`)
    if (request.headers.authorization !== 'Bearer hush') return response.writeHead(401).end('no')
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? open.get(id) : undefined
    if (id !== undefined && !known) return response.writeHead(404).end('gone')
    return await (known ?? (await opened())).handleRequest(request, response)
  }
  async function opened() {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: json,
      onsessioninitialized: (id) => void open.set(id, transport),
    })
    // The SDK's own types disagree about an optional field under exactOptionalPropertyTypes.
    await createNotesServer().connect(transport as Parameters<ReturnType<typeof createNotesServer>['connect']>[0])
    return transport
  }
  return { answer, open, seen }
}

test.each([
  ['as JSON', true],
  ['as a stream', false],
] as const)('a server with an address, %s', async (_, json) => {
  const { answer, open, seen } = sessions(json)
  const url = await serve(answer)
  const { call, troubles } = clientsOf([{ name: 's', url, token: 'hush' }])
  expect(await call('s__add_note', { note: 'milk' })).toEqual({ text: 'added milk', failed: false })
  expect(await call('s__throw')).toEqual({ text: 'broken inside', failed: true })
  // It was started anew, and knows nobody.
  open.clear()
  expect(await call('s__find', { query: 'x' })).toEqual({ text: 'found x', failed: false })
  expect(troubles).toEqual([])
  expect(seen.every((line) => line === 'POST Bearer hush')).toBe(true)
})

test('one that will not have us is told once, without the token', async () => {
  const url = await serve(sessions(true).answer)
  const { clients, troubles } = clientsOf([{ name: 's', url, token: 'wrong-token' }], { pausesMs: [0] })
  for (let round = 0; round < 3; round++) expect(await clients.list(never)).toEqual([])
  expect(troubles).toHaveLength(1)
  expect(troubles[0]).toMatch(/^The tools of the MCP server s are not available: /)
  expect(troubles[0]).not.toContain('wrong-token')
})

test('one that never answers holds nobody up', async () => {
  const url = await serve(() => {})
  const { clients, troubles } = clientsOf([{ name: 's', url }], { patienceMs: 50, connectMs: 300 })
  expect(await clients.list(never)).toEqual([])
  expect(troubles).toEqual([])
  await expect
    .poll(() => troubles)
    .toEqual([expect.stringMatching(/^The tools of the MCP server s are not available: /)])
})

test('a token is not sent on to another server', async () => {
  const seen: (string | undefined)[] = []
  const other = await serve(({ headers }, response) => {
    seen.push(headers.authorization)
    response.end()
  })
  const url = await serve((_, response) => response.writeHead(307, { location: other }).end())
  const { clients, troubles } = clientsOf([{ name: 's', url, token: 'hush' }])
  expect(await clients.list(never)).toEqual([])
  expect([seen, troubles.length]).toEqual([[], 1])
})

test.each([
  ['as JSON', 'application/json'],
  ['as a stream', 'text/event-stream'],
])('an answer of 50 MB, %s, is not taken in, and the call fails', async (_, type) => {
  const url = await serve(async (request, response): Promise<unknown> => {
    const body = JSON.parse(await textOf(request)) as { id?: number; method: string }
    const said = (result: object) => JSON.stringify({ jsonrpc: '2.0', id: body.id, result })
    if (body.id === undefined) return response.writeHead(202).end()
    if (body.method === 'initialize') return json(response, said(hello))
    if (body.method === 'tools/list')
      return json(response, said({ tools: [{ name: 'big', inputSchema: { type: 'object' } }] }))
    response.writeHead(200, { 'content-type': type }).write('data: {"jsonrpc":"2.0","x":"')
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    for (let at = 0; at < 800 && !gone.signal.aborted; at++) {
      if (!response.write('x'.repeat(65_536))) await once(response, 'drain', { signal: gone.signal }).catch(() => {})
    }
    return response.end()
  })
  const before = process.memoryUsage().rss
  const { call } = clientsOf([{ name: 's', url }], { messageBytes: 1_000_000 })
  expect(await call('s__big')).toMatchObject({ failed: true })
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

const hello = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'x', version: '1' },
}

function json(response: ServerResponse, body: string) {
  return response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
