import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { calls, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'
import { toolChat } from '../../support/tool-world.ts'

const secret = 'hunter2-hunter2'

test('a secret that a tool finds or a model says is in no request and in no session', async () => {
  const api = await startAnthropic(
    { key: 'sk-test' },
    { ...calls({ name: 'read_file', input: { path: 'notes.txt' } }), pieces: [`Is it ${secret}?`] },
    says(`It is ${secret}.`),
    says('As I said.'),
  )
  onTestFinished(() => api.close())
  const world = createNativeWorld(
    { cloud: { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url } },
    { scrub: (text) => text.replaceAll(secret, '[secret]') },
  )
  const workspace = world.files.workspaces.pathOf(toolChat)
  mkdirSync(workspace, { recursive: true })
  writeFileSync(join(workspace, 'notes.txt'), `The key is ${secret}.`)
  for (const text of ['What is in the notes?', 'Once more, please.']) {
    world.say(text)
    await world.settle()
  }
  expect(api.requests.at(-1)?.messages.flatMap(({ results }) => results)).toMatchObject([
    { text: 'The key is [secret].' },
  ])
  expect(api.requests.map(({ raw }) => raw).join('')).not.toContain(secret)
  const tables = ['session_turn', 'session_step', 'session_result', 'session_view']
  const rows = tables.flatMap((table) => world.db.raw.prepare(`SELECT * FROM ${table}`).all())
  expect(JSON.stringify(rows)).toContain('It is [secret].')
  expect(JSON.stringify(rows)).not.toContain(secret)
})
