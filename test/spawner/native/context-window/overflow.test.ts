import { describe, expect, test } from 'vitest'
import { FULL_VIEW } from '../../../../src/spawner/native/context-window/view.ts'
import { createWorld, faultsOf, resultsOf, signal, step, textsOf, tokensOf, turn } from './world.ts'

const long = 'letters '.repeat(2500)
const room = { window: 200_000, system: 1000, tools: 1000, factor: 1 }

function conversation() {
  const turns = Array.from({ length: 8 }, (_, index) =>
    turn(`${index}: ${long}`, [step(`c${index}`, long)], `answer ${index}`),
  )
  return { turns: [...turns, turn(`now: ${long}`, [step('last', long)])], view: FULL_VIEW }
}

describe('when the provider has no room', () => {
  test('first: everything before is summarised, five turns stay, each text has 10,000 characters', async () => {
    const { growth, asked, events } = createWorld()
    const session = conversation()
    const shown = await growth.shrink(session, room, { limit: 60_000, sent: undefined }, 1, signal)
    const messages = shown?.messages ?? []
    expect(asked).toEqual([{ kind: 'turns', old: undefined, turns: session.turns.slice(0, 8) }])
    expect(faultsOf(messages)).toEqual([])
    const asks = textsOf(messages.filter(({ role }) => role === 'user'))
    expect(asks).toHaveLength(5)
    expect(asks[0]).toContain('Summary 1.')
    for (const text of [...asks.slice(1), ...resultsOf(messages)]) expect(text.length).toBeLessThanOrEqual(10_000)
    expect(shown?.startedClean).toBe(false)
    expect(events).toMatchObject([{ layer: 'overflow' }])
  })

  test('its numbers are learned: the window, and how far our estimate is off', async () => {
    const { growth } = createWorld()
    const session = conversation()
    const { spread } = await createWorld({ maxContextTokens: 1_000_000 }).growth.fit(session, room, signal)
    const sent = spread.system + spread.tools + spread.history + spread.message
    const shown = await growth.shrink(session, room, { limit: 16_000, sent: sent * 1.5 }, 1, signal)
    expect(shown?.learned?.window).toBe(16_000)
    expect(shown?.learned?.factor).toBeCloseTo(1.5, 1)
    expect(tokensOf(shown?.messages ?? [], { ...room, factor: 1.5 })).toBeLessThan(16_000 * 0.85)
  })

  test('where it gives none, less is sent than before', async () => {
    const { growth } = createWorld()
    const session = conversation()
    const shown = await growth.shrink(session, room, { limit: undefined, sent: undefined }, 1, signal)
    expect(shown?.learned?.window).toBeLessThan(90_000)
    expect(tokensOf(shown?.messages ?? [], room)).toBeLessThan(50_000)
  })

  test('then: it starts clean with the summaries and what was asked; a third time there is nothing', async () => {
    const { growth, asked } = createWorld()
    const { turns, view } = conversation()
    const overflow = { limit: 8000, sent: undefined }
    const first = await growth.shrink({ turns, view }, room, overflow, 1, signal)
    const again = { turns, view: first?.view ?? view }
    const second = await growth.shrink(again, first?.learned ?? room, overflow, 2, signal)
    expect(second?.startedClean).toBe(true)
    expect(second?.messages).toHaveLength(1)
    const [text = ''] = textsOf(second?.messages ?? [])
    expect(text).toContain('Summary 1.')
    expect(text).toContain('now: letters')
    expect(text).toContain('The first step of the work on this')
    expect(asked.map(({ kind }) => kind)).toEqual(['turns', 'work'])
    expect(await growth.shrink(again, room, overflow, 3, signal)).toBeUndefined()
  })
})
