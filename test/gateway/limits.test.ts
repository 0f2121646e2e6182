import { describe, expect, test } from 'vitest'
import { ana, context, laneSummary, now, open, you } from './world.ts'

describe('context_truncation', () => {
  const messages = [ana(1, '-9m', 'tell me a long story please'), you(2, '-8m', 'Once upon a time there was a dog.')]

  test('cuts our own long lines, never those of people', () => {
    expect(context(open({ messages }, 'go on', { contextTruncation: 12 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] tell me a long story please
      [you 09:52] Once upon a…
      </history>"
    `)
  })
  test('0 keeps them whole', () => {
    expect(context(open({ messages }, 'go on', { contextTruncation: 0 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] tell me a long story please
      [you 09:52] Once upon a time there was a dog.
      </history>"
    `)
  })
  test('does not cut what is replied to', () => {
    expect(context(open({ messages }, 'go on', { contextTruncation: 12 }, { replyTo: 2 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] tell me a long story please
      </history>

      <quoted-reply on="2026-03-14, earlier today">
      [you 09:52] Once upon a time there was a dog.
      </quoted-reply>"
    `)
  })
  test('never parts a pair', () => {
    const smiling = [ana(1, '-9m', 'hi'), you(2, '-8m', '😀😀😀😀😀😀')]
    expect(context(open({ messages: smiling }, 'go on', { contextTruncation: 6 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:51] hi
      [you 09:52] 😀😀…
      </history>"
    `)
  })
})

describe('context_recency_hours', () => {
  const messages = [
    ana(1, '-5d', 'five days ago'),
    ana(2, '-26h', 'yesterday'),
    ana(3, '-3h', 'three hours ago'),
    ana(4, '-100m', 'a good hour ago'),
    ana(5, '-5m', 'just now'),
  ]
  const few = { alwaysIncludeRecent: 0, contextMinMessages: 0 }

  test('cuts what is older', () => {
    const assembly = open({ messages }, 'ok', { ...few, contextRecencyHours: 2 })
    expect(context(assembly)).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 08:20] a good hour ago
      [2026-03-14, this conversation]
      [Ana 09:55] just now
      </history>"
    `)
    expect(assembly.leftOut.nearest.map(({ id, reason }) => `${id}: ${reason}`)).toMatchInlineSnapshot(`
      [
        "3: older than 2 hours",
        "2: older than 2 hours",
        "1: older than 2 hours",
      ]
    `)
  })
  test('but keeps context_min_messages all the same', () => {
    const settings = { ...few, contextRecencyHours: 2, contextMinMessages: 4 }
    expect(context(open({ messages }, 'ok', settings))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-13, yesterday]
      [Ana 08:00] yesterday
      [2026-03-14, earlier today]
      [Ana 07:00] three hours ago
      [Ana 08:20] a good hour ago
      [2026-03-14, this conversation]
      [Ana 09:55] just now
      </history>"
    `)
  })
  test('and what is always included', () => {
    const settings = { ...few, contextRecencyHours: 2, alwaysIncludeRecent: 3 }
    expect(context(open({ messages }, 'ok', settings))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [Ana 07:00] three hours ago
      [Ana 08:20] a good hour ago
      [2026-03-14, this conversation]
      [Ana 09:55] just now
      </history>"
    `)
  })
  test('cuts the summaries of older conversations too', () => {
    const summaries = { 1: 'Old news.', 2: 'Yesterday’s news.' }
    expect(context(open({ messages, summaries }, 'ok', { ...few, contextRecencyHours: 30 }))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-13, yesterday]
      [summary of 1 line, 08:00] Yesterday’s news.
      [2026-03-14, earlier today]
      [Ana 07:00] three hours ago
      [Ana 08:20] a good hour ago
      [2026-03-14, this conversation]
      [Ana 09:55] just now
      </history>"
    `)
  })
  test('0 cuts nothing', () => {
    const shown = open({ messages }, 'ok', few).context
    expect(messages.every(({ text }) => shown.includes(text))).toBe(true)
  })
})

describe('/context clear', () => {
  const messages = [
    ana(1, '-3d', 'old plan'),
    ana(2, '-50m', 'plan A'),
    you(3, '-49m', 'Fine.'),
    ana(4, '-5m', 'plan B'),
  ]
  const past = { messages, marks: { clearedAt: new Date(now.getTime() - 600_000) } }

  test('is a floor for history, what is always included and recall', () => {
    expect(context(open({ ...past, found: [1, 2] }, 'which plan?'))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:55] plan B
      </history>"
    `)
  })
  test('and for the lane summary', () => {
    const summary = laneSummary('There was an old plan.', messages[0] ?? ana(0, '-1m', ''))
    expect(open({ ...past, laneSummary: summary }).context).not.toContain('old plan')
  })
  test('and for the summary of a conversation that began before it', () => {
    expect(open({ ...past, summaries: { 2: 'Plan A was fine.' } }).context).not.toContain('Plan A')
  })
})

test('lookback_count bounds what is considered outside the active conversation', () => {
  const messages = [6, 5, 4, 3, 2].map((n) => ana(10 - n, `-${n}h`, `${n} hours ago`))
  expect(context(open({ messages }, 'a joke', { lookbackCount: 2, alwaysIncludeRecent: 0 }))).toMatchInlineSnapshot(`
    "<history>
    [2026-03-14, earlier today]
    [Ana 07:00] 3 hours ago
    [Ana 08:00] 2 hours ago
    </history>"
  `)
})

test('enabled = false shows none of this', () => {
  const messages = [ana(1, '-9m', 'my dog is <Rex>'), you(2, '-8m', 'Fine.')]
  const { system, text, context: shown, parts } = open({ messages }, 'a < b', { enabled: false }, { replyTo: 2 })
  expect(system).toMatch(/^You are Skein/)
  expect(system).not.toMatch(/<|Rex/)
  expect([text, shown, parts.map(({ kind }) => kind)]).toEqual(['a < b', '', ['policy', 'message']])
})

test('a persona stands between the policy and everything that was said', () => {
  const { system } = open({ messages: [ana(1, '-9m', 'hi')] }, 'ok', {}, { persona: 'You speak like a sailor.' })
  expect(system.indexOf('sailor')).toBeGreaterThan(system.indexOf('You are Skein'))
  expect(system.indexOf('sailor')).toBeLessThan(system.indexOf('<history'))
})
