import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { Language } from '../../../src/messages/languages.ts'
import { createDemo, type DemoMatch } from '../../../src/spawner/demo/demo.ts'
import type { BrainEvent } from '../../../src/spawner/spawner.ts'

async function ask(
  found: DemoMatch[],
  signal = new AbortController().signal,
  language: Language = 'en',
): Promise<BrainEvent[]> {
  const demo = createDemo({
    search: () => found,
    connect: 'Install the thing.',
    languageIn: () => language,
    timezone: () => 'UTC',
    pieceMs: 0,
  })
  const turn = {
    task: 1,
    kind: 'reply',
    chat: makeChatId('web', 'a'),
    person: { id: 1, name: 'Ana' },
    model: 'general',
    trust: 'owner',
    foreign: [],
    files: [],
  } as const
  const events: BrainEvent[] = []
  for await (const event of demo.run({ ...turn, system: '', text: 'roof?', question: 'roof?' }, signal))
    events.push(event)
  return events
}

const roof: DemoMatch = { at: new Date('2026-01-02T03:04:00Z'), chatTitle: 'House', text: 'the roof\nleaks' }

test('it says what it is and how to connect a real model, always', async () => {
  for (const found of [[], [roof]]) {
    const end = (await ask(found)).at(-1)
    expect(end).toMatchObject({
      kind: 'done',
      text: expect.stringContaining('not a language model. Install the thing.'),
    })
  }
})

test('it quotes what it found with its date and place', async () => {
  const end = (await ask([roof])).at(-1)
  expect(end).toMatchObject({ text: expect.stringContaining('2 Jan 2026, 03:04, in "House":\n  > the roof leaks') })
})

test('it answers a German chat in German', async () => {
  const end = (await ask([roof], undefined, 'de')).at(-1)
  expect(end).toMatchObject({ text: expect.stringContaining('02.01.2026, 03:04, in „House“:\n  > the roof leaks') })
  expect(end).toMatchObject({ text: expect.stringContaining('kein Sprachmodell.') })
})

test('it streams: each piece begins like the last, and the last is the answer', async () => {
  const events = await ask([roof])
  const drafts = events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))
  expect(drafts.length).toBeGreaterThan(5)
  expect(drafts.every((draft, index) => index === 0 || draft.startsWith(drafts[index - 1] ?? ''))).toBe(true)
  expect(events.at(-1)).toEqual({ kind: 'done', text: drafts.at(-1) })
})

test('stopped, it ends without a word', async () => {
  const events = await ask([roof], AbortSignal.abort())
  expect(events.some((event) => event.kind === 'done')).toBe(false)
})
