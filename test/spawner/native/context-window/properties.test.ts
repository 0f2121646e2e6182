import type { ModelMessage } from 'ai'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContextBudget } from '../../../../src/spawner/native/context-window/context-window.ts'
import { FULL_VIEW } from '../../../../src/spawner/native/context-window/view.ts'
import type { SessionStep, SessionTurn } from '../../../../src/spawner/native/session.ts'
import { size } from '../../../support/sizes.ts'
import { createWorld, faultsOf, reachable, signal, textsOf, tokensOf } from './world.ts'

/** Each text bears a mark of its own in its middle, so that it can be looked for. */
const aText = fc.oneof(
  { weight: 6, arbitrary: fc.nat(300).map((size) => ({ fill: 'some words of prose ', size })) },
  { weight: 2, arbitrary: fc.nat(9000).map((size) => ({ fill: 'row 17; {"x": 42}\n', size })) },
  { weight: 1, arbitrary: fc.nat(2000).map((size) => ({ fill: '漢字😀', size })) },
  { weight: 1, arbitrary: fc.constant({ fill: '', size: 0 }) },
)

const aCall = fc.record({
  id: fc.constantFrom('0', 'toolu_1', 'fn.x:1'),
  input: fc.option(aText),
  output: fc.option(aText, { freq: 8 }),
  failed: fc.boolean(),
})
const aStep = fc.record({
  said: aText,
  calls: fc.array(aCall, { maxLength: 3 }),
  joined: fc.option(aText, { freq: 5 }),
})
const aTurn = fc.record({
  text: aText,
  steps: fc.array(aStep, { maxLength: 5 }),
  isAnswered: fc.boolean(),
  answer: aText,
})
const aRoom = fc.record({
  window: fc.constantFrom(2000, 4000, 8000, 32_000, 200_000),
  system: fc.nat(600),
  tools: fc.nat(300),
  factor: fc.constantFrom(1, 1, 1.3, 0.8),
})
const someLimits = fc.record({
  maxContextTokens: fc.constantFrom(1500, 5000, 50_000),
  maxContextTurns: fc.constantFrom(2, 3, 6, 20),
  toolResultChars: fc.constantFrom(200, 2000, 20_000),
  evictTokens: fc.constantFrom(100, 1000, 20_000),
})

const runs = { numRuns: size(15, 400), endOnFailure: true }

type Sketch = typeof aText extends fc.Arbitrary<infer T> ? T : never

function sessionOf(sketches: (typeof aTurn extends fc.Arbitrary<infer T> ? T : never)[]): SessionTurn[] {
  let marks = 0
  const write = ({ fill, size }: Sketch) => {
    if (size === 0) return ''
    const half = fill.repeat(Math.ceil(size / fill.length / 2))
    return `${half}mark<${marks++}>${half}`
  }
  return sketches.map(({ text, steps, isAnswered, answer }) => ({
    task: 1,
    text: write(text),
    files: [],
    steps: steps.map(
      ({ said, calls, joined }): SessionStep => ({
        said: write(said),
        calls: calls.map(({ id, input }, index) => ({
          id: `${id}${index}`,
          name: 'tool',
          input: input ? { content: write(input) } : undefined,
        })),
        results: calls.flatMap(({ id, output, failed }, index) =>
          output ? [{ call: `${id}${index}`, text: write(output), failed }] : [],
        ),
        joined: joined ? write(joined) : undefined,
      }),
    ),
    answer: isAnswered ? write(answer) : undefined,
  }))
}

/** The marks that a model has no way to any more. */
function lost(turns: readonly SessionTurn[], messages: readonly ModelMessage[], files: ReadonlyMap<string, string>) {
  const marksIn = (text: string) => [...text.matchAll(/mark<\d+>/g)].map(([mark]) => mark)
  const found = new Set(marksIn(reachable(messages, files)))
  return marksIn(JSON.stringify(turns)).filter((mark) => !found.has(mark))
}

/** The session as it was before each request: turn by turn, step by step. */
function* requests(turns: readonly SessionTurn[]): Generator<SessionTurn[]> {
  for (const [index, turn] of turns.entries())
    for (let steps = 0; steps <= turn.steps.length; steps++)
      yield [...turns.slice(0, index), { ...turn, steps: turn.steps.slice(0, steps), answer: undefined }]
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part)
  return value
}

describe('whatever a session was', () => {
  test('each request is paired, fits, shows the newest words, begins as the last one did, and loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aTurn, { minLength: 1, maxLength: 7 }),
        aRoom,
        someLimits,
        async (sketches, room, limits) => {
          const turns = sessionOf(sketches)
          frozen(turns)
          const { growth, files, events } = createWorld(limits)
          let view = FULL_VIEW
          let before: string[] = []
          for (const now of requests(turns)) {
            const known = events.length
            const shown = await growth.fit({ turns: now, view }, room, signal)
            const { messages } = shown
            expect(faultsOf(messages)).toEqual([])
            expect(tokensOf(messages, room)).toBeLessThanOrEqual(room.window - Math.min(4096, room.window * 0.15))
            const again = await growth.fit({ turns: now, view: shown.view }, room, signal)
            expect(again.messages).toEqual(messages)
            const texts = messages.map((message) => JSON.stringify(message))
            if (events.length === known) expect(texts.slice(0, before.length)).toEqual(before)
            const text = now.at(-1)?.text ?? ''
            expect(textsOf(messages).some((shown) => shown.includes(text.slice(0, 26)))).toBe(true)
            expect(lost(now, messages, files)).toEqual([])
            view = shown.view
            before = texts
          }
        },
      ),
      runs,
    )
  })

  test('what a provider refused comes back smaller, paired and with nothing lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aTurn, { minLength: 1, maxLength: 7 }),
        aRoom,
        fc.constantFrom(undefined, 1000, 3000),
        fc.constantFrom(undefined, 9000),
        async (sketches, room, limit, sent) => {
          const turns = sessionOf(sketches)
          frozen(turns)
          const { growth, files } = createWorld()
          const first = await growth.fit({ turns, view: FULL_VIEW }, room, signal)
          let { view } = first
          let now: ContextBudget = room
          for (const attempt of [1, 2]) {
            const shown = await growth.shrink({ turns, view }, now, { limit, sent }, attempt, signal)
            if (!shown?.learned) throw new Error('nothing was shown')
            expect(faultsOf(shown.messages)).toEqual([])
            expect(lost(turns, shown.messages, files)).toEqual([])
            expect(shown.startedClean).toBe(attempt === 2)
            if (attempt === 2 && turns.at(-1)?.answer === undefined) expect(shown.messages).toHaveLength(1)
            view = shown.view
            now = shown.learned
          }
          expect(await growth.shrink({ turns, view }, now, { limit, sent }, 3, signal)).toBeUndefined()
        },
      ),
      runs,
    )
  })
})
