import { expect, onTestFinished, test } from 'vitest'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { startOpenAi } from '../../peers/providers/openai-api.ts'
import type { Scripted } from '../../peers/providers/script.ts'
import { calls, fails, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'

async function aWorld(...replies: Scripted[]) {
  const api = await startAnthropic({ key: 'sk-test' }, ...replies)
  onTestFinished(() => api.close())
  const world = createNativeWorld({ cloud: { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url } })
  return { api, world }
}

const answers = (world: ReturnType<typeof createNativeWorld>) => world.web.sent.map(({ body }) => body)

test('a message is answered, and the next one sees it', async () => {
  const { api, world } = await aWorld(says('Hello, ', 'Ana.'))
  world.say('My cat is called Mouse.')
  await world.settle()
  expect(answers(world)).toEqual(['Hello, Ana.'])
  world.say('What is she called?')
  await world.settle()
  const roles = api.requests.at(-1)?.messages.map(({ role }) => role)
  expect(roles).toEqual(['user', 'assistant', 'user'])
  expect(api.requests.at(-1)?.messages[0]?.text).toContain('My cat is called Mouse.')
  expect(api.refusals).toEqual([])
})

test('a tool of the daemon is called in this process, and its result goes back', async () => {
  const { api, world } = await aWorld(calls({ name: 'search_messages', input: { query: 'cat' } }), says('Found.'))
  world.say('Where was the cat?')
  await world.settle()
  expect(answers(world)).toEqual(['Found.'])
  const [, asked, came] = api.requests.at(-1)?.messages ?? []
  expect(asked?.calls[0]).toMatchObject({ name: 'search_messages' })
  expect(came?.results[0]?.id).toBe(asked?.calls[0]?.id)
  expect(api.refusals).toEqual([])
})

test('several tools at once are run side by side and answered together', async () => {
  const { api, world } = await aWorld(
    calls(
      { name: 'search_messages', input: { query: 'a' } },
      { name: 'context_status', input: {} },
      { name: 'list_files', input: {} },
    ),
    says('Done.'),
  )
  world.say('Look.')
  await world.settle()
  expect(api.requests.at(-1)?.messages.at(-1)?.results).toHaveLength(3)
  expect(answers(world)).toEqual(['Done.'])
})

test('of 3,000 calls in one reply 25 are run, and the model is told about the rest', async () => {
  const many = Array.from({ length: 3_000 }, (_, n) => ({ name: 'list_files', input: { path: `${n}` } }))
  const { api, world } = await aWorld(calls(...many), says('Done.'))
  world.say('Look everywhere.')
  await world.settle()
  const results = api.requests.at(-1)?.messages.at(-1)?.results ?? []
  expect(results).toHaveLength(26)
  expect(results.filter(({ text }) => text.includes('were not run: a reply may use at most 25 tools'))).toEqual([
    results.at(-1),
  ])
  expect(answers(world)).toEqual(['Done.'])
  expect(api.refusals).toEqual([])
})

test('a file is written in the folder of the chat without a question, as the configuration allows', async () => {
  const { api, world } = await aWorld(
    calls({ name: 'write_file', input: { path: 'notes.txt', content: 'hello' } }),
    says('Saved.'),
  )
  world.say('Note it.')
  await world.settle()
  expect(api.requests.at(-1)?.messages.at(-1)?.results[0]).toMatchObject({ failed: false })
  expect(answers(world)).toEqual(['Saved.'])
})

test('input that is no JSON, and a tool that is not there, are told to the model', async () => {
  const { api, world } = await aWorld(
    calls({ name: 'search_messages', written: '{"query": ' }, { name: 'no_such_tool', input: {} }),
    says('I see.'),
  )
  world.say('Try.')
  await world.settle()
  const results = api.requests.at(-1)?.messages.at(-1)?.results
  expect(results?.map(({ failed }) => failed)).toEqual([true, true])
  expect(results?.[0]?.text).toContain('not a JSON object')
  expect(answers(world)).toEqual(['I see.'])
})

test('the same call over and over is not run a third time, and the turn ends', async () => {
  const { api, world } = await aWorld(calls({ name: 'search_messages', input: { query: 'cat' } }))
  world.say('Look for the cat.')
  await world.settle()
  expect(answers(world).at(-1)).toContain('kept using the same tool')
  expect(api.requests.length).toBeLessThan(8)
})

test('steps end at max_steps, with a last chance to answer', async () => {
  let n = 0
  const { api, world } = await aWorld((request) =>
    request.messages.at(-1)?.text.includes('no steps left')
      ? says('This is what I have.')
      : calls({ name: 'search_messages', input: { query: `cat ${++n}` } }),
  )
  world.say('Look for the cat.')
  await world.settle()
  expect(answers(world)).toEqual(['This is what I have.'])
  expect(api.requests).toHaveLength(16)
})

test('an empty answer is asked for again, and told as a failure when it stays empty', async () => {
  const { world } = await aWorld(says(''), says('Here it is.'))
  world.say('Well?')
  await world.settle()
  expect(answers(world)).toEqual(['Here it is.'])
})

test('an empty answer is asked for again without two messages of the person in a row, which some servers refuse', async () => {
  const api = await startOpenAi({ key: 'sk-test' }, says(''), says('Here it is.'))
  onTestFinished(() => api.close())
  const models = { general: 'some-model' }
  const world = createNativeWorld({
    box: { kind: 'openai-compatible', apiKey: 'sk-test', baseUrl: api.url, models, window: 32_000 },
  })
  world.say('Well?')
  await world.settle()
  expect(answers(world)).toEqual(['Here it is.'])
  const roles = api.requests.at(-1)?.messages.map(({ role }) => role)
  expect(roles).toEqual(['user', 'assistant', 'user'])
})

test('a passing trouble is tried again within the same turn', async () => {
  const { api, world } = await aWorld(fails(529, 'Overloaded', { type: 'overloaded_error' }), says('There.'))
  world.say('Are you there?')
  await world.settle()
  expect(answers(world)).toEqual(['There.'])
  expect(api.requests).toHaveLength(2)
})
