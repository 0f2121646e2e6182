import { expect, test } from 'vitest'
import { nativeToolRights } from '../../../../src/spawner/native/tools/own-tools.ts'
import { allNames, createBench } from './bench.ts'

const own = nativeToolRights({ tools: allNames, allow: { owner: ['write_file'], member: [] }, servers: ['my-notes'] })

test('only what the configuration names is there, each with a schema and a line', async () => {
  const { tools } = await createBench({ tools: ['fetch_page', 'read_file'] })
  expect(tools.map(({ name }) => name)).toEqual(['read_file', 'fetch_page'])
  for (const tool of tools) {
    expect(tool.inputSchema).toMatchObject({ type: 'object', properties: expect.anything() })
    expect(tool.line({})).toMatch(/^\w+ing /)
    expect(tool.line({ path: 7, url: {} })).toMatch(/^\w+ing /)
    expect(tool.action({}, { workspace: '/' }).kind).toBe('other')
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
