import { describe, expect, test } from 'vitest'
import { ana, context, laneSummary, open, you } from './world.ts'

const few = { alwaysIncludeRecent: 0 }

describe('yesterday and before', () => {
  const messages = [
    ana(1, '-20d', 'we sold the boat'),
    ana(2, '-6d', 'the roof leaks'),
    you(3, '-6d', 'I found a roofer.'),
    ana(4, '-26h', 'Lisbon on Friday?'),
    you(5, '-26h', 'Booked.'),
    ana(6, '-5m', 'hello'),
    you(7, '-4m', 'Hi.'),
  ]
  const summaries = { 1: 'The boat was sold.', 2: 'A roofer was found.', 4: 'Lisbon was booked.' }

  test('conversations of up to seven days are told by their summaries', () => {
    expect(context(open({ messages, summaries }, 'ok', few))).toMatchInlineSnapshot(`
      "<history>
      [2026-02-22, 3 weeks ago]
      [Ana 10:00] we sold the boat
      [2026-03-08, 6 days ago]
      [summary of 2 lines, 10:00] A roofer was found.
      [2026-03-13, yesterday]
      [summary of 2 lines, 08:00] Lisbon was booked.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })

  test('older_days moves that line', () => {
    expect(context(open({ messages, summaries }, 'ok', { ...few, olderDays: 3 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-02-22, 3 weeks ago]
      [Ana 10:00] we sold the boat
      [2026-03-08, 6 days ago]
      [Ana 10:00] the roof leaks
      [you 10:00] I found a roofer.
      [2026-03-13, yesterday]
      [summary of 2 lines, 08:00] Lisbon was booked.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })

  test('a conversation without a summary is shown line by line', () => {
    expect(context(open({ messages: messages.slice(3) }, 'ok', few))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-13, yesterday]
      [Ana 08:00] Lisbon on Friday?
      [you 08:00] Booked.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })

  test('what is older the lane summary carries', () => {
    const past = {
      messages,
      summaries,
      laneSummary: laneSummary('## Facts\n- The boat was sold.', messages[2] ?? ana(0, '-1m', '')),
    }
    expect(context(open(past, 'ok', few))).toMatchInlineSnapshot(`
      "<lane-summary from="2025-12-14" to="2026-03-08 10:00" messages="3">
      ## Facts
      - The boat was sold.
      </lane-summary>

      <history>
      [2026-03-13, yesterday]
      [summary of 2 lines, 08:00] Lisbon was booked.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })

  test('a line that the lane summary covers is not shown again', () => {
    const past = {
      messages: messages.slice(3),
      laneSummary: laneSummary('Lisbon was booked.', messages[4] ?? ana(0, '-1m', '')),
    }
    const assembly = open(past, 'ok', few)
    expect(context(assembly)).toMatchInlineSnapshot(`
      "<lane-summary from="2025-12-14" to="2026-03-13 08:00" messages="5">
      Lisbon was booked.
      </lane-summary>

      <history>
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
    expect(assembly.leftOut.nearest).toMatchInlineSnapshot(`
      [
        {
          "id": 5,
          "reason": "the summary of the chat covers it",
        },
        {
          "id": 4,
          "reason": "the summary of the chat covers it",
        },
      ]
    `)
  })

  test('but one that was stored before its first line is in none of it', () => {
    const [, , , asked, booked = ana(0, '-1m', '')] = messages
    const past = {
      messages: messages.slice(3),
      laneSummary: laneSummary('It is booked.', booked, { fromId: booked.id }),
    }
    const assembly = open(past, 'ok', few)
    expect(assembly.shown).toContain(asked?.id)
    expect(assembly.leftOut.nearest).toEqual([{ id: booked.id, reason: 'the summary of the chat covers it' }])
  })

  test('and a line that came by two ways counts once for a summary of two', () => {
    const summary = laneSummary('Lisbon was booked.', messages[4] ?? ana(0, '-1m', ''), { fromId: 4, messages: 2 })
    // Both lines are ours, so that none of them brings the other as its question.
    const own = messages.slice(3).map((one) => (one.id === 4 ? { ...one, author: 'bot' as const } : one))
    const past = { messages: own, laneSummary: summary }
    expect(open({ ...past, found: [5] }, 'the boat?', few).context).toContain('Lisbon was booked.')
    expect(open({ ...past, found: [5, 4] }, 'the boat?', few).context).not.toContain('Lisbon was booked.')
  })

  test('unless it is one of the last that are always included', () => {
    const past = {
      messages: messages.slice(3),
      laneSummary: laneSummary('Lisbon was booked.', messages[4] ?? ana(0, '-1m', '')),
    }
    expect(context(open(past, 'ok', { alwaysIncludeRecent: 3 }))).toMatchInlineSnapshot(`
      "<lane-summary from="2025-12-14" to="2026-03-13 08:00" messages="5">
      Lisbon was booked.
      </lane-summary>

      <history>
      [2026-03-13, yesterday]
      [you 08:00] Booked.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })

  test('or is recalled', () => {
    const past = {
      messages,
      summaries,
      found: [1],
      laneSummary: laneSummary('Things were sold.', messages[2] ?? ana(0, '-1m', '')),
    }
    expect(context(open(past, 'the boat?', few))).toMatchInlineSnapshot(`
      "<lane-summary from="2025-12-14" to="2026-03-08 10:00" messages="3">
      Things were sold.
      </lane-summary>

      <recalled note="earlier passages that may be relevant; … marks a gap">
      [2026-02-22, 3 weeks ago]
      [Ana 10:00] we sold the boat
      </recalled>

      <history>
      [2026-03-13, yesterday]
      [summary of 2 lines, 08:00] Lisbon was booked.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })

  test('a conversation whose every line is in anyway needs no summary', () => {
    expect(context(open({ messages: messages.slice(3), summaries }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-13, yesterday]
      [Ana 08:00] Lisbon on Friday?
      [you 08:00] Booked.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      [you 09:56] Hi.
      </history>"
    `)
  })
})

test('a summary of which hardly more than a heading fits is not shown, and recall has its room', () => {
  const text = `## Goals\n${'- a goal of hers that is told in a line\n'.repeat(60)}`
  const old = Array.from({ length: 160 }, (_, n) =>
    ana(n + 1, '-60d', `We sold boat ${n} and spoke of it for a while.`),
  )
  const summary = laneSummary(text, old.at(-1) ?? ana(0, '-1m', ''), { made: 'extract', messages: 900 })
  const past = { messages: [...old, ana(999, '-5m', 'hello')], found: old.map(({ id }) => id), laneSummary: summary }
  const few = { lookbackCount: 0, alwaysIncludeRecent: 1, contextMinMessages: 0 }
  const [small, large] = [2000, 8000].map((maxTokens) => open(past, 'the boats?', { ...few, maxTokens }))
  expect(small?.context).not.toContain('lane-summary')
  expect(small?.tokens).toBeGreaterThan(0.96 * 2000)
  expect(large?.context).toContain('## Goals\n- a goal of hers')
})

test('a summary that is larger than its room loses whole lines, and says how many', () => {
  const notes = Array.from({ length: 80 }, (_, n) => `- Note ${n} about the boat and what it costs.`).join('\n')
  const past = { laneSummary: laneSummary(`## Facts\n${notes}`, ana(1, '-40d', 'x')) }
  const shown = context(open(past, 'what does the boat cost?', { maxTokens: 500 }))
  expect(shown).toMatch(/costs\.\n\(\d\d older notes are left out\)\n<\/lane-summary>$/)
})
