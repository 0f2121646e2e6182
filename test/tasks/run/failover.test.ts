import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import { createBrains } from '../../../src/spawner/brains.ts'
import type { FailureClass } from '../../../src/spawner/failure-classes.ts'
import type { BrainEvent, OwnTools, Turn, Usage } from '../../../src/spawner/spawner.ts'
import { callsOf } from '../../../src/store/work/usage.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, type ScriptedBrain } from '../../support/scripted-brain.ts'

const MINUTE = 60_000

interface World {
  world: RoadWorld
  /** By name: what each of them does next. */
  does: Record<string, (turn: Turn) => BrainEvent[]>
  brains: Record<string, ScriptedBrain>
  /** What was said to it in the chat, in order. */
  say(text: string, chat?: string): Promise<string[]>
}

function answers(name: string): (turn: Turn) => BrainEvent[] {
  return (turn) => [
    { kind: 'usage', usage: usage(`${name}-1`) },
    { kind: 'done', text: `${name}: ${turn.question}` },
  ]
}

function fails(kind: FailureClass, before: BrainEvent[] = []): () => BrainEvent[] {
  return () => [...before, { kind: 'failed', failure: { class: kind, what: `It says ${kind}.`, retry: false } }]
}

function usage(model: string): Usage {
  const tokens = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, contextTokens: 1 }
  return { model, ...tokens, costUsd: 0.01, windowTokens: undefined, firstTextMs: undefined }
}

function create(failover = ['second', 'third'], sessions = false): World {
  const names = ['first', 'second', 'third']
  const does = Object.fromEntries(names.map((name) => [name, answers(name)]))
  const made = names.map((name) => ({
    ...createScriptedBrain((turn) => does[name]?.(turn) ?? []),
    name,
    hasSessions: sessions,
  }))
  const [first, ...others] = made
  if (!first) throw new Error('no brain')
  const { brain } = loadConfig(undefined, {})
  const world = createRoadWorld({
    brains: () => createBrains(first, others),
    config: { brain: { ...brain, failover } },
  })
  return {
    world,
    does,
    brains: Object.fromEntries(made.map((one) => [one.name, one])),
    async say(text, chat = 'a') {
      const before = world.web.sent.length
      world.say(text, { chat: makeChatId('web', chat) })
      await world.settle()
      world.clock.advance(1000)
      const sent = world.web.sent.slice(before).filter(({ route }) => route.chat === makeChatId('web', chat))
      return sent.map(({ body }) => body)
    },
  }
}

const standsIn =
  'first is not available right now, so second is answering instead. The conversation continues, and I will tell you when first is back.'

describe('another brain is asked where the chosen one cannot answer', () => {
  test.each<FailureClass>(['auth', 'billing', 'rate_limit', 'overloaded', 'network', 'server', 'missing', 'model'])(
    'because of %s, at once, and the person is told',
    async (kind) => {
      const { does, say } = create()
      does.first = fails(kind)
      expect((await say('hello')).toSorted()).toEqual([standsIn, 'second: hello'])
    },
  )

  test.each<FailureClass>(['refusal', 'overflow', 'max_turns', 'invalid', 'too_large'])(
    'never because of %s',
    async (kind) => {
      const { does, say, brains } = create()
      does.first = fails(kind)
      expect(await say('hello')).toEqual([`I could not answer. It says ${kind}. Write /retry 1 to try again.`])
      expect(brains.second?.turns).toEqual([])
    },
  )

  test('because it hangs, as long as it has said nothing', async () => {
    const { does, say } = create()
    does.first = fails('hang')
    expect(await say('hello')).toContain('second: hello')
    does.first = fails('hang', [{ kind: 'text', text: 'I think' }])
    expect((await say('and now?', 'b')).join()).toContain('I think')
  })

  test('and not once something was changed', async () => {
    const { does, say, world, brains } = create()
    does.first = (turn) => {
      world.db.raw.prepare('UPDATE task SET effects = 1 WHERE id = ?').run(turn.task)
      return fails('overloaded')()
    }
    const told = await say('write it down')
    expect(told).toEqual([
      'I could not finish this. It says overloaded. I had already started to make changes, so I did not start again on my own. Check what was done, then write /retry 1 to run it again.',
    ])
    expect(brains.second?.turns).toEqual([])
    expect(world.db.raw.prepare('SELECT state FROM task').pluck().all()).toEqual(['interrupted'])
  })
})

test('where a brake ends a turn that has changed something, the person reads which', async () => {
  const { does, say, world } = create()
  does.first = (turn) => {
    world.db.raw.prepare('UPDATE task SET effects = 1 WHERE id = ?').run(turn.task)
    return fails('max_turns', [{ kind: 'text', text: 'I wrote the first page.' }])()
  }
  const told = (await say('write the book')).join('\n')
  expect(told).toContain('I wrote the first page.')
  expect(told).toContain('It says max_turns. I had already started to make changes')
  expect(told).not.toContain('I was interrupted')
})

test('the person is told once when it begins and once when it is over, and no model reads it', async () => {
  const { does, say, brains } = create()
  does.first = fails('overloaded')
  await say('one')
  expect(await say('two')).toEqual(['second: two'])
  does.first = answers('first')
  expect((await say('three')).toSorted()).toEqual(['first is back and answers here again.', 'first: three'])
  expect(await say('four')).toEqual(['first: four'])
  const seen = brains.first?.turns.at(-1)?.system ?? ''
  expect(seen).toContain('second: two')
  expect(seen).not.toMatch(/is answering instead|answers here again/)
})

test('what was said goes along, in a turn made for whoever is asked, and each pays for its own', async () => {
  const { does, say, brains, world } = create(['second'], true)
  await say('the gate code is 4711')
  does.first = fails('server', [{ kind: 'usage', usage: usage('first-1') }])
  await say('what is it?')
  const turn = brains.second?.turns[0]
  expect(turn?.session?.isNew).toBe(true)
  expect(turn?.system).toContain('the gate code is 4711')
  expect(callsOf(world.db, 2).map(({ brain, model }) => `${brain} ${model}`)).toEqual([
    'first first-1',
    'second second-1',
  ])
  does.first = answers('first')
  await say('and again?')
  expect(brains.first?.turns.at(-1)?.system).toContain('second: what is it?')
})

test('while the breaker of one is open the next is asked in its place, and the first again after the pause', async () => {
  const { does, say, brains, world } = create()
  does.first = fails('auth')
  await say('one')
  does.first = answers('first')
  expect(await say('two')).toEqual(['second: two'])
  expect(await say('elsewhere', 'b')).toContain('second: elsewhere')
  expect(brains.first?.turns).toHaveLength(1)
  expect(world.web.sent.map(({ body }) => body).join()).toContain(
    'The model (first) is not available. It says auth. I will try again at 10:15, or as soon as somebody writes /retry. Until then, second answers instead.',
  )
  expect((await say('/status')).join()).toContain('- Until then, **second** answers instead')
  world.clock.advance(15 * MINUTE)
  expect(await say('three')).toContain('first: three')
})

test('a probe that fails again is answered by the next, and the pause begins anew', async () => {
  const { does, say, brains, world } = create()
  does.first = fails('billing')
  await say('one')
  world.clock.advance(15 * MINUTE)
  expect(await say('two')).toEqual(['second: two'])
  expect(await say('three')).toEqual(['second: three'])
  expect(brains.first?.turns).toHaveLength(2)
})

test('they are asked in the order of the configuration, and where all fail the failure of the first is told', async () => {
  const { does, say, brains, world } = create(['third', 'second'])
  for (const [name, kind] of [
    ['first', 'auth'],
    ['second', 'billing'],
    ['third', 'network'],
  ] as const)
    does[name] = fails(kind)
  expect(await say('one')).toEqual(['I could not answer. It says auth. Write /retry 1 to try again.'])
  expect(Object.values(brains).map(({ turns }) => turns.length)).toEqual([1, 1, 1])
  // Only what fails at once for good shuts a brain off after one try.
  does.third = answers('third')
  expect(await say('two')).toContain('third: two')
  expect(world.overview().brain).toMatchObject({ name: 'first', standIn: 'third', others: [{ name: 'second' }] })
})

test('a brain that was chosen for the chat is the one that others stand in for', async () => {
  const { does, say } = create(['first'])
  await say('/brain second')
  does.second = fails('overloaded')
  expect((await say('hello')).toSorted()).toEqual([
    'first: hello',
    'second is not available right now, so first is answering instead. The conversation continues, and I will tell you when second is back.',
  ])
  await say('/brain first')
  expect(await say('and now?')).toEqual(['first: and now?'])
})

test('whoever stands in has the tools of its own, not those of the other', async () => {
  const { does, say, brains, world } = create()
  const { second } = brains
  if (!second) throw new Error('no brain')
  const judged: string[] = []
  const own: OwnTools = {
    kinds: new Map([['look', 'read']]),
    rights: () => ({ tools: ['look'], allow: [] }),
    allowKey: 'brain.second.allow',
  }
  Object.assign(second, { own })
  does.first = fails('overloaded')
  does.second = (turn) => {
    const action = { kind: 'read', path: `${turn.workspace}/notes` } as const
    judged.push(world.permissions.judge(turn, { name: 'look', input: {}, action }).verdict)
    return answers('second')(turn)
  }
  await say('look it up')
  expect(judged).toEqual(['allow'])
})

test('where nobody is named nobody stands in', async () => {
  const { does, say, brains } = create([])
  does.first = fails('overloaded')
  expect(await say('hello')).toEqual(['I could not answer. It says overloaded. Write /retry 1 to try again.'])
  expect(brains.second?.turns).toEqual([])
})
