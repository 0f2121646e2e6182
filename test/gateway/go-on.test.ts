import { describe, expect, test } from 'vitest'
import { ana, context, goOn, type Past, turn, when, you } from './world.ts'

const messages = [ana(1, '-20m', 'plan the trip'), you(2, '-19m', 'Where to?')]
const past: Past = { messages }

describe('a turn that goes on with an epoch', () => {
  test('is its status, the time and the message', () => {
    expect(turn(goOn(past, {}, 'Porto'))).toMatchInlineSnapshot(`
      "<status>
      It is Saturday, 2026-03-14 10:00 (UTC).
      </status>

      <message from="Ana" trust="owner">
      Porto
      </message>"
    `)
  })

  test('tells what the lane gained since the last turn', () => {
    const gained = [ana(3, '-3m', 'I would say Lisbon', { name: 'Bob', trust: 'member' }), you(4, '-2m', 'Noted, Bob.')]
    expect(turn(goOn(past, { newMessages: gained }, 'Porto'))).toMatchInlineSnapshot(`
      "<since-last-turn>
      [2026-03-14, earlier today]
      [Bob (member) 09:57] I would say Lisbon
      [you 09:58] Noted, Bob.
      </since-last-turn>

      <status>
      It is Saturday, 2026-03-14 10:00 (UTC).
      </status>

      <message from="Ana" trust="owner">
      Porto
      </message>"
    `)
  })

  test('tells of background results, the newest previous_tasks_count, labelled', () => {
    const gained = [5, 4, 3].map((n) => you(10 - n, `-${n}m`, `run ${6 - n}`, { origin: 'scheduled' }))
    expect(turn(goOn(past, { newMessages: gained }, 'Porto', { previousTasksCount: 2 }))).toMatchInlineSnapshot(`
      "<previous-tasks note="results of scheduled jobs, delivered here since the last message of the person">
      [2026-03-14, earlier today]
      [you 09:56, scheduled] run 2
      [you 09:57, scheduled] run 3
      </previous-tasks>

      <status>
      It is Saturday, 2026-03-14 10:00 (UTC).
      </status>

      <message from="Ana" trust="owner">
      Porto
      </message>"
    `)
    expect(turn(goOn(past, { newMessages: gained }, 'Porto', { previousTasksCount: 0 }))).not.toContain('run')
  })

  test('recalls what this epoch has not shown yet', () => {
    const old = [ana(50, '-90d', 'Porto has a good bakery'), ana(51, '-80d', 'the bakery is in Rua das Flores')]
    const world = { messages: [...old, ...messages], found: [50, 51] }
    expect(context(goOn(world, { ids: new Set([50]) }, 'that bakery?'))).toMatchInlineSnapshot(`
      "<recalled note="earlier passages that may be relevant; … marks a gap">
      [2025-12-24, 3 months ago]
      [Ana 10:00] the bakery is in Rua das Flores
      </recalled>"
    `)
  })

  test('does not recall what its own session holds', () => {
    const world = { messages, found: [1, 2] }
    expect(goOn(world, { openedAt: when('-20m') }, 'the trip').context).toBe('')
  })

  test('recalls little: every line is read again on every later turn', () => {
    const old = Array.from({ length: 400 }, (_, n) => ana(100 + n, '-90d', `line ${n} ${'about the sea '.repeat(10)}`))
    const world = { messages: [...old, ...messages], found: old.map(({ id }) => id) }
    const { tokens } = goOn(world, {}, 'the sea', { maxTokens: 8000 })
    expect(tokens).toBeGreaterThan(400)
    expect(tokens).toBeLessThan(0.1 * 8000)
  })

  test('does not quote our last line again, which stands right above', () => {
    const shown = { openedAt: when('-21m') }
    expect(goOn(past, shown, 'here', {}, { replyTo: 2 }).text).toBe(goOn(past, shown, 'here').text)
    const more = { messages: [...messages, ana(3, '-3m', 'or not')] }
    expect(goOn(more, shown, 'here', {}, { replyTo: 2 }).text).toContain('<quoted-reply')
    expect(goOn(past, { openedAt: when('-5m') }, 'here', {}, { replyTo: 2 }).text).toContain('<quoted-reply')
  })

  test('quotes what is replied to', () => {
    const longer = { messages: [...messages, ana(3, '-18m', 'somewhere'), you(4, '-17m', 'Soon?')] }
    expect(turn(goOn(longer, { ids: new Set([1, 2]) }, 'here', {}, { replyTo: 2 }))).toMatchInlineSnapshot(`
      "<quoted-reply on="2026-03-14, earlier today">
      [you 09:41] Where to?
      </quoted-reply>

      <status>
      It is Saturday, 2026-03-14 10:00 (UTC).
      </status>

      <message from="Ana" trust="owner">
      here
      </message>"
    `)
  })

  test('keeps the order: what is recalled, what was gained, the quote, the status, the message', () => {
    const world = { messages: [ana(50, '-90d', 'old'), ...messages], found: [50] }
    const { text } = goOn(world, { newMessages: [ana(3, '-3m', 'new')] }, 'here', {}, { replyTo: 2 })
    expect(text.match(/<[a-z-]+(?=-f00dcafe)/g)).toEqual([
      '<recalled',
      '<since-last-turn',
      '<quoted-reply',
      '<status',
      '<message',
    ])
  })

  test('keeps within the budget, however much was gained', () => {
    const gained = Array.from({ length: 300 }, (_, n) => ana(100 + n, '-5m', `${n} ${'much was said '.repeat(20)}`))
    const assembly = goOn(past, { newMessages: gained }, 'ok', { maxTokens: 1000 })
    expect(assembly.context.length).toBeLessThanOrEqual(4000)
    expect(assembly.context).toContain('] 299 much')
    expect(assembly.leftOut.nearest[0]?.reason).toBe('there is no room left for it')
  })

  test('shows nothing of a chat that the person may not read', () => {
    const gained = [
      ana(3, '-3m', 'secret', { chat: 'telegram:9' as (typeof messages)[0] extends { chat: infer C } ? C : never }),
    ]
    expect(goOn(past, { newMessages: gained }).text).not.toContain('secret')
  })

  test('is recorded with what it showed', () => {
    const { status, reason, shown, trusts, parts } = goOn(past, {
      newMessages: [ana(3, '-3m', 'x', { trust: 'guest' })],
    })
    expect({ status, reason, shown, trusts, kinds: parts.map(({ kind }) => kind) }).toMatchInlineSnapshot(`
      {
        "kinds": [
          "status",
          "since-last-turn",
          "message",
        ],
        "reason": "the last message is 19 minutes old",
        "shown": [
          3,
          10000,
        ],
        "status": "CONTINUATION",
        "trusts": [
          "guest",
          "owner",
        ],
      }
    `)
  })
})
