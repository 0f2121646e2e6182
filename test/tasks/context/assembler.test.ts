import { describe, expect, test } from 'vitest'
import type { AssembledPart, LeftOutMessages } from '../../../src/gateway/assembly.ts'
import type { Brain, BrainEvent, Completion, Turn } from '../../../src/spawner/spawner.ts'
import { readMessages } from '../../../src/store/messages/messages.ts'
import { assemblyOfTask } from '../../../src/store/recall/assemblies.ts'
import { learnFactor, readFactor } from '../../../src/store/work/usage.ts'
import { inEnglish } from '../../support/in-english.ts'
import { chatter, HOUR, usage } from '../../support/many-messages.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, type ScriptedBrain } from '../../support/scripted-brain.ts'

const MINUTE = 60_000

interface Conversation {
  world: RoadWorld
  brain: ScriptedBrain
  /** Says it, and tells the turn that came of it. */
  ask(text: string): Promise<Turn>
}

function createConversation(
  extra: Partial<Brain> & { script?: (turn: Turn) => BrainEvent[] } = {},
  options: WorldOptions = {},
) {
  const { script = answer, ...rest } = extra
  const brain = { ...createScriptedBrain(script), ...rest }
  const world = createRoadWorld({ ...options, brain })
  const conversation: Conversation = {
    world,
    brain,
    async ask(text) {
      world.say(text)
      await world.settle()
      world.clock.advance(MINUTE)
      return brain.turns.at(-1) ?? expect.fail('the brain was not asked')
    },
  }
  return conversation
}

function answer(turn: Turn): BrainEvent[] {
  return [{ kind: 'done', text: `re: ${turn.question}` }]
}

function recordOf({ db }: RoadWorld, { task }: Turn) {
  return inEnglish(assemblyOfTask<AssembledPart, LeftOutMessages>(db, task) ?? expect.fail('nothing was recorded'))
}

describe('the record of a turn', () => {
  test('holds the exact text, and every message it names stands in it', async () => {
    const { world, ask } = createConversation()
    await ask('my dog is Rex')
    chatter(world, 30)
    world.clock.advance(3 * HOUR)
    const turn = await ask('what is my dog called?')
    const kept = recordOf(world, turn)
    expect(kept).toMatchObject({ system: turn.system, text: turn.text, opens: true, status: 'NEW CONVERSATION' })
    const named = readMessages(world.db, [...new Set(kept.parts.flatMap(({ messages }) => messages))])
    expect(named.length).toBeGreaterThan(20)
    const seen = `${turn.system}\n${turn.text}`
    expect(named.filter(({ text }) => !seen.includes(text))).toEqual([])
    const own = named.filter(({ text }) => text === 'what is my dog called?').map(({ id }) => id)
    expect(kept.parts.find(({ kind }) => kind === 'message')?.messages).toEqual(own)
  })

  test('and no message it does not name stands in it', async () => {
    const { world, ask } = createConversation({}, { conversation: { maxTokens: 700 } })
    world.say('/whoami')
    chatter(world, 60, 'a line about this and that, told at some length')
    world.clock.advance(3 * HOUR)
    const turn = await ask('what was told at some length?')
    const { parts, leftOut, tokens, budget } = recordOf(world, turn)
    const named = new Set(parts.flatMap(({ messages }) => messages))
    const stored = world.db.raw.prepare("SELECT id, text FROM message WHERE kind = 'conversation'").all()
    const lines = (stored as { id: number; text: string }[]).filter(({ text }) => turn.system.includes(`${text}\n`))
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.filter(({ id }) => !named.has(id))).toEqual([])
    expect(leftOut.nearest.filter(({ id }) => named.has(id))).toEqual([])
    expect(leftOut.nearest.length).toBeGreaterThan(5)
    expect(tokens).toBeLessThanOrEqual(budget)
    expect(budget).toBe(700)
  })

  test('of a session has its prompt once, with the epoch, and each turn by itself', async () => {
    const { world, ask } = createConversation({ hasSessions: true })
    const first = await ask('my dog is Rex')
    const second = await ask('how old is he?')
    expect(recordOf(world, first)).toMatchObject({ opens: true, system: null, text: first.text })
    expect(recordOf(world, second)).toMatchObject({ opens: false, system: null, text: second.text })
    expect(recordOf(world, second).parts.map(({ kind }) => kind)).toEqual(['status', 'message'])
    expect(recordOf(world, first).epochId).toBe(recordOf(world, second).epochId)
  })
})

test('a turn that goes on recalls what its session has not shown, and that once', async () => {
  const { world, ask } = createConversation({ hasSessions: true }, { conversation: { maxTokens: 800 } })
  const fact = '[Ana 10:00] the plumber is called Ferrante and drives a green van'
  world.say('the plumber is called Ferrante and drives a green van')
  await world.settle()
  for (let day = 0; day < 4; day++) {
    world.clock.advance(5 * 24 * HOUR)
    chatter(world, 40)
  }
  world.clock.advance(24 * HOUR)
  const opening = await ask('we talked about the garden for a good while')
  expect(opening.system).not.toContain(fact)
  const recalled = await ask('who was the plumber?')
  expect(recalled).toMatchObject({ session: { isNew: false } })
  expect(recalled.text).toContain(fact)
  expect((await ask('the plumber with the van, I mean')).text).not.toContain(fact)
})

describe('triage', () => {
  const timeout = 0.3
  const settings = { useSelection: true, alwaysIncludeRecent: 1, recallShare: 0, selectionTimeout: timeout } as const
  const lines = ['the invoice is 420 euros', 're: the invoice is 420 euros', 'lunch at noon']

  /** Three lines of this morning to choose from, and a question; how the model that chooses behaves is up to the test. */
  async function choose(complete: NonNullable<Brain['complete']>) {
    const conversation = createConversation(
      {
        script: answer,
        complete,
      },
      { conversation: settings },
    )
    await conversation.ask('the invoice is 420 euros')
    await conversation.ask('lunch at noon')
    conversation.world.clock.advance(HOUR)
    const turn = await conversation.ask('new question: how much was the invoice?')
    return { ...conversation, turn }
  }

  const say = async (text: string): Promise<Completion> => ({ kind: 'text', text })
  const failure = { class: 'server', what: 'It broke.', retry: true } as const

  test.each<[string, NonNullable<Brain['complete']>]>([
    ['hangs, deaf to everything', () => new Promise(() => {})],
    ['lies', () => say('The second one, I am quite sure.')],
    ['floods', () => say(`[1, ${'2, '.repeat(100_000)}3]`)],
    ['gives ids that do not exist', () => say('[777777, 888888]')],
    ['fails', async () => ({ kind: 'failed', failure })],
    ['breaks', () => Promise.reject(new Error('boom'))],
  ])('that %s: the reply starts all the same, with all that fits', async (_how, complete) => {
    const { world, turn } = await choose(complete)
    expect(lines.filter((line) => !turn.system.includes(line))).toEqual([])
    expect(recordOf(world, turn).reason).toContain('the fast model failed, so everything that fits is kept')
  })

  test('that hangs is told to stop', async () => {
    let told: AbortSignal | undefined
    await choose((_prompt, _limits, signal) => {
      told = signal
      return new Promise(() => {})
    })
    expect(told?.aborted).toBe(true)
  })

  test('that picks is followed, and its choice is told', async () => {
    const { world, turn } = await choose((prompt) =>
      say(/\{"id":(\d+),[^\n]*invoice/.exec(prompt)?.[1]?.replace(/.*/, '[$&]') ?? ''),
    )
    expect(turn.system).toContain('] the invoice is 420 euros')
    expect(turn.system).not.toContain('] lunch at noon')
    const { parts, leftOut, reason } = recordOf(world, turn)
    expect(reason).toContain('the fast model picked 1 of 3')
    expect(parts).toEqual(expect.arrayContaining([expect.objectContaining({ reason: 'picked by the fast model' })]))
    expect(leftOut.nearest.map((one) => one.reason)).toContain('the fast model did not pick it')
  })

  test('is paid for under its own name, also when it was of no use', async () => {
    const { world, turn } = await choose(async () => ({ kind: 'failed', failure, usage }))
    const booked = world.db.raw.prepare("SELECT brain, task_id AS task FROM usage WHERE origin = 'triage'").all()
    expect(booked).toEqual([{ brain: 'scripted', task: turn.task }])
  })
})

describe('what a model counts', () => {
  const reporting = (turn: Turn): BrainEvent[] => {
    const contextTokens = turn.session?.isNew ? 1_000 : 1_000 + 2 * Math.round(turn.text.length / 4)
    return [{ kind: 'usage', usage: { ...usage, contextTokens } }, ...answer(turn)]
  }

  test('corrects our estimate, turn by turn', async () => {
    const { world, ask } = createConversation({ script: reporting, hasSessions: true })
    await ask('hello')
    expect(readFactor(world.db, 'scripted', 'small')).toBe(1)
    await ask('and now something longer: '.repeat(80))
    expect(readFactor(world.db, 'scripted', 'small')).toBeGreaterThan(1.5)
    expect(readFactor(world.db, 'another', 'small')).toBe(1)
  })

  test('makes the same budget hold less', async () => {
    const shown = async (reported: number) => {
      const { world, ask } = createConversation({}, { conversation: { maxTokens: 900 } })
      world.say('/whoami')
      chatter(world, 60)
      learnFactor(world.db, { brain: 'scripted', model: 'm', estimated: 100, reported }, world.clock.now())
      const { tokens, parts } = recordOf(world, await ask('what was it?'))
      expect(tokens).toBeLessThanOrEqual(900)
      return parts.flatMap(({ messages }) => messages).length
    }
    expect(await shown(200)).toBeLessThan((await shown(100)) * 0.7)
  })
})
