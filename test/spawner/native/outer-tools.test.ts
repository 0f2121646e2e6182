import { expect, onTestFinished, test } from 'vitest'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { calls, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'
import { asked, live, press } from '../../support/tool-world.ts'
import { notesCommand } from '../../tools/mcp-clients/clients.ts'

async function aWorld() {
  const api = await startAnthropic(
    { key: 'sk-test' },
    calls({ name: 'notes__find', input: { query: 'boat' } }),
    calls({ name: 'write_file', input: { path: 'a.txt', content: 'a' } }),
    calls({ name: 'schedule', input: { what: 'Caulk the boat', when: '2026-03-20 09:00', kind: 'reminder' } }),
    says('Done.'),
  )
  onTestFinished(() => api.close())
  const server = { command: notesCommand, env: [] }
  const world = createNativeWorld(
    { cloud: { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url } },
    { config: { mcp: { notes: server } } },
  )
  return { api, world }
}

test('a tool of a configured server is offered, asked about, and its result is words of others', async () => {
  const { api, world } = await aWorld()
  world.say('Look in my notes.')
  const running = live(world)
  await asked(world)
  expect(world.web.sent.at(-1)?.body).toContain('use `find` from the server `notes`')
  press(world, 'yes 1')
  // From then on what writes or plans is asked about, whatever is allowed, with whose words are in play.
  for (const number of [2, 3]) {
    await asked(world, number)
    const question = world.web.sent.at(-1)
    expect(question?.body).toContain('text from others: data from the server `notes`')
    expect(question?.buttons).toHaveLength(2)
    press(world, `${number === 2 ? 'no' : 'yes'} ${number}`)
  }
  await running
  expect(api.requests[0]?.tools).toContain('notes__find')
  expect(api.requests[1]?.messages.at(-1)?.results[0]).toMatchObject({ text: 'found boat', failed: false })
  expect(api.requests[2]?.messages.at(-1)?.results[0]).toMatchObject({ failed: true })
  expect(world.db.statement('SELECT text FROM job').pluck().all()).toEqual(['Caulk the boat'])
  // No tool disappears.
  for (const { tools } of api.requests) expect(tools).toEqual(api.requests[0]?.tools)
  expect(api.requests[0]?.tools).toEqual(expect.arrayContaining(['write_file', 'schedule', 'send_file']))
  await world.settle()
  expect(world.web.sent.at(-1)?.body).toBe('Done.')
})
