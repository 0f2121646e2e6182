import { describe, expect, test } from 'vitest'
import { FULL_VIEW, type SessionView } from '../../../../src/spawner/native/context-window/view.ts'
import type { SessionTurn } from '../../../../src/spawner/native/session.ts'
import { createWorld, faultsOf, resultsOf, signal, step, textsOf, turn, wide } from './world.ts'

/** About 1,150 tokens. */
const page = 'letters '.repeat(700)

function talk(count: number, text = 'words'): SessionTurn[] {
  return Array.from({ length: count }, (_, index) => turn(`question ${index + 1} ${text}`, [], `answer ${index + 1}`))
}

describe('evict', () => {
  const session = (text: string) => ({ turns: [turn('Look.', [step('toolu_9', text)])], view: FULL_VIEW })

  test('a result over evict_tokens goes to a file; head, tail and the path are shown', async () => {
    const { growth, files, events } = createWorld({ evictTokens: 2000 })
    const long = `begin ${page}${page} end`
    const { messages } = await growth.fit(session(long), wide, signal)
    const [shown = ''] = resultsOf(messages)
    expect([...files]).toEqual([['kept/0-toolu_9.txt', long]])
    expect(shown).toMatch(
      /^begin letters .*\[… \d+ characters are left out here; the whole text is in the file kept\/0-toolu_9\.txt, which read_file can read …\].* end$/s,
    )
    expect(shown.length).toBeLessThanOrEqual(2000)
    expect(events).toMatchObject([{ layer: 'evict', told: 'One tool result was put into a file.' }])
    expect(events[0]?.after).toBeLessThan(events[0]?.before ?? 0)
  })

  test('one below stays, and one that went is not written again', async () => {
    const { growth, files, events } = createWorld({ evictTokens: 2000 })
    expect(resultsOf((await growth.fit(session(page), wide, signal)).messages)).toEqual([page])
    const first = await growth.fit(session(page + page), wide, signal)
    const second = await growth.fit({ ...session(page + page), view: first.view }, wide, signal)
    expect(second).toEqual(first)
    expect(files.size).toBe(1)
    expect(events).toHaveLength(1)
  })

  test('a small window holds no more than a fourth of itself, and half in one step', async () => {
    const { growth, files } = createWorld()
    await growth.fit(session(page), { ...wide, window: 4000 }, signal)
    expect(files.size).toBe(1)
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => step(id, page))
    const one = {
      said: '',
      calls: many.flatMap(({ calls }) => calls),
      results: many.flatMap(({ results }) => results),
      joined: undefined,
    }
    const shown = await growth.fit(
      { turns: [turn('All.', [one])], view: FULL_VIEW },
      { ...wide, window: 12_000 },
      signal,
    )
    expect(resultsOf(shown.messages).filter((text) => text === page)).toHaveLength(2)
  })

  test('where there is no folder it says that the rest is not at hand', async () => {
    const { growth } = createWorld({ evictTokens: 2000 }, { folder: false })
    const [shown] = resultsOf((await growth.fit(session(page + page), wide, signal)).messages)
    expect(shown).toContain('characters are left out here and are no longer available')
  })
})

test('shorten: results of earlier turns over tool_result_chars show head and tail, those of this turn stay', async () => {
  const { growth, files, events } = createWorld({ toolResultChars: 1000 })
  const now = turn('And?', [step('b', page)])
  const { messages } = await growth.fit(
    { turns: [turn('Look.', [step('a', page)], 'Ok.'), now], view: FULL_VIEW },
    wide,
    signal,
  )
  const [before = '', after] = resultsOf(messages)
  expect(before.length).toBeLessThanOrEqual(1000)
  expect(before).toContain('kept/0-a.txt')
  expect(files.get('kept/0-a.txt')).toBe(page)
  expect(after).toBe(page)
  expect(events).toMatchObject([{ layer: 'shorten', told: 'One tool result was cut in the middle.' }])
})

describe('clear', () => {
  const steps = Array.from({ length: 12 }, (_, index) => step(`call${index}`, `${index}: ${page}`))

  test('past clear_at of the window older results are cleared, in one go; the newest stay', async () => {
    const { growth, files, layers } = createWorld()
    // 12 pages are some 15,000 tokens, and 60 % of the window is 14,400.
    const room = { window: 24_000, system: 500, tools: 500, factor: 1 }
    const { messages, view } = await growth.fit({ turns: [turn('Look.', steps)], view: FULL_VIEW }, room, signal)
    const shown = resultsOf(messages)
    const cleared = shown.filter((text) => text.startsWith('[cleared]'))
    expect(layers()).toEqual(['clear'])
    expect(cleared.length).toBeGreaterThanOrEqual(5)
    expect(shown.slice(0, cleared.length)).toEqual(cleared)
    expect(shown.slice(-4)).toEqual(steps.slice(-4).map(({ results }) => results[0]?.text))
    expect(cleared[0]).toBe('[cleared] The whole result is in the file kept/0-call0.txt (use read_file).')
    expect(files.get('kept/0-call0.txt')).toBe(`0: ${page}`)
    // The next steps have room: nothing before them changes.
    const more = [...steps, step('next', page)]
    const next = await growth.fit({ turns: [turn('Look.', more)], view }, room, signal)
    expect(next.messages.slice(0, messages.length)).toEqual(messages)
  })

  test('a skill stays, and once its turn is gone, the summary says that it still applies', async () => {
    const { growth } = createWorld({ maxContextTurns: 6 })
    const skill = step('s', `Rules: ${page}`, { calls: [{ id: 's', name: 'read_skill', input: { name: 'report' } }] })
    const room = { window: 24_000, system: 500, tools: 500, factor: 1 }
    const first = await growth.fit({ turns: [turn('Look.', [skill, ...steps])], view: FULL_VIEW }, room, signal)
    const [kept, next] = resultsOf(first.messages)
    expect(kept).toBe(`Rules: ${page}`)
    expect(next).toContain('[cleared]')
    const turns = [turn('Look.', [skill], 'Done.'), ...talk(6)]
    const later = textsOf((await growth.fit({ turns, view: FULL_VIEW }, wide, signal)).messages)
    expect(later[0]).toContain('These skills still apply; read them again with read_skill: report')
    expect(later.join()).not.toContain('Rules:')
  })

  test('below it nothing happens, and the factor of the provider counts', async () => {
    const { growth, layers } = createWorld()
    const session = { turns: [turn('Look.', steps)], view: FULL_VIEW }
    await growth.fit(session, { window: 32_000, system: 500, tools: 500, factor: 1 }, signal)
    expect(layers()).toEqual([])
    await growth.fit(session, { window: 32_000, system: 500, tools: 500, factor: 1.4 }, signal)
    expect(layers()).toEqual(['clear'])
  })
})

describe('turns', () => {
  test('past max_context_turns the oldest half goes into a summary and a file', async () => {
    const { growth, files, asked, layers } = createWorld({ maxContextTurns: 6 })
    const turns = talk(7)
    const { messages, view } = await growth.fit({ turns, view: FULL_VIEW }, wide, signal)
    expect(layers()).toEqual(['turns'])
    expect(asked).toEqual([{ kind: 'turns', old: undefined, turns: turns.slice(0, 3) }])
    const [first = ''] = textsOf(messages)
    expect(first).toMatch(/^\[Earlier in this conversation\. This is in the past: do not do any of it again\./)
    expect(first).toContain('Summary 1.')
    expect(first).toContain('kept/0-turns-1-3.md')
    expect(first.endsWith('question 4 words')).toBe(true)
    expect(files.get('kept/0-turns-1-3.md')).toContain('answer 3')
    expect(faultsOf(messages)).toEqual([])

    const later = await growth.fit({ turns: talk(10), view }, wide, signal)
    expect(asked[1]).toMatchObject({ old: 'Summary 1.', turns: [{ text: 'question 4 words' }, {}, {}] })
    expect(textsOf(later.messages)[0]).toContain('kept/0-turns-1-3.md, kept/1-turns-4-6.md')
    expect(files.get('kept/1-turns-4-6.md')).toContain('The part before this is in kept/0-turns-1-3.md.')
  })

  test('as many as are wanted stay', async () => {
    const { growth, layers } = createWorld({ maxContextTurns: 6 })
    await growth.fit({ turns: talk(6), view: FULL_VIEW }, wide, signal)
    expect(layers()).toEqual([])
  })
})

describe('tokens', () => {
  const worked = (name: string) => turn(`ask ${name}`, [step(name, page, { joined: `and ${name}` })], `told ${name}`)

  test('under five turns earlier ones keep what was asked first and answered last', async () => {
    const { growth, files, asked, layers } = createWorld({ maxContextTokens: 3000 })
    const turns = [worked('a'), worked('b'), turn('ask c', [step('c', page)])]
    const { messages } = await growth.fit({ turns, view: FULL_VIEW }, wide, signal)
    expect(layers()).toEqual(['tokens'])
    expect(asked).toEqual([])
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
    ])
    expect(textsOf(messages).slice(1, 5)).toEqual(['told a', 'ask b', 'told b', 'ask c'])
    expect(textsOf(messages)[0]).toMatch(/kept\/0-turns-1-2\.md.*ask a$/s)
    expect(files.get('kept/0-turns-1-2.md')).toContain(page)
  })

  test('of five or more the first half goes, summarised', async () => {
    const { growth, asked } = createWorld({ maxContextTokens: 5000 })
    const turns = ['a', 'b', 'c', 'd', 'e'].map(worked)
    const { messages } = await growth.fit({ turns: [...turns, turn('now')], view: FULL_VIEW }, wide, signal)
    expect(asked).toMatchObject([{ kind: 'turns', turns: turns.slice(0, 3) }])
    expect(resultsOf(messages)).toEqual([page, page])
  })

  test('past summarize_at of the window the same', async () => {
    const { growth, layers } = createWorld({ maxContextTokens: 1_000_000, clearAt: 0.95, summarizeAt: 0.5 })
    const turns = [worked('a'), worked('b'), worked('c'), turn('now')]
    await growth.fit({ turns, view: FULL_VIEW }, { window: 8000, system: 200, tools: 100, factor: 1 }, signal)
    expect(layers()).toEqual(['tokens'])
  })

  test('of a long turn under way the older steps are told in short; what the person wrote stays', async () => {
    const { growth, files, asked, layers } = createWorld({ maxContextTokens: 6000 })
    const steps = Array.from({ length: 6 }, (_, index) =>
      step(`s${index}`, page, { joined: index === 1 ? 'Use the new one.' : undefined }),
    )
    const live = turn('Do it.', steps)
    const { messages, view } = await growth.fit({ turns: [...talk(1), live], view: FULL_VIEW }, wide, signal)
    expect(layers()).toEqual(['tokens'])
    expect(asked).toEqual([{ kind: 'work', old: undefined, turn: live, from: 0, to: 5 }])
    const [, , head = ''] = textsOf(messages)
    expect(head).toMatch(
      /^Do it\.\n\n\[The first 5 steps of the work on this request, already done\. Do not repeat this work\.\n.*kept\/0-turn-2-steps-1-5\.md.*Summary 1\.\n.*\n\nUse the new one\.$/s,
    )
    expect(files.get('kept/0-turn-2-steps-1-5.md')).toContain('### Sent meanwhile\n\nUse the new one.')
    expect(resultsOf(messages)).toEqual([page])
    // As an earlier turn it stands as it stood.
    const next = await growth.fit(
      { turns: [...talk(1), { ...live, answer: 'Done.' }, turn('Thanks')], view },
      wide,
      signal,
    )
    expect(next.messages.slice(0, messages.length)).toEqual(messages)
  })
})

test('a text that is larger than the window is shown by its ends, and stays as it is where it is kept', async () => {
  const { growth, files } = createWorld()
  const text = `Begin. ${page.repeat(20)} What is it about?`
  const turns = [...talk(2), turn(text)]
  const room = { window: 8000, system: 1000, tools: 500, factor: 1.2 }
  const { messages, spread } = await growth.fit({ turns, view: FULL_VIEW }, room, signal)
  const [shown = ''] = textsOf(messages)
  expect(messages).toHaveLength(1)
  expect(shown).toContain('Begin.')
  expect(shown).toContain('What is it about?')
  expect([...files.values()]).toContain(text)
  expect(spread.system).toBe(1000)
  expect(spread.system + spread.tools + spread.summary + spread.history + spread.message).toBeLessThanOrEqual(
    8000 * 0.85,
  )
})

test('what is spent is told by its parts', async () => {
  const { growth } = createWorld()
  const turns = [turn('a', [step('x', page)], 'words '.repeat(100)), turn('words '.repeat(200))]
  const { spread } = await growth.fit({ turns, view: FULL_VIEW }, { ...wide, system: 700, tools: 300 }, signal)
  expect(spread.system).toBe(700)
  expect(spread.tools).toBeGreaterThan(1400)
  expect(spread.history).toBeGreaterThan(100)
  expect(spread.message).toBeGreaterThan(spread.history * 1.5)
  expect(spread.summary).toBe(0)
})

test('a view that was kept gives the same messages', async () => {
  const { growth } = createWorld({ maxContextTurns: 3 })
  const turns = talk(9)
  const first = await growth.fit({ turns, view: FULL_VIEW }, wide, signal)
  const view: SessionView = JSON.parse(JSON.stringify(first.view))
  expect((await growth.fit({ turns, view }, wide, signal)).messages).toEqual(first.messages)
})
