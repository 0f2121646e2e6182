import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane, topicLane } from '../../src/domain/ids.ts'
import type { PastMessage } from '../../src/gateway/past.ts'
import type { GatewaySettings } from '../../src/gateway/question.ts'
import { estimateTokens } from '../../src/gateway/tokens.ts'
import { size } from '../support/sizes.ts'
import { type Asked, ana, chat, goOn, lane, laneSummary, now, open, type Past, when } from './world.ts'

const elsewhere = makeChatId('telegram', 'other')
const lanes = [lane, lane, lane, topicLane(chat, '7'), rootLane(elsewhere)]

/** Every text is marked with who may read it and by its id, so that it can be found again. */
const aMessage = fc.record({
  lane: fc.constantFrom(...lanes),
  minutes: fc.integer({ min: 0, max: 60 * 24 * 20 }),
  author: fc.constantFrom('human' as const, 'bot' as const),
  origin: fc.constantFrom('chat' as const, 'chat' as const, 'chat' as const, 'scheduled' as const),
  trust: fc.constantFrom('owner' as const, 'owner' as const, 'guest' as const, 'untrusted' as const),
  text: fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.nat(40).map((n) => 'some words of prose and 漢字 '.repeat(n)),
    fc.nat(9).map((n) => '😀<b>&'.repeat(n * n)),
  ),
})

const aWorld = fc.record({
  messages: fc.array(aMessage, { maxLength: 14 }).map(toMessages),
  settings: fc.record({
    maxTokens: fc.integer({ min: 500, max: 4000 }),
    maxBytes: fc.constantFrom<number>(3000, 1_000_000),
    lookbackCount: fc.integer({ min: 0, max: 20 }),
    alwaysIncludeRecent: fc.integer({ min: 0, max: 5 }),
    contextRecencyHours: fc.constantFrom(0, 0, 5, 50),
    contextMinMessages: fc.integer({ min: 0, max: 6 }),
    previousTasksCount: fc.integer({ min: 0, max: 3 }),
    contextTruncation: fc.constantFrom(0, 0, 50),
    recallShare: fc.constantFrom(0, 0.35, 0.6),
  }),
  asked: fc.record({
    replyTo: fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }),
    factor: fc.constantFrom(0.8, 1, 1.4),
  }),
  found: fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 14 }),
  cleared: fc.option(fc.integer({ min: 0, max: 60 * 24 * 20 }), { nil: undefined }),
  summarised: fc.option(fc.nat(3000), { nil: undefined }),
})
type Assembly = ReturnType<typeof open>
type World = typeof aWorld extends fc.Arbitrary<infer W> ? W : never

function toMessages(drawn: (typeof aMessage extends fc.Arbitrary<infer M> ? M : never)[]): PastMessage[] {
  return drawn.map(({ minutes, text, ...rest }, place) => {
    const id = place + 1
    const inChat = rest.lane === rootLane(elsewhere) ? elsewhere : chat
    const readable = inChat === chat ? 'open' : 'secret'
    return ana(id, new Date(now.getTime() - minutes * 60_000).toISOString(), `${readable}#${id}# ${text}`, {
      ...rest,
      chat: inChat,
    })
  })
}

function assemble({ messages, settings, asked, found, cleared, summarised }: World) {
  const upTo = messages.find((one) => one.lane === lane)
  const past: Past = {
    messages,
    found,
    marks: { clearedAt: cleared === undefined ? undefined : new Date(now.getTime() - cleared * 60_000) },
    summaries: Object.fromEntries(messages.map(({ id }) => [id, `summary of ${id}`])),
    ...(summarised !== undefined && upTo && { laneSummary: laneSummary('fact '.repeat(summarised), upTo) }),
  }
  const given: Partial<GatewaySettings> = settings
  const { replyTo, factor } = asked
  const ask: Asked = { factor, ...(replyTo && { replyTo }) }
  return { past, given, ask, assembly: open(past, 'and now?', given, ask) }
}

function check(runs: number, property: (world: World) => void) {
  fc.assert(fc.property(aWorld, property), { numRuns: size(runs / 5, runs) })
}

/** Where a message stands in a prompt; -1 when it does not. */
const placeOf = (context: string, { id }: PastMessage) => context.indexOf(`#${id}#`)

/** Not by our estimate, not by characters / 4, not in bytes. */
function isWithinBudget({ settings, asked }: World, assembly: Assembly): void {
  const { maxTokens, maxBytes } = settings
  const estimate = estimateTokens(assembly.context, asked.factor)
  expect(estimate).toBeLessThanOrEqual(maxTokens)
  expect(assembly.tokens).toBe(estimate)
  expect(Math.ceil(assembly.context.length / 4)).toBeLessThanOrEqual(maxTokens)
  expect(Buffer.byteLength(assembly.context)).toBeLessThanOrEqual(maxBytes)
  expect(`${assembly.system}\n\n${assembly.text}`).toContain(assembly.context)
}

function isInOrder({ messages }: World, { context }: Assembly): void {
  // What is recalled is grouped by day and lane, under a heading each.
  const inGroups = (block: string) => (/^<?recalled-/.test(block) ? block.split(/^\[[^\]]*\]$/m) : [block])
  for (const block of context.split('\n\n<').flatMap(inGroups)) {
    const ids = [...block.matchAll(/^\[[^\]]*\] (?:open|secret)#(\d+)#/gm)].map(([, id]) => Number(id))
    const times = ids.map((id) => messages.find((one) => one.id === id)?.at.getTime() ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  }
}

describe('in any world', { timeout: 120_000 }, () => {
  // What is made is dear, and each of these can look at the same: one world, made once.
  test('the budget holds, lines of a block or of a group in it stand in the order of time, and nobody reads what they may not', () => {
    check(2500, (world) => {
      const { past, given, ask, assembly } = assemble(world)
      isWithinBudget(world, assembly)
      isInOrder(world, assembly)
      const going = goOn(past, { newMessages: world.messages.slice(0, 5) }, 'and now?', given, ask)
      expect(`${assembly.system}${assembly.text}${going.text}`).not.toContain('secret#')
    })
  })

  test('what is guaranteed is in', () => {
    check(2000, (drawn) => {
      // Below this there is no room for even the ends of ten messages.
      const settings = { ...drawn.settings, maxTokens: drawn.settings.maxTokens + 1000, maxBytes: 1_000_000 }
      const world = { ...drawn, settings }
      const { assembly, past } = assemble(world)
      const floor = past.marks?.clearedAt
      const recent = world.messages
        .filter((one) => one.lane === lane && one.origin === 'chat' && (!floor || one.at > floor))
        .toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
      const target = world.messages.find(({ id, chat: inChat }) => id === world.asked.replyTo && inChat === chat)
      const lastAnswer = recent.slice(0, world.settings.lookbackCount).find(({ author }) => author === 'bot')
      const wanted = [...recent.slice(0, world.settings.alwaysIncludeRecent), target, lastAnswer]
      for (const one of wanted) if (one) expect(placeOf(assembly.context, one)).toBeGreaterThan(-1)
      if (target) expect(placeOf(assembly.text, target)).toBeGreaterThan(-1)
    })
  })

  test('the same input gives the same bytes', () => {
    check(500, (world) => {
      expect(assemble(world).assembly).toEqual(assemble(world).assembly)
    })
  })

  test('nothing newer than the moment of asking counts, and nothing behind the floor but what is replied to', () => {
    check(1000, (world) => {
      const { past, given } = assemble(world)
      const { context } = open(past, 'and now?', given, { at: when('-5d').toISOString() })
      const floor = past.marks?.clearedAt
      const hidden = world.messages.filter(({ at }) => at > when('-5d') || (floor && at <= floor))
      for (const one of hidden) expect(placeOf(context, one)).toBe(-1)
    })
  })
})
