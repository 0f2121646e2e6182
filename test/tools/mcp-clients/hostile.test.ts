import { expect, test } from 'vitest'
import { createLineSplitter } from '../../../src/lib/text/line-splitter.ts'
import { toolNames } from '../../../src/tools/mcp-clients/mcp-clients.ts'
import type { ServerLimits } from '../../../src/tools/mcp-clients/server-tools.ts'
import { clientsOf, never, notesCommand } from './clients.ts'

/** A server by hand, so that it can do what the SDK would not: `answer` is its code, for one request `{ id, method, params }`. */
function hostile(answer: string): string[] {
  const program = `
    const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
    const hello = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }
    const tool = (name, more) => ({ name, inputSchema: { type: 'object' }, ...more })
    const text = (words) => ({ content: [{ type: 'text', text: words }] })
    const answer = ({ id, method, params }) => { ${answer} }
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const request = JSON.parse(line)
      if (request.id === undefined) return
      const result = answer(request) ?? (request.method === 'initialize' ? hello : undefined)
      if (result) say({ id: request.id, result })
    })`
  return [process.execPath, '-e', program]
}

function against(answer: string, limits: Partial<ServerLimits> = {}) {
  return clientsOf([{ name: 'bad', command: hostile(answer) }], limits)
}

test('10,000 tools, descriptions and schemas of a megabyte, and what is no tool at all', async () => {
  const { clients, troubles } = against(`
    if (method !== 'tools/list') return
    const deep = Array.from({ length: 900 }).reduce((inner) => ({ properties: { x: inner } }), {})
    return { tools: [
      tool('long', { description: 'x'.repeat(1e6) }),
      { name: 'wide', inputSchema: { type: 'object', description: 'x'.repeat(1e6) } },
      { name: 'deep', inputSchema: { type: 'object', ...deep } },
      null, 7, {}, { name: 7 }, { name: '' }, tool('x'.repeat(1000)), { name: 'list', inputSchema: [] },
      tool('twice'), tool('twice'), tool('a.b'), tool('a b'), tool('a_b'), tool('ünïcode 工具'), tool('y'.repeat(150)),
      tool('odd', { description: 7, annotations: 'x' }),
      ...Array.from({ length: 10000 }, (_, at) => tool('t' + at)),
    ] }`)
  const tools = (await clients.list(never)).filter(({ name }) => name.startsWith('bad__'))
  expect(troubles).toEqual([])
  const names = tools.map(({ name }) => name)
  expect(tools).toHaveLength(2000)
  expect(new Set(names).size).toBe(2000)
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  expect(names.slice(0, 3)).toEqual(['bad__long', 'bad__twice', 'bad__a_b'])
  expect(names).not.toContain('bad__wide')
  expect(JSON.stringify(tools).length).toBeLessThan(500_000)
  expect(tools[0]?.description.length).toBeLessThanOrEqual(4000)
})

test('pages without an end come to an end', async () => {
  const { clients } = against(
    `if (method === 'tools/list') return { tools: [tool('t' + Math.random())], nextCursor: 'again' }`,
  )
  expect((await clients.list(never)).filter(({ name }) => name.startsWith('bad__'))).toHaveLength(100)
})

/** What each does, and how. */
const broken: Record<string, string> = {
  'is-silent-at-initialize': 'return 0',
  'dies-at-initialize': 'process.exit(7)',
  'is-silent-on-its-tools': `if (method === 'tools/list') return 0`,
  'answers-with-no-answer': 'say({ id, result: 7 }); return 0',
  'speaks-another-protocol': `return { ...hello, protocolVersion: '1789-07-14' }`,
  'writes-without-an-end': `for (;;) require('node:fs').writeSync(1, 'x'.repeat(65536))`,
  'sends-what-nobody-asked-for': `for (;;) require('node:fs').writeSync(1, '{"jsonrpc":"2.0","method":"x"}\\n'.repeat(999))`,
  'nests-without-an-end': `require('node:fs').writeSync(1, '{"jsonrpc":"2.0","id":0,"result":' + '['.repeat(400000) + ']'.repeat(400000) + '}\\n')`,
}

test('broken ones are left out, another is there, and the owner is told once of each', async () => {
  const bad = Object.entries(broken).map(([name, answer]) => ({ name, command: hostile(answer) }))
  const good = { name: 'good', command: hostile(`if (method === 'tools/list') return { tools: [tool('fine')] }`) }
  const { clients, troubles } = clientsOf([...bad, good], {
    messageBytes: 1_000_000,
    pausesMs: [0, 3000],
    connectMs: 5000,
  })
  const told = () =>
    Object.keys(broken).map((name) => troubles.filter((sentence) => sentence.includes(` ${name} `)).length)
  const names = async () => (await clients.list(never)).map(({ name }) => name)
  await expect.poll(names).toEqual(['good__fine'])
  expect(await names()).toEqual(['good__fine'])
  expect(told()).toEqual(bad.map(() => 1))
})

test('results of any kind fail or are cut', async () => {
  const { clients, call } = against(
    `
    if (method === 'tools/list') return { tools: ['long', 'odd', 'none', 'silent', 'error'].map((name) => tool(name)) }
    if (method !== 'tools/call') return
    if (params.name === 'long') return text('x'.repeat(500000))
    if (params.name === 'odd') return { content: [7, null, { type: 'text' }, { type: 'audio', mimeType: 'x'.repeat(9999) }] }
    if (params.name === 'none') return {}
    if (params.name === 'error') { say({ id, error: { code: -1, message: 'y'.repeat(1e5) } }); return 0 }
    return 0`,
    { messageBytes: 1_000_000, callMs: 500, pausesMs: [0] },
  )
  await clients.list(never)
  expect((await call('bad__long'))?.text.length).toBe(200_000)
  const odd = await call('bad__odd')
  expect(odd?.text).toMatch(/^\[content that cannot be read\]\n\[content that cannot be read\]\n\n\[audio, x+…$/)
  expect(odd?.text.length).toBeLessThan(1000)
  expect(await call('bad__none')).toEqual({ text: '[The result is empty.]', failed: false })
  expect(await call('bad__silent')).toEqual({
    text: 'bad failed: Request timed out. It is unknown whether it had any effect.',
    failed: true,
  })
  expect((await call('bad__error'))?.text.length).toBeLessThan(500)
})

test('a result of 50 MB is not taken in, and the server is started anew', async () => {
  const { call } = against(
    `
    if (method === 'tools/list') return { tools: [tool('huge'), tool('small')] }
    if (method === 'tools/call') return text(params.name === 'huge' ? 'x'.repeat(50e6) : 'x')`,
    { messageBytes: 1_000_000, pausesMs: [0] },
  )
  expect(await call('bad__huge')).toEqual({
    text: 'bad failed: Connection closed. It is unknown whether it had any effect.',
    failed: true,
  })
  expect(await call('bad__small')).toEqual({ text: 'x', failed: false })
})

test('while one is slow to come, a list waits no longer than it must, and has it later', async () => {
  const { clients } = clientsOf([{ name: 'slow', command: notesCommand }], { patienceMs: 1 })
  expect(await clients.list(never)).toEqual([])
  await expect.poll(async () => (await clients.list(never)).length).toBe(9)
})

test('a list that is called off comes back at once', async () => {
  const { clients } = clientsOf([{ name: 'bad', command: ['sleep', '600'] }])
  const stop = new AbortController()
  const listing = clients.list(stop.signal)
  stop.abort()
  expect(await listing).toEqual([])
})

test('names stay the same whatever order tools come in, unless they clash', () => {
  expect(toolNames('s', ['b.c', 'a'])).toEqual(['s__b_c', 's__a'])
  const long = 'z'.repeat(100)
  expect(toolNames('s', [long])).toEqual(toolNames('s', ['a', long]).slice(1))
  expect(toolNames('s', ['a.b', 'a-b', 'a b'])[2]).toMatch(/^s__a_b_[0-9a-f]{6}$/)
})

test('a line that has no end is not kept', () => {
  const splitter = createLineSplitter(10)
  expect(splitter.push(Buffer.from('short\nlonger than ten'))).toBeUndefined()
})
