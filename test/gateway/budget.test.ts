import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../src/gateway/tokens.ts'
import { ana, context, laneSummary, open, you } from './world.ts'

/** Words that differ and are made of letters, as most are. */
const words = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, n) => `${word}${String.fromCharCode(97 + (n % 26))}`).join(' ')

describe('a long active conversation', () => {
  const messages = Array.from({ length: 40 }, (_, n) => ana(n + 1, `-${29 - Math.floor(n / 2)}m`, words(30, 'line')))

  test('is filled from the newest and shown from the oldest', () => {
    const { shown, leftOut } = open({ messages }, 'ok', { maxTokens: 1000 })
    const oldest = Math.min(...shown)
    expect(shown).toEqual([...messages.map(({ id }) => id).filter((id) => id >= oldest), 10_000])
    expect(oldest).toBeGreaterThan(20)
    expect(leftOut.nearest[0]).toEqual({ id: oldest - 1, reason: 'there is no room left for it' })
  })

  test('leaves its share to recall', () => {
    const old = Array.from({ length: 40 }, (_, n) => ana(100 + n, '-90d', words(30, 'ancient')))
    const { parts } = open({ messages: [...old, ...messages], found: old.map(({ id }) => id) }, 'the rest', {
      maxTokens: 2000,
      lookbackCount: 0,
      alwaysIncludeRecent: 1,
    })
    const tokens = (kind: string) =>
      parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.tokens, 0)
    expect(tokens('recalled')).toBeGreaterThan(0.27 * 2000)
    expect(tokens('history')).toBeGreaterThan(0.5 * 2000)
  })

  test('leaves its share to the lane summary and to a quoted reply', () => {
    const essay = ana(99, '-40d', `${words(2000)} the end`)
    const summary = laneSummary(`Facts: ${words(2000, 'fact')} last`, essay)
    const { context: shown } = open(
      { messages: [essay, ...messages], laneSummary: summary },
      'ok',
      { maxTokens: 2000, lookbackCount: 0, alwaysIncludeRecent: 1 },
      { replyTo: 99 },
    )
    expect(/<lane-summary[^]*<\/lane-summary/.exec(shown)?.[0].length).toBeGreaterThan(0.11 * 8000)
    expect(/<quoted-reply[^]*<\/quoted-reply/.exec(shown)?.[0].length).toBeGreaterThan(0.11 * 8000)
  })
})

describe('room that one layer leaves', () => {
  const old = Array.from({ length: 60 }, (_, n) => ana(100 + n, '-90d', words(30, 'ancient')))
  const found = old.map(({ id }) => id)

  test('goes to recall, all of it', () => {
    const { context: shown, tokens } = open({ messages: [...old, ana(1, '-5m', 'hi')], found }, 'the rest', {
      maxTokens: 2000,
      lookbackCount: 0,
      alwaysIncludeRecent: 1,
    })
    expect(tokens).toBeGreaterThan(0.96 * 2000)
    expect(tokens).toBeLessThanOrEqual(2000)
    expect(shown.length).toBeLessThanOrEqual(8000)
  })

  test('goes to the history where nothing is recalled', () => {
    const messages = old.map((one, n) => ({ ...one, at: new Date(Date.parse('2026-03-14T09:40:00Z') + n * 1000) }))
    const { context: shown } = open({ messages }, 'ok', { maxTokens: 2000 })
    expect(shown.length).toBeGreaterThan(0.9 * 8000)
  })

  test('goes to the summary where recall has no use for it', () => {
    const summary = laneSummary(`${words(900, 'fact')} the end`, ana(1, '-40d', 'x'))
    expect(open({ laneSummary: summary }, 'ok', { maxTokens: 2000 }).context).toContain('the end')
  })
})

describe('conversations of earlier days that no summary stands for', () => {
  const recently = Array.from({ length: 20 }, (_, n) => ana(1 + n, '-3d', words(30, 'recent')))
  const old = Array.from({ length: 60 }, (_, n) => ana(100 + n, '-90d', words(30, 'ancient')))
  const tokensOf = ({ parts }: ReturnType<typeof open>, kind: string) =>
    parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.tokens, 0)

  test('gives way to recall, down to the last few lines', () => {
    const seen = open({ messages: [...old, ...recently], found: old.map(({ id }) => id) }, 'a joke', {
      maxTokens: 2000,
    })
    expect(tokensOf(seen, 'recalled')).toBeGreaterThan(0.6 * 2000)
    expect(seen.parts).toContainEqual(expect.objectContaining({ reason: 'one of the last 5' }))
    expect(seen.leftOut.nearest).toContainEqual({ id: 1, reason: 'there is no room left for it' })
  })

  test('has the room that recall has no use for', () => {
    const seen = open({ messages: [...old, ...recently], found: [100] }, 'a joke', { maxTokens: 2000 })
    expect(tokensOf(seen, 'history')).toBeGreaterThan(0.7 * 2000)
  })

  test('stays when the fast model picked it', () => {
    const ids = recently.map(({ id }) => id)
    const picked = { picked: new Set(ids), offered: new Set(ids), reason: 'picked' }
    const past = { messages: [...old, ...recently], found: old.map(({ id }) => id) }
    const [all, few] = [
      open(past, 'a joke', { maxTokens: 2000 }, {}, picked),
      open(past, 'a joke', { maxTokens: 2000 }),
    ]
    expect(tokensOf(all, 'history')).toBeGreaterThan(1.5 * tokensOf(few, 'history'))
  })
})

describe('an oversized message', () => {
  const story = `It began. ${'And then, and then. '.repeat(600)}It ended.`

  test('that is the newest is shown by its two ends, with where to read the rest', () => {
    const shown = context(open({ messages: [ana(812, '-5m', story)] }, 'ok', { maxTokens: 500, recallShare: 0 }))
    expect(shown.replace(/(And then, and then\. )+/g, '(…) ')).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, this conversation]
      [Ana 09:55] It began. (…) And 
      [… 11,338 characters left out; get_conversation m812 shows all]
      d then, and then. (…) It ended.
      </history>"
    `)
  })

  test('says no tool to a brain that has none', () => {
    const shown = context(open({ messages: [ana(812, '-5m', story)] }, 'ok', { maxTokens: 500, tools: false }))
    expect(shown).toMatch(/\n\[… [\d,]+ characters left out\]\n/)
  })

  test('does not push out the short ones beside it', () => {
    const messages = [ana(1, '-9m', 'my dog is Rex'), ana(2, '-8m', story), you(3, '-7m', 'What a story.')]
    const shown = context(open({ messages }, 'ok', { maxTokens: 500 }))
    expect(shown).toContain('[Ana 09:51] my dog is Rex')
    expect(shown).toContain('[you 09:53] What a story.')
    expect(shown).toMatch(/It began\.[^]*characters left out[^]*It ended\./)
  })

  test('is cut between characters', () => {
    for (let more = 0; more < 8; more += 1) {
      const text = `${'x'.repeat(more)}${'👩‍👩‍👧😀'.repeat(900)}`
      const shown = open({ messages: [ana(1, '-5m', text)] }, 'ok', { maxTokens: 500 }).context
      expect(shown.isWellFormed()).toBe(true)
      expect(shown).toContain('characters left out')
    }
  })

  test('that is recalled and fits nowhere is shown by its ends', () => {
    const messages = [ana(7, '-90d', story), ana(8, '-5m', 'hi')]
    const shown = context(
      open({ messages, found: [7] }, 'the rest', { maxTokens: 500, lookbackCount: 0, alwaysIncludeRecent: 1 }),
    )
    expect(shown).toMatch(
      /<recalled[^]*It began\.[^]*characters left out; get_conversation m7 shows all\][^]*It ended\./,
    )
  })
})

describe('recall', () => {
  const messages = [
    ana(1, '-90d', 'the long way'),
    ana(2, '-60d', words(3000)),
    ana(3, '-30d', 'the short way'),
    ana(4, '-5m', 'hi'),
  ]

  test('shows the best that fit whole, in the order of time', () => {
    const past = { messages: [messages[0] ?? ana(0, '-1m', ''), ...messages.slice(2)], found: [3, 1] }
    expect(context(open(past, 'which way?', { lookbackCount: 0, alwaysIncludeRecent: 1 }))).toMatchInlineSnapshot(`
      "<recalled note="earlier passages that may be relevant; … marks a gap">
      [2025-12-14, 3 months ago]
      [Ana 10:00] the long way
      …
      [2026-02-12, 4 weeks ago]
      [Ana 10:00] the short way
      </recalled>

      <history>
      [2026-03-14, this conversation]
      [Ana 09:55] hi
      </history>"
    `)
  })

  test('does not stop at one that is too long', () => {
    const text: Record<number, string> = { 2: words(250), 3: words(60) }
    const long = messages.map((one) => ({ ...one, text: text[one.id] ?? one.text }))
    const { shown, leftOut } = open({ messages: long, found: [3, 2, 1] }, 'which way?', {
      lookbackCount: 0,
      alwaysIncludeRecent: 1,
      maxTokens: 500,
    })
    expect(shown).toContain(1)
    expect(leftOut.nearest).toEqual([{ id: 2, reason: 'it was recalled, but there is no room left for it' }])
  })

  test('recall_share = 0 switches it off', () => {
    expect(
      open({ messages, found: [3, 1] }, 'x', { lookbackCount: 0, alwaysIncludeRecent: 1, recallShare: 0 }).context,
    ).not.toContain('way')
  })
})

describe('the estimate', () => {
  test.each([
    ['English prose', 'The ferry to the island leaves at nine and takes about two hours in good weather.', 16, 22],
    ['German prose', 'Die Fähre zur Insel fährt um neun Uhr ab und braucht bei gutem Wetter zwei Stunden.', 18, 26],
    ['Russian', 'Паром на остров отправляется в девять часов утра.', 14, 24],
    ['Chinese', '渡轮九点出发前往岛上,天气好时大约需要两个小时。', 20, 32],
    ['Japanese', 'フェリーは九時に出発します。', 11, 18],
    ['Korean', '배는 아홉 시에 출발합니다.', 8, 18],
    ['emoji', '😀🎉👍🏽', 8, 14],
    ['code', 'for (let i = 0; i < n; i++) { a[i] += b[i]; }', 14, 24],
    ['digits', '4111 1111 1111 1111', 6, 10],
  ])('of %s is near what tokenizers give', (_script, text, least, most) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(least)
    expect(estimateTokens(text)).toBeLessThanOrEqual(most)
  })

  test('is corrected by what a model reported', () => {
    const messages = Array.from({ length: 100 }, (_, n) => ana(n + 1, `-${20}m`, words(20, 'number')))
    const plain = open({ messages }, 'ok', { maxTokens: 2000 })
    const doubled = open({ messages }, 'ok', { maxTokens: 2000 }, { factor: 2 })
    expect(doubled.context.length).toBeLessThan(0.6 * plain.context.length)
    expect(doubled.tokens).toBeLessThanOrEqual(2000)
  })

  test('a limit in bytes binds where it is the tighter one', () => {
    const messages = Array.from({ length: 100 }, (_, n) => ana(n + 1, '-20m', '语言'.repeat(30)))
    const { context: shown } = open({ messages }, 'ok', { maxTokens: 30_000, maxBytes: 4000 })
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(4000)
    expect(Buffer.byteLength(shown)).toBeGreaterThan(3000)
  })
})
