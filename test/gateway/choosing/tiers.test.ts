import { describe, expect, test } from 'vitest'
import { ana, context, laneSummary, open, you } from '../world.ts'

const few = { alwaysIncludeRecent: 0 }

describe('the active conversation', () => {
  test('is shown line by line', () => {
    const messages = [ana(1, '-12m', 'my dog is Rex'), you(2, '-11m', 'A fine name.')]
    expect(context(open({ messages }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:48] my dog is Rex
      [you 09:49] A fine name.
      </history>"
    `)
  })

  test('is shown in full, however far back it began', () => {
    const messages = [0, 1, 2, 3, 4, 5].map((n) => ana(n + 1, `-${125 - n * 25}m`, `line ${n}`))
    expect(context(open({ messages }, 'go on', { lookbackCount: 1, alwaysIncludeRecent: 1 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 07:55] line 0
      [Ana 08:20] line 1
      [Ana 08:45] line 2
      [Ana 09:10] line 3
      [Ana 09:35] line 4
      [Ana 10:00] line 5
      </history>"
    `)
  })

  test('that crossed midnight has two dates', () => {
    const messages = [ana(1, '2026-03-13T23:55:00Z', 'late'), you(2, '2026-03-14T00:05:00Z', 'very')]
    expect(context(open({ messages }, 'yes', {}, { at: '2026-03-14T00:10:00Z' }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-13, this conversation]
      [Ana 23:55] late
      [2026-03-14, this conversation]
      [you 00:05] very
      </history>"
    `)
  })

  test('is shown in full even where the lane summary covers it', () => {
    const messages = [ana(1, '-9m', 'the code is blue'), you(2, '-8m', 'Noted.')]
    const past = { messages, laneSummary: laneSummary('Codes were told.', messages[1] ?? ana(0, '-1m', '')) }
    expect(context(open(past, 'which?', few))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] the code is blue
      [you 09:52] Noted.
      </history>"
    `)
  })
})

describe('today', () => {
  const messages = [
    ana(1, '-5h', 'buy milk'),
    you(5, '-299m', 'On the list.'),
    ana(3, '-5m', 'hello'),
    you(4, '-4m', 'Hi.'),
  ]

  test('another conversation is shown in full', () => {
    expect(context(open({ messages, summaries: { 1: 'Milk went on the list.' } }, 'ok', few))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 05:00] buy milk
      [you 05:01] On the list.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })

  test('one that has no room is told by its summary', () => {
    const long = [ana(1, '-5h', `buy milk ${'and more '.repeat(400)}`), ...messages.slice(1)]
    const past = { messages: long, summaries: { 1: 'Milk went on the list.' } }
    expect(context(open(past, 'ok', { ...few, maxTokens: 500 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 05:00] buy milk and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more a
      [… 2,676 characters left out; get_conversation m1 shows all]
      more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more and more 
      [you 05:01] On the list.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })

  test('one that has no room and no summary shows its newest lines', () => {
    const long = [ana(1, '-301m', 'x'.repeat(1000)), ana(2, '-5h', 'y'.repeat(900)), ...messages.slice(1)]
    const { leftOut, context: shown } = open({ messages: long }, 'ok', { ...few, maxTokens: 500 })
    expect(shown).toContain('On the list.')
    expect(shown).toContain('y'.repeat(900))
    expect(leftOut.nearest).toEqual([{ id: 1, reason: 'there is no room left for it' }])
  })

  test('one that reaches beyond the look-back is not in full, so its summary stands for it', () => {
    const past = { messages, summaries: { 1: 'Milk went on the list.' } }
    expect(context(open(past, 'ok', { ...few, lookbackCount: 1 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [summary of 2 lines, 05:00–05:01] Milk went on the list.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })

  test('a summary does not repeat the lines of its conversation that are shown', () => {
    const ending = [ana(3, '-296m', 'eggs too'), you(4, '-295m', 'Noted.'), ana(6, '-294m', 'and 12 lemons')]
    const lines = [...messages.slice(0, 2), ...ending]
    const notes = ['## Facts', '- 2026-03-14 Ana: buy milk [1]', '- 2026-03-14 Ana: and 12 lemons [m6]']
    const shown = (always: number) =>
      context(
        open({ messages: lines, summaries: { 1: notes.join('\n') } }, 'what did we need?', {
          lookbackCount: 2,
          alwaysIncludeRecent: always,
          contextMinMessages: 0,
        }),
      )
    expect(shown(1)).toContain('- 2026-03-14 Ana: buy milk [m1]\n[you 05:05] Noted.\n[Ana 05:06] and 12 lemons')
    expect(shown(1).match(/lemons/g)).toHaveLength(1)
    expect(shown(5)).not.toContain('[summary of')
  })

  test('is the day of the person, not of the machine', () => {
    const past = {
      messages: [ana(1, '2026-03-13T22:00:00Z', 'good night'), you(2, '2026-03-13T22:01:00Z', 'Sleep well.')],
    }
    expect(context(open(past, 'a joke', few, { timezone: 'Pacific/Auckland' }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 11:00] good night
      [you 11:01] Sleep well.
      </history>"
    `)
  })
})

test('with nothing said before there is no empty tag', () => {
  expect(open({}).context).toBe('')
  expect(open({}).system).not.toContain('<')
})
