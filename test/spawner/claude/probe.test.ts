import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { probeClaude } from '../../../src/spawner/claude/probe.ts'

const dir = mkdtempSync(join(tmpdir(), 'skein-probe-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const never = new AbortController().signal

function program(name: string, body: string, mode = 0o755): string {
  const file = join(dir, name)
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, mode)
  return file
}

const good = program('good', 'echo "2.1.325 (Claude Code)"')

test.each([
  ['a configured key', { apiKey: 'k' }],
  ['a configured token', { oauthToken: 't' }],
])('with %s it is ready', async (_, credential) => {
  const probe = await probeClaude({ command: good, env: process.env, configDir: dir, ...credential }, never)
  expect(probe).toEqual({ status: 'ready', version: '2.1.325' })
})

test('with a login in its folder it is ready, and without any credential it says where to put one', async () => {
  const configDir = mkdtempSync(join(dir, 'config-'))
  const without = await probeClaude({ command: good, env: process.env, configDir }, never)
  expect(without).toMatchObject({
    status: 'no_credential',
    sentence: { en: expect.stringContaining('api_key'), de: expect.stringContaining('api_key') },
  })
  writeFileSync(join(configDir, '.credentials.json'), '{}')
  expect(await probeClaude({ command: good, env: process.env, configDir }, never)).toMatchObject({ status: 'ready' })
})

test.each([
  ['is not there', '/nowhere/claude', 'missing'],
  ['may not be run', program('plain', 'true', 0o644), 'missing'],
  ['fails', program('fails', 'exit 3'), 'broken'],
  ['is another program', program('other', 'echo hello'), 'broken'],
  ['dies', program('dies', 'kill -9 $$'), 'broken'],
  ['floods', program('floods', 'yes'), 'broken'],
])('a program that %s is told apart', async (_, command, status) => {
  const probe = await probeClaude({ command, env: process.env, configDir: dir, apiKey: 'k' }, never)
  expect(probe).toMatchObject({ status, sentence: { en: expect.stringContaining('[brain.claude] command') } })
})

test('a program that hangs is given up after a while', async () => {
  const probe = await probeClaude(
    { command: program('hangs', 'sleep 600'), env: process.env, configDir: dir, apiKey: 'k' },
    never,
  )
  expect(probe.status).toBe('broken')
})
