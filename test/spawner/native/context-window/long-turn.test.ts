import { expect, test } from 'vitest'
import { FULL_VIEW } from '../../../../src/spawner/native/context-window/view.ts'
import type { SessionStep } from '../../../../src/spawner/native/session.ts'
import { seeded } from '../../../support/seeded.ts'
import { createWorld, faultsOf, reachable, signal, step, textsOf, tokensOf, turn } from './world.ts'

const STEPS = 200
const BYTES = 5_000_000
const room = { window: 32_000, system: 3000, tools: 2500, factor: 1.1 }
const fact = 'The gate code is 7431-K.'

test('a turn of 200 steps with 5 MB of results always fits 32,000 tokens, and its third step can be looked up', async () => {
  const { growth, files, events, asked } = createWorld()
  const random = seeded(7)
  const earlier = turn('Hello', [step('first', 'x'.repeat(9000))], 'Hello!')
  const steps: SessionStep[] = []
  let view = FULL_VIEW
  let before: string[] = []
  let stable = 0
  for (let number = 1; number <= STEPS; number++) {
    // Of very different sizes, 5 MB together.
    const size = Math.floor(((BYTES * 2) / STEPS) * random())
    const lines = Array.from(
      { length: size / 40 },
      (_, line) => `${number}:${line} ${random().toString(36)} some words in it`,
    )
    if (number === 3) lines.splice(Math.floor(lines.length / 2), 0, fact)
    steps.push(
      step(`toolu_${number}`, lines.join('\n'), {
        said: `Step ${number}.`,
        joined: number === 50 ? 'In German, please.' : undefined,
      }),
    )

    const turns = [earlier, turn('Read all of the files and tell me the gate code.', [...steps])]
    const shown = await growth.fit({ turns, view }, room, signal)
    expect(faultsOf(shown.messages)).toEqual([])
    expect(tokensOf(shown.messages, room)).toBeLessThan(room.window - 4096)
    const { system, tools, summary, history, message } = shown.spread
    expect(system + tools + summary + history + message).toBeLessThanOrEqual(room.window - 4096 + 2)
    const texts = textsOf(shown.messages).join('\n')
    expect(texts).toContain('tell me the gate code')
    if (number >= 50) expect(texts).toContain('In German, please.')
    expect(texts).toContain(`Step ${number}.`)
    // All files are read for it: not at each step.
    if (number % 8 === 0) expect(reachable(shown.messages, files).includes(fact)).toBe(true)

    const now = shown.messages.map((message) => JSON.stringify(message))
    const same = before.findIndex((text, index) => text !== now[index])
    stable += same === -1 ? 1 : Math.max(0, same) / before.length
    before = now
    view = shown.view
  }
  expect(steps.reduce((sum, { results }) => sum + (results[0]?.text.length ?? 0), 0)).toBeGreaterThan(4_000_000)
  // What was read at one step is what is read at the next, but for what had to go; and a model is hardly ever asked for it.
  expect(stable / STEPS).toBeGreaterThan(0.85)
  expect(asked.length).toBeLessThan(5)
  expect(new Set(events.map(({ layer }) => layer))).toEqual(new Set(['evict', 'clear', 'tokens']))
  expect(JSON.stringify(view).length).toBeLessThan(20_000)
})
