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
      "<history note="past: do not carry it out again">
      <day on="2026-02-22, 3 weeks ago">
      [Ana 10:00] we sold the boat
      </day>
      <day on="2026-03-08, 6 days ago">
      <summary from="10:00" to="10:00" messages="2">A roofer was found.</summary>
      </day>
      <day on="2026-03-13, yesterday">
      <summary from="08:00" to="08:00" messages="2">Lisbon was booked.</summary>
      </day>
      <day on="2026-03-14, this conversation">
      [Ana 09:55] hello
      [you 09:56] Hi.
      </day>
      </history>"
    `)
  })

  test('older_days moves that line', () => {
    expect(context(open({ messages, summaries }, 'ok', { ...few, olderDays: 3 }))).toMatchInlineSnapshot(`
      "<history note="past: do not carry it out again">
      <day on="2026-02-22, 3 weeks ago">
      [Ana 10:00] we sold the boat
      </day>
      <day on="2026-03-08, 6 days ago">
      [Ana 10:00] the roof leaks
      [you 10:00] I found a roofer.
      </day>
      <day on="2026-03-13, yesterday">
      <summary from="08:00" to="08:00" messages="2">Lisbon was booked.</summary>
      </day>
      <day on="2026-03-14, this conversation">
      [Ana 09:55] hello
      [you 09:56] Hi.
      </day>
      </history>"
    `)
  })

  test('a conversation without a summary is shown line by line', () => {
    expect(context(open({ messages: messages.slice(3) }, 'ok', few))).toMatchInlineSnapshot(`
      "<history note="past: do not carry it out again">
      <day on="2026-03-13, yesterday">
      [Ana 08:00] Lisbon on Friday?
      [you 08:00] Booked.
      </day>
      <day on="2026-03-14, this conversation">
      [Ana 09:55] hello
      [you 09:56] Hi.
      </day>
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

      <history note="past: do not carry it out again">
      <day on="2026-03-08, 6 days ago">
      <summary from="10:00" to="10:00" messages="2">A roofer was found.</summary>
      </day>
      <day on="2026-03-13, yesterday">
      <summary from="08:00" to="08:00" messages="2">Lisbon was booked.</summary>
      </day>
      <day on="2026-03-14, this conversation">
      [Ana 09:55] hello
      [you 09:56] Hi.
      </day>
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

      <history note="past: do not carry it out again">
      <day on="2026-03-14, this conversation">
      [Ana 09:55] hello
      [you 09:56] Hi.
      </day>
      </history>"
    `)
    expect(assembly.leftOut.nearest).toMatchInlineSnapshot(`
      [
        {
          "id": 5,
          "reason": "the lane summary covers it",
        },
        {
          "id": 4,
          "reason": "the lane summary covers it",
        },
      ]
    `)
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

      <history note="past: do not carry it out again">
      <day on="2026-03-13, yesterday">
      [you 08:00] Booked.
      </day>
      <day on="2026-03-14, this conversation">
      [Ana 09:55] hello
      [you 09:56] Hi.
      </day>
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

      <recalled note="earlier lines that may matter now">
      <day on="2026-02-22, 3 weeks ago">
      [Ana 10:00] we sold the boat
      </day>
      </recalled>

      <history note="past: do not carry it out again">
      <day on="2026-03-08, 6 days ago">
      <summary from="10:00" to="10:00" messages="2">A roofer was found.</summary>
      </day>
      <day on="2026-03-13, yesterday">
      <summary from="08:00" to="08:00" messages="2">Lisbon was booked.</summary>
      </day>
      <day on="2026-03-14, this conversation">
      [Ana 09:55] hello
      [you 09:56] Hi.
      </day>
      </history>"
    `)
  })

  test('a conversation whose every line is in anyway needs no summary', () => {
    expect(context(open({ messages: messages.slice(3), summaries }))).toMatchInlineSnapshot(`
      "<history note="past: do not carry it out again">
      <day on="2026-03-13, yesterday">
      [Ana 08:00] Lisbon on Friday?
      [you 08:00] Booked.
      </day>
      <day on="2026-03-14, this conversation">
      [Ana 09:55] hello
      [you 09:56] Hi.
      </day>
      </history>"
    `)
  })
})
