import { expect, test } from 'vitest'
import type { NativeTool } from '../../../../src/spawner/native/tools/native-tool.ts'
import { whyNotOffered } from '../../../../src/spawner/native/tools/offered.ts'
import { ownTools } from '../../../../src/spawner/native/tools/own-tools.ts'
import { allNames, createBench } from './bench.ts'

const without = allNames.filter((name) => name !== 'run_command')

function outer(name: string, reads: boolean): NativeTool {
  return {
    name,
    description: '',
    inputSchema: {},
    kind: 'use',
    reads,
    deed: (input) => ({ kind: 'use', server: 'notes', tool: name, input, reads }),
    line: () => name,
    run: async () => ({ text: '', failed: false }),
  }
}

const own = ownTools({ tools: allNames, allow: { owner: ['write_file'], member: [] }, servers: ['my-notes'] })

test.each([
  ['owner', [...without, 'my-notes__find', 'my-notes__add']],
  ['member', [...without, 'my-notes__find', 'my-notes__add']],
  ['guest', ['read_file', 'list_files', 'my-notes__find']],
  ['untrusted', ['read_file', 'list_files', 'my-notes__find']],
] as const)('a turn of trust %s', async (trust, names) => {
  const { tools } = await createBench({ tools: without })
  const all = [...tools, outer('my-notes__find', true), outer('my-notes__add', false)]
  const refused = (tool: NativeTool) => whyNotOffered(tool, trust)
  expect(all.filter((tool) => refused(tool) === undefined).map(({ name }) => name)).toEqual(names)
  for (const tool of all) expect(refused(tool) ?? tool.name).toContain(tool.name)
})

test('only what the configuration names is there, each with a schema and a line', async () => {
  const { tools } = await createBench({ tools: ['fetch_page', 'read_file'] })
  expect(tools.map(({ name }) => name)).toEqual(['read_file', 'fetch_page'])
  for (const tool of tools) {
    expect(tool.inputSchema).toMatchObject({ type: 'object', properties: expect.anything() })
    expect(tool.line({})).toMatch(/^\w+ing /)
    expect(tool.line({ path: 7, url: {} })).toMatch(/^\w+ing /)
    expect(tool.deed({}, { workspace: '/' }).kind).toBe('other')
  }
})

test('rights by role: guests read, and servers stand by their names', () => {
  expect(own.rights('owner')).toEqual({ tools: [...allNames, 'my-notes__*'], allow: ['write_file'] })
  expect(own.rights('member')).toEqual({ tools: [...allNames, 'my-notes__*'], allow: [] })
  expect(own.rights('guest')).toEqual({ tools: ['read_file', 'list_files'], allow: [] })
  expect([own.kinds.get('run_command'), own.kinds.get('my-notes__*'), own.allowKey]).toEqual([
    'command',
    'use',
    'native.allow',
  ])
})
