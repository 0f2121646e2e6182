import { describe, expect, test } from 'vitest'
import { FULL_VIEW } from '../../../src/spawner/native/context-window/view.ts'
import { isTooOld, restoreView } from '../../../src/spawner/native/live-sessions.ts'
import { createWorld, faultsOf, signal, step, textsOf, turn, wide } from './context-window/world.ts'

const turns = Array.from({ length: 9 }, (_, index) =>
  turn(`ask ${index}`, [step(`c${index}`, `found ${index}`)], `told ${index}`),
)

describe('a session after a restart', () => {
  test('shows its last turns as text, and a summary of those before', async () => {
    const { growth, deps, asked, files } = createWorld()
    const view = await restoreView(turns, FULL_VIEW, { ...deps, maxContextTurns: 20 }, signal)
    const { messages, spread } = await growth.fit({ turns: [...turns, turn('And now?')], view }, wide, signal)
    expect(spread.summary).toBeGreaterThan(10)
    expect(asked).toEqual([{ kind: 'turns', old: undefined, turns: turns.slice(0, 6) }])
    expect(faultsOf(messages)).toEqual([])
    const texts = textsOf(messages)
    expect(texts[0]).toMatch(/Summary 1\..*ask 6$/s)
    expect(texts.slice(1)).toEqual(['told 6', 'ask 7', 'told 7', 'ask 8', 'told 8', 'And now?'])
    expect([...files.values()].join('')).toContain('found 8')
  })

  test.each([
    [20, 3],
    [24, 4],
    [40, 6],
    [2, 3],
  ])('of %i turns that it may have, %i', async (maxContextTurns, count) => {
    const { deps } = createWorld()
    const view = await restoreView(turns, FULL_VIEW, { ...deps, maxContextTurns }, signal)
    expect(turns.length - view.fromTurn).toBe(count)
  })

  test('a turn that was cut short says so', async () => {
    const { growth, deps } = createWorld()
    const short = [turn('Hello', [step('c', 'x', { results: [] })])]
    const view = await restoreView(short, FULL_VIEW, { ...deps, maxContextTurns: 20 }, signal)
    const { messages } = await growth.fit({ turns: [...short, turn('Well?')], view }, wide, signal)
    expect(textsOf(messages).slice(1)).toEqual(['(no answer was given)', 'Well?'])
  })

  test('what was cut of a turn that failed is not cut of the one that comes in its place', async () => {
    const { growth, deps } = createWorld()
    const work = { 9: { fromStep: 1, text: 'It was begun.', files: [] } }
    const old = { ...FULL_VIEW, work, cuts: { 'text 9': { chars: 0 }, 'text 8': { chars: 60 } } }
    const view = await restoreView(turns, old, { ...deps, maxContextTurns: 20 }, signal)
    const now = turn('Something else, at some length', [step('new', 'found')])
    const { messages } = await growth.fit({ turns: [...turns, now], view }, wide, signal)
    expect(textsOf(messages).slice(-3)).toEqual(['Something else, at some length', '{"path":"new"}', 'found'])
    expect(view.cuts).toEqual({ 'text 8': { chars: 60 } })
  })

  test('the summary that there was is used where it tells of them', async () => {
    const { deps, asked } = createWorld()
    const old = {
      ...FULL_VIEW,
      fromTurn: 6,
      toldBefore: 6,
      filedBefore: 6,
      summary: 'All before.',
      files: ['kept/old.md'],
    }
    const view = await restoreView(turns, old, { ...deps, maxContextTurns: 20 }, signal)
    expect(asked).toEqual([])
    expect(view).toMatchObject({ fromTurn: 6, summary: 'All before.' })
    await restoreView(turns, { ...old, fromTurn: 4, toldBefore: 4 }, { ...deps, maxContextTurns: 20 }, signal)
    expect(asked).toEqual([{ kind: 'turns', old: 'All before.', turns: turns.slice(4, 6) }])
  })
})

test('a session is too old after so many days', () => {
  const now = new Date('2026-05-31T12:00:00Z')
  expect(isTooOld(new Date('2026-05-01T12:00:00Z'), now, 30)).toBe(false)
  expect(isTooOld(new Date('2026-05-01T11:59:59Z'), now, 30)).toBe(true)
  expect(isTooOld(undefined, now, 30)).toBe(true)
})
