import { describe, expect, test } from 'vitest'
import type { ContextUse, GrowthBounds } from '../../../src/domain/context-use.ts'
import { contextMessages } from '../../../src/messages/context-messages.ts'
import type { BrainEvent, Usage } from '../../../src/spawner/spawner.ts'
import { contextMarks, whatHappensNext } from '../../../src/tasks/reports/context-growth.ts'
import { describeUse, lastAssembly } from '../../../src/tasks/reports/context-report.ts'
import { contextUse } from '../../../src/tasks/reports/context-use.ts'
import { chat, chatter, HOUR, lane } from '../../support/many-messages.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const growth: GrowthBounds = { clearAt: 0.6, summarizeAt: 0.85, maxTokens: 50_000, maxTurns: 20 }

interface Options {
  sessions?: boolean
  growth?: GrowthBounds
  /** What each call reports. */
  reports?: Partial<Usage>
}

function worldWith({ sessions = true, growth: own, reports }: Options): RoadWorld {
  const usage: Usage = {
    model: 'm-1',
    inputTokens: 1,
    outputTokens: 1,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costUsd: 0,
    contextTokens: 0,
    windowTokens: undefined,
    firstTextMs: undefined,
    ...reports,
  }
  const brain = createScriptedBrain((turn): BrainEvent[] => [
    ...(reports ? [{ kind: 'usage', usage } as const] : []),
    { kind: 'done', text: `re: ${turn.question}` },
  ])
  return createRoadWorld({ brain: { ...brain, hasSessions: sessions, ...(own && { growth: () => own }) } })
}

async function ask(world: RoadWorld, ...texts: string[]): Promise<ContextUse> {
  for (const text of texts) {
    world.say(text)
    await world.settle()
  }
  const seen = lastAssembly(world.db, lane)
  if (!seen) throw new Error(`nothing was asked in ${chat}`)
  return contextUse(world.db, seen)
}

const total = ({ shares }: ContextUse) => shares.reduce((sum, { tokens }) => sum + tokens, 0)
const share = ({ shares }: ContextUse, wanted: string) => shares.find(({ name }) => name === wanted)?.tokens ?? 0

/** Much was said about a piano, so much that it is in a summary and can be recalled. */
async function withPast(world: RoadWorld): Promise<void> {
  world.say('/whoami')
  chatter(world, 1, 'the tuner is called Ferreira and lives in Porto')
  chatter(world, 40, 'the affair of the grand piano went on and on, and nobody could tell how it would end')
  world.clock.advance(HOUR)
  world.upkeep.findWork()
  await world.settle()
}

const { clearing, summarising, newSession } = contextMessages.marks

describe('how full a context is', () => {
  test('is split as the brain says, its prompt as the gateway made it, and adds up to what was measured', async () => {
    const spread = { system: 2600, tools: 500, summary: 400, history: 0, message: 100 }
    const world = worldWith({ growth, reports: { contextTokens: 7201, windowTokens: 32_000, spread } })
    await withPast(world)
    const use = await ask(world, 'what is the tuner called, Ferreira?')
    expect(use).toMatchObject({ measured: true, brain: 'scripted', model: 'm-1', tokens: 7201, window: 32_000 })
    expect(total(use)).toBe(7201)
    expect(use.shares.map(({ name }) => name)).toEqual(['system', 'summary', 'history', 'recalled', 'tools', 'message'])
    // Twice what its brain estimated, and each of its parts with it.
    expect(share(use, 'tools')).toBeCloseTo(1000, -1)
    expect(share(use, 'message')).toBeCloseTo(200, -1)
    // That of the lane, in the prompt, and that of the session.
    expect(share(use, 'summary')).toBeGreaterThan(800)
    expect(use.marks).toEqual([
      { tokens: 19_200, what: clearing },
      { tokens: 27_200, what: summarising },
    ])
    const next = await ask(world, 'and the cellar?')
    // The prompt is the one that the session was opened with.
    expect(share(next, 'summary')).toBeGreaterThan(0)
    expect(total(next)).toBe(7201)
  })

  test('of a brain that tells no more than a number is ours as far as we know, and the rest its own', async () => {
    const world = worldWith({ reports: { contextTokens: 20_000, windowTokens: 200_000 } })
    const first = await ask(world, 'my dog is Rex')
    expect(total(first)).toBe(20_000)
    expect(first.shares.map(({ name }) => name)).toEqual(['system', 'message', 'rest'])
    const second = await ask(world, 'what is he called?')
    expect(total(second)).toBe(20_000)
    expect(share(second, 'history')).toBeGreaterThan(0)
    expect(second.marks).toEqual([{ tokens: 120_000, what: newSession }])
    expect(second.next.map(({ en }) => en).join(' ')).toBe(
      'Above 60 % of the window (120,000 tokens), the next message opens a new session with the last messages and a summary of the rest. ' +
        'With this turn it is at 10 % of the window: 20,000 tokens, 2 turns. Nothing is removed yet.',
    )
  })

  test('of one that reports less than we think is scaled to what it says', async () => {
    const use = await ask(worldWith({ reports: { contextTokens: 100 } }), 'my dog is Rex')
    expect(total(use)).toBe(100)
    expect(share(use, 'rest')).toBe(0)
  })

  test('is called an estimate where nothing was counted', async () => {
    const use = await ask(worldWith({ sessions: false }), 'my dog is Rex', 'what is he called?')
    expect(use).toMatchObject({ measured: false, model: undefined, window: undefined, marks: [] })
    expect(total(use)).toBe(use.tokens)
    expect(share(use, 'history')).toBeGreaterThan(0)
    expect(describeUse(use)[0]?.en).toMatch(
      /^In use: \*\*[\d,]+ tokens\*\*, by our own estimate, because no call has been counted yet:$/,
    )
    expect(use.next.map(({ en }) => en)).toEqual([
      'Each message here is sent on its own, so the context does not grow.',
    ])
  })

  test('is told by /context, with both thresholds and where it stands', async () => {
    const spread = { system: 3000, tools: 500, summary: 0, history: 0, message: 100 }
    const world = worldWith({ growth, reports: { contextTokens: 10_880, windowTokens: 32_000, spread } })
    await ask(world, 'my dog is Rex')
    world.say('/context')
    await world.settle()
    const told = world.web.sent.at(-1)?.body ?? ''
    expect(told).toContain('In use: **10,880 tokens**, 34 % of the 32,000 that the model can read')
    expect(told).toContain('as m-1 (scripted) counted its last call:')
    expect(told).toMatch(/- tools and their results: [\d,]+ \(14 %\)/)
    expect(told).toContain(
      'Older tool results are cleared from 60 % (19,200 tokens) on; older turns are summarized from 85 % (27,200 tokens) on, or from 50,000 tokens or 20 turns.',
    )
    expect(told).toContain('With this turn it is at 34 % of the window: 10,880 tokens, 1 turn. Nothing is removed yet.')
  })

  test('above what is full for a brain without growth, and below for one with it, the session goes on or not', async () => {
    const reports = { contextTokens: 25_000, windowTokens: 32_000 }
    const full = worldWith({ reports })
    expect((await ask(full, 'one')).next.at(-1)?.en).toContain('The next message opens a new session.')
    await ask(full, 'two')
    const closed = 'SELECT reason FROM epoch WHERE closed_at IS NOT NULL'
    expect(full.db.raw.prepare(closed).pluck().all()).toEqual(['the window is filling up'])
    const grown = worldWith({ reports, growth })
    await ask(grown, 'one', 'two')
    expect(grown.db.raw.prepare(closed).pluck().all()).toEqual([])
  })
})

describe('what happens next', () => {
  const at = (tokens: number, more = {}) =>
    whatHappensNext({ isKnown: true, tokens, window: 32_000, growth, turns: 3, isOpen: true, ...more }).at(-1)?.en

  test('follows from the bounds', () => {
    expect(at(19_199)).toContain('Nothing is removed yet.')
    expect(at(19_200)).toContain('Older tool results are cleared before the next step.')
    expect(at(27_200)).toContain('Older turns are summarized before the next step.')
    expect(at(100, { turns: 20 })).toContain('Older turns are summarized')
    expect(at(50_000, { window: 1_000_000 })).toContain('Older turns are summarized')
    expect(at(100, { isOpen: false })).toBe('This session is closed: the next message opens another.')
  })

  test('is not told before a brain has said what holds for it', () => {
    expect(at(100, { isKnown: false })).toBe('What happens as the context fills is known after the first answer.')
  })

  test('is told without a window too', () => {
    const facts = { isKnown: true, tokens: 100, window: undefined, growth, turns: 1, isOpen: true }
    expect(whatHappensNext(facts).map(({ en }) => en)).toEqual([
      'Older turns are summarized from 50,000 tokens or 20 turns on. How much the model can read is unknown.',
      'With this turn it is at 100 tokens, 1 turn. Nothing is removed yet.',
    ])
    expect(contextMarks(facts)).toEqual([{ tokens: 50_000, what: summarising }])
    expect(contextMarks({ ...facts, window: 200_000 })).toEqual([
      { tokens: 50_000, what: summarising },
      { tokens: 120_000, what: clearing },
    ])
  })
})
