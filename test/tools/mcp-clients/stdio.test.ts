import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/lib/time/clock.ts'
import type { ToolSource } from '../../../src/spawner/native/tools/native-tool.ts'
import { clientsOf, never, notesCommand } from './clients.ts'

describe('a server that is a program', () => {
  test('offers its tools under names that every provider takes', async () => {
    const { clients, troubles } = clientsOf([{ name: 'my-notes', command: notesCommand }])
    // What the app hands to the brain.
    const outer: ToolSource = clients
    const tools = await outer.list(never)
    expect(tools.map(({ name }) => name)).toEqual(
      ['find', 'add_note', 'mixed', 'fail', 'throw', 'env', 'hang', 'crash', 'breed'].map(
        (name) => `my-notes__${name}`,
      ),
    )
    const [find, add] = tools
    expect(find).toMatchObject({ kind: 'use', isReadOnly: true, description: 'Finds notes.' })
    expect(find?.inputSchema).toMatchObject({ type: 'object', properties: { query: { type: 'string' } } })
    // Models read it, and its version is nothing to them.
    expect(find?.inputSchema).not.toHaveProperty('$schema')
    expect(add?.action({ note: 'x' }, { workspace: '/' })).toEqual({
      kind: 'use',
      server: 'my-notes',
      tool: 'add.note',
      input: { note: 'x' },
      isReadOnly: false,
    })
    expect(add?.line({})).toBe('using "add.note" of my-notes')
    expect(await add?.run({ note: 'milk' }, { workspace: '/' }, never)).toEqual({ text: 'added milk', failed: false })
    expect(troubles).toEqual([])
  })

  test('tells text as text, and names the rest; failures are failures', async () => {
    const { call } = clientsOf([{ name: 's', command: notesCommand }])
    expect(await call('s__mixed')).toEqual({
      text: 'one\n[image, image/png: not shown]\ntwo\n[resource_link, second, note://2: not shown]',
      failed: false,
    })
    expect(await call('s__fail')).toEqual({ text: 'no such note', failed: true })
    expect(await call('s__throw')).toEqual({ text: 'broken inside', failed: true })
    expect(await call('s__find', { query: 7 })).toMatchObject({ failed: true, text: expect.stringContaining('query') })
  })

  test('only what the configuration lists is offered', async () => {
    const { clients } = clientsOf([{ name: 's', command: notesCommand, tools: ['add.note', 'none'] }])
    expect((await clients.list(never)).map(({ name }) => name)).toEqual(['s__add_note'])
  })

  test('knows of our environment what a program needs, and what was added for it', async () => {
    process.env.SKEIN_CANARY = 'tweet'
    onTestFinished(() => void delete process.env.SKEIN_CANARY)
    const { call } = clientsOf([{ name: 's', command: notesCommand, env: { NOTES_KEY: 'abc' } }])
    const env: unknown = JSON.parse((await call('s__env'))?.text ?? '')
    expect(env).toMatchObject({ NOTES_KEY: 'abc', PATH: process.env.PATH })
    expect(env).not.toHaveProperty('SKEIN_CANARY')
  })

  test('is told that a call was called off', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-mcp-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'log')
    const said = () => (readdirSync(folder).length > 0 ? readFileSync(file, 'utf8') : '')
    const { call } = clientsOf([{ name: 's', command: notesCommand }])
    const stop = new AbortController()
    const running = call('s__hang', { file }, stop.signal)
    await expect.poll(said).toBe('begun ')
    stop.abort()
    expect(await running).toEqual({ text: 'It was cancelled.', failed: true })
    await expect.poll(said).toBe('begun called-off ')
  })

  test('that crashes fails its call, and is there again after a pause, not before', async () => {
    let ahead = 0
    const clock = { ...systemClock, mono: () => systemClock.mono() + ahead }
    const { call, clients, troubles } = clientsOf(
      [{ name: 's', command: notesCommand }],
      { pausesMs: [3_600_000] },
      { clock },
    )
    expect(await call('s__crash')).toMatchObject({
      failed: true,
      text: expect.stringMatching(/^s failed: .*unknown whether it had any effect\.$/),
    })
    expect(await clients.list(never)).toEqual([])
    ahead += 3_600_001
    expect(await call('s__find', { query: 'x' })).toEqual({ text: 'found x', failed: false })
    await call('s__crash')
    expect(troubles).toEqual(['The tools of the MCP server s are not available: it exited (3).'])
  })

  test('is ended with all that it started', async () => {
    const { call, clients } = clientsOf([{ name: 's', command: notesCommand }])
    const mark = `${Date.now()}.125`
    await call('s__breed', { mark })
    expect(running(mark)).toHaveLength(1)
    await clients.close()
    expect(running(mark)).toEqual([])
    expect(await clients.list(never)).toEqual([])
  })
})

test('one that is not installed is told once, and the others work', async () => {
  const { clients, troubles } = clientsOf(
    [
      { name: 'gone', command: ['/no/such/program'] },
      { name: 's', command: notesCommand },
    ],
    { pausesMs: [0] },
  )
  for (let round = 0; round < 3; round++) expect(await clients.list(never)).toHaveLength(9)
  expect(troubles).toEqual([
    expect.stringMatching(/^The tools of the MCP server gone are not available: it exited \((1|127|ENOENT)\)\.$/),
  ])
})

function running(mark: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(mark)
      } catch {
        return false
      }
    })
}
