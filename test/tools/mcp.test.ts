import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import { contextStatus, getConversation, sendFile } from '../../src/tools/all-tools.ts'
import { createMcpHandler, createPasses } from '../../src/tools/mcp.ts'
import type { MessageLine, MessageReader } from '../../src/tools/message-reader.ts'
import { createRegistry } from '../../src/tools/registry.ts'
import { searchMessages } from '../../src/tools/search-messages.ts'
import type { Scope } from '../../src/tools/tool.ts'
import { silentLog } from '../support/silent-log.ts'
import { connectMcp as connect, textOf } from './mcp-client.ts'

const line = (id: number, text: string): MessageLine => ({
  id,
  text,
  at: new Date('2026-01-02T03:04:05Z'),
  who: 'Ana',
  chatTitle: 'House',
  files: [],
})
const chat = makeChatId('web', 'a')
const scope: Scope = {
  task: 7,
  chat,
  lane: rootLane(chat),
  person: { id: 1, role: 'owner' },
  timezone: 'UTC',
  trust: 'owner',
  foreign: [],
  noteForeign() {},
}

function createWorld() {
  const scopes: Scope[] = []
  const library: MessageReader = {
    search(asked, { query }) {
      scopes.push(asked)
      const lines = query === 'roof' ? [{ ...line(3, 'the roof leaks'), before: [], after: [] }] : []
      const counts = { matchingAll: lines.length, matchingSome: 0, similar: 0, isComplete: true, withheldCount: 0 }
      return { words: [query], forms: [], speakers: [], ...counts, lines }
    },
    around: (_scope, message) => (message === 3 ? [line(2, 'hello'), line(3, 'the "roof" leaks')] : []),
    status: () => ({
      epochOpenedAt: undefined,
      turns: 2,
      contextTokens: 900,
      windowTokens: 200_000,
      storedMessages: 44,
    }),
  }
  const registry = createRegistry([searchMessages(library), getConversation(library), contextStatus(library)], {
    log: silentLog,
    requestPermission: async () => ({ verdict: 'allow' }),
  })
  const passes = createPasses()
  const tools = { call: registry.call, list: async (scope: Scope | undefined) => registry.list(scope) }
  const handle = createMcpHandler({ tools, passes, version: '0' })
  return { scopes, passes, handle }
}

describe('tools over MCP', () => {
  test('are listed with the shape of their input', async () => {
    const { handle, passes } = createWorld()
    const client = await connect(handle, passes.issue().token)
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['search_messages', 'get_conversation', 'context_status'])
    expect(tools[0]?.inputSchema).toMatchObject({
      type: 'object',
      properties: { query: { type: 'string' }, person: {}, from: {}, to: {}, limit: { type: 'integer' }, cleared: {} },
    })
    // A model reads the list with every request, so it has no limits that only we check.
    expect(JSON.stringify(tools)).not.toMatch(/\$schema|minLength|maxLength|inimum|9007199254740991/)
  })

  test('to send files are listed only beside other tools that work with files', () => {
    const files = { contains: async () => false, attach: async () => ({ refused: '' }) }
    const allow = async () => ({ verdict: 'allow' }) as const
    const { list } = createRegistry([sendFile(files)], { log: silentLog, requestPermission: allow })
    expect(list({ ...scope, hasFileTools: true })).toHaveLength(1)
    expect(list({ ...scope, hasFileTools: false })).toHaveLength(0)
  })

  test('are called in the name of the task the pass is bound to', async () => {
    const { handle, passes, scopes } = createWorld()
    const pass = passes.issue()
    const client = await connect(handle, pass.token)
    pass.bind(scope)
    const found = await client.callTool({ name: 'search_messages', arguments: { query: 'roof' } })
    expect(textOf(found)).toBe(
      '1 message contains roof. 1-1 of 1 shown, best first. Times are in UTC.\n[m3] 2026-01-02 03:04 (House) Ana: the roof leaks',
    )
    expect(scopes).toEqual([scope])
    for (const message of [3, '3', 'm3', '[m3]'])
      expect(textOf(await client.callTool({ name: 'get_conversation', arguments: { message } }))).toContain(
        '[m3] 2026-01-02 03:04 (House) Ana: the "roof" leaks',
      )
    for (const message of ['roof', 'm0', '-3', 1.5])
      expect(textOf(await client.callTool({ name: 'get_conversation', arguments: { message } }))).toContain(
        'message: a reference such as m613',
      )
    expect(textOf(await client.callTool({ name: 'context_status', arguments: {} }))).toContain('900 of 200000 tokens')
  })

  test('what does not fit is told in words the model can act on', async () => {
    const { handle, passes } = createWorld()
    const pass = passes.issue()
    pass.bind(scope)
    const client = await connect(handle, pass.token)
    const calls: [string, object][] = [
      ['search_messages', {}],
      ['search_messages', { query: 'roof', limit: 1000 }],
      ['erase_everything', {}],
    ]
    for (const [name, args] of calls) {
      expect(await client.callTool({ name, arguments: { ...args } })).toMatchObject({ isError: true })
    }
    expect(textOf(await client.callTool({ name: 'search_messages', arguments: { query: 'moon' } }))).toContain(
      'Nothing was found',
    )
  })
})

describe('a pass', () => {
  test('that is bound to nothing opens nothing', async () => {
    const { handle, passes, scopes } = createWorld()
    const pass = passes.issue()
    const client = await connect(handle, pass.token)
    const call = () => client.callTool({ name: 'search_messages', arguments: { query: 'roof' } })
    expect(await call()).toMatchObject({ isError: true })
    pass.bind(scope)
    expect(await call()).not.toMatchObject({ isError: true })
    pass.unbind()
    expect(await call()).toMatchObject({ isError: true })
    pass.revoke()
    pass.bind(scope)
    await expect(call()).rejects.toThrow()
    expect(scopes).toHaveLength(1)
  })

  test('cannot be guessed, left out or taken from another process', async () => {
    const { handle, passes } = createWorld()
    passes.issue().bind(scope)
    const other = passes.issue()
    const headers = ['', 'Bearer x', 'Basic abc', `Bearer ${'A'.repeat(43)}`, `Bearer ${other.token}`]
    const statuses: number[] = []
    for (const authorization of headers) {
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_messages', arguments: { query: 'roof' } },
      }
      const request = new Request('http://127.0.0.1:9/mcp', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(body),
      })
      const response = await handle(request)
      statuses.push(response.status)
      expect(await response.text()).not.toContain('leaks')
    }
    expect(statuses).toEqual([401, 401, 401, 401, 200])
    const listen = new Request('http://127.0.0.1:9/mcp', { headers: { authorization: `Bearer ${other.token}` } })
    expect((await handle(listen)).status).toBe(405)
  })
})
