import { expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { BrainEvent } from '../../../src/spawner/spawner.ts'
import { readLines } from '../../../src/store/messages/lines.ts'
import { stepsOf, thoughtOf } from '../../../src/store/work/answers.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const chat = makeChatId('web', 'a')
const usage = {
  model: 'big-one',
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0.02,
  contextTokens: 2,
  windowTokens: undefined,
  firstTextMs: undefined,
}

/** A road whose brain says all this to every message. */
function worldThatSays(...said: BrainEvent[]) {
  const brain = createScriptedBrain(async function* () {
    yield* said
  })
  const world = createRoadWorld({ brain })
  const stop = new AbortController()
  const running = Promise.all([world.worker.run(stop.signal), world.deliver.run(stop.signal)])
  onTestFinished(async () => {
    stop.abort()
    await running
  })
  const answers = () => readLines(world.db, chat, { limit: 9 }).filter(({ author }) => author === 'bot')
  return Object.assign(world, { answers })
}

test('an answer is kept with who wrote it, what it cost, what was thought, and what its tools were given and gave', async () => {
  const world = worldThatSays(
    { kind: 'thought', text: 'They want cake.' },
    { kind: 'action', action: { line: 'running "make cake"', failed: false, input: 'make cake', output: 'a cake' } },
    { kind: 'action', action: { line: 'looking at what is scheduled', failed: false } },
    { kind: 'usage', usage },
    { kind: 'usage', usage: { ...usage, costUsd: 0.01 } },
    { kind: 'done', text: 'Here.' },
  )
  world.say('cake please')
  await expect.poll(() => world.answers().length).toBe(1)
  const [line] = world.answers()
  expect(line?.making).toMatchObject({ brain: 'scripted', model: 'big-one', usd: 0.03, thinks: true })
  expect(stepsOf(world.db, line?.id ?? 0)).toEqual([
    { line: 'running "make cake"', failed: false, input: 'make cake', output: 'a cake' },
    { line: 'looking at what is scheduled', failed: false, input: undefined, output: undefined },
  ])
  expect(thoughtOf(world.db, line?.id ?? 0)).toBe('They want cake.')
})

test('each answer of a message that was tried again has its own', async () => {
  const world = worldThatSays({ kind: 'usage', usage }, { kind: 'done', text: 'Here.' })
  world.say('cake please')
  await expect.poll(() => world.answers().length).toBe(1)
  world.say('/retry')
  await expect.poll(() => world.answers().filter(({ kind }) => kind === 'conversation').length).toBe(2)
  expect(world.answers().flatMap(({ making }) => (making ? [making.usd] : []))).toEqual([0.02, 0.02])
})

test('what can be tried again is offered below the line that says so, until it was', async () => {
  const failure = { class: 'auth', what: 'No key.', retry: false } as const
  const world = worldThatSays({ kind: 'failed', failure })
  world.say('cake please')
  const offers = () => world.answers().map((line) => line.offers.map(({ data }) => data))
  await expect.poll(offers).toEqual([['retry 1 1']])
  world.inbox.accept([
    { kind: 'press', chat, sender: { channel: 'web', id: 'owner' }, at: world.clock.now(), data: 'retry 1 1' },
  ])
  await expect.poll(offers).toEqual([[], ['retry 1 2']])
})

test('what is written before a step is kept with it, and the answer is what its brain says at the end', async () => {
  const action = (line: string): BrainEvent => ({ kind: 'action', action: { line, failed: false } })
  const world = worldThatSays(
    { kind: 'text', text: 'I look.' },
    { kind: 'said', text: 'I look.' },
    { kind: 'tool', line: 'reading a.txt' },
    action('reading a.txt'),
    action('reading b.txt'),
    { kind: 'text', text: 'I write.' },
    { kind: 'said', text: 'I write.' },
    action('writing c.txt'),
    { kind: 'text', text: 'Done.' },
    { kind: 'done', text: 'Done.' },
  )
  world.say('go')
  await expect.poll(() => world.answers().length).toBe(1)
  const [line] = world.answers()
  expect(line?.text).toBe('Done.')
  expect(world.web.sent.map(({ body }) => body)).toEqual(['Done.'])
  expect(line?.actions).toEqual([
    { line: 'reading a.txt', failed: false, said: 'I look.' },
    { line: 'reading b.txt', failed: false },
    { line: 'writing c.txt', failed: false, said: 'I write.' },
  ])
  expect(world.web.shown).toContainEqual(expect.objectContaining({ kind: 'draft', text: 'I look.', isOver: true }))
})

test('a known secret reaches neither the answer, nor what is shown while it is written, nor the store', async () => {
  const brain = createScriptedBrain(async function* () {
    yield { kind: 'text', text: 'the key is hunter2' }
    yield { kind: 'done', text: 'the key is hunter2, guard it' }
  })
  const world = createRoadWorld({ brain, scrub: (text) => text.replaceAll('hunter2', '[secret]') })
  world.say('what is the key?')
  await world.settle()
  expect(world.web.sent.map(({ body }) => body)).toEqual(['the key is [secret], guard it'])
  expect(world.web.shown).toContainEqual(expect.objectContaining({ kind: 'draft', text: 'the key is [secret]' }))
  expect(JSON.stringify(world.web.shown)).not.toContain('hunter2')
  for (const table of ['message', 'outbox', 'answer', 'task_event'])
    expect(JSON.stringify(world.db.raw.prepare(`SELECT * FROM ${table}`).all())).not.toContain('hunter2')
})
