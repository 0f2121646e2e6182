import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FastModel } from '../../src/gateway/layers/fast-model.ts'
import { ana, context, type Past, select, you } from './world.ts'

/** Four lines of this morning outside the active conversation, and one inside it. */
const messages = [
  ana(1, '-5h', 'the invoice is 420 euros'),
  you(2, '-299m', 'Noted.'),
  ana(3, '-3h', 'lunch at noon'),
  you(4, '-179m', 'Enjoy.'),
  ana(5, '-5m', 'hello'),
]
const past: Past = { messages, summaries: { 3: 'Lunch was at noon.' } }
const always = { useSelection: true, alwaysIncludeRecent: 1 } as const
const saying = (text: string): FastModel => ({ complete: async () => ({ kind: 'text', text }) })
const everyLine = ['the invoice is 420 euros', 'Noted.', 'lunch at noon', 'Enjoy.', 'hello']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a triage model that fails keeps everything that fits', () => {
  const open = async (completer: FastModel | undefined, settings = {}) => {
    const asked = select(past, completer, { ...always, selectionTimeout: 5, ...settings })
    await vi.advanceTimersByTimeAsync(5000)
    const { selection, assembly } = await asked
    expect(everyLine.filter((line) => !assembly.context.includes(line))).toEqual([])
    return `${selection.reason}\n${context(assembly)}`
  }

  test('when there is none', async () => {
    expect(await open(undefined)).toMatchInlineSnapshot(`
      "there is no model to select with, so everything that fits is kept
      <history>
      [2026-03-14, earlier today]
      [Ana 05:00] the invoice is 420 euros
      [you 05:01] Noted.
      [Ana 07:00] lunch at noon
      [you 07:01] Enjoy.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      </history>"
    `)
  })
  test('when it says so', async () => {
    const completer: FastModel = { complete: async () => ({ kind: 'failed', failure: { what: 'overloaded' } }) }
    expect(await open(completer)).toMatchInlineSnapshot(`
      "the fast model failed, so everything that fits is kept: overloaded
      <history>
      [2026-03-14, earlier today]
      [Ana 05:00] the invoice is 420 euros
      [you 05:01] Noted.
      [Ana 07:00] lunch at noon
      [you 07:01] Enjoy.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      </history>"
    `)
  })
  test('when it throws', async () => {
    const completer: FastModel = { complete: () => Promise.reject(new Error('boom')) }
    expect(await open(completer)).toMatchInlineSnapshot(`
      "the fast model failed, so everything that fits is kept: boom
      <history>
      [2026-03-14, earlier today]
      [Ana 05:00] the invoice is 420 euros
      [you 05:01] Noted.
      [Ana 07:00] lunch at noon
      [you 07:01] Enjoy.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      </history>"
    `)
  })
  test('when it hangs, within selection_timeout, and is told to stop', async () => {
    let signal: AbortSignal | undefined
    const completer: FastModel = {
      complete: (_prompt, _limits, given) => {
        signal = given
        return new Promise(() => {})
      },
    }
    expect(await open(completer)).toMatchInlineSnapshot(`
      "the fast model failed, so everything that fits is kept: no answer within 5 s
      <history>
      [2026-03-14, earlier today]
      [Ana 05:00] the invoice is 420 euros
      [you 05:01] Noted.
      [Ana 07:00] lunch at noon
      [you 07:01] Enjoy.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      </history>"
    `)
    expect(signal?.aborted).toBe(true)
  })
  test('when it names only ids that do not exist', async () => {
    expect(await open(saying('[99, 5000]'))).toMatchInlineSnapshot(`
      "the fast model failed, so everything that fits is kept: none of the ids it gave exists
      <history>
      [2026-03-14, earlier today]
      [Ana 05:00] the invoice is 420 euros
      [you 05:01] Noted.
      [Ana 07:00] lunch at noon
      [you 07:01] Enjoy.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      </history>"
    `)
  })
  test('when it answers in prose', async () => {
    expect(await open(saying('All of them are relevant!'))).toMatchInlineSnapshot(`
      "the fast model failed, so everything that fits is kept: it did not answer with a list of ids
      <history>
      [2026-03-14, earlier today]
      [Ana 05:00] the invoice is 420 euros
      [you 05:01] Noted.
      [Ana 07:00] lunch at noon
      [you 07:01] Enjoy.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      </history>"
    `)
  })
  test('when it floods', async () => {
    expect(await open(saying(`[${'1, '.repeat(100_000)}1]`))).toMatchInlineSnapshot(`
      "the fast model failed, so everything that fits is kept: its answer was far too long
      <history>
      [2026-03-14, earlier today]
      [Ana 05:00] the invoice is 420 euros
      [you 05:01] Noted.
      [Ana 07:00] lunch at noon
      [you 07:01] Enjoy.
      [2026-03-14, this conversation]
      [Ana 09:55] hello
      </history>"
    `)
  })
  test('newest first, where not everything fits', async () => {
    const long = {
      messages: messages.map((one) => ({ ...one, text: `${one.text} ${'x'.repeat(1200)}`, author: 'human' as const })),
    }
    const { assembly } = await select(long, saying('?'), { ...always, maxTokens: 1000 })
    expect(everyLine.filter((line) => assembly.context.includes(line))).toEqual(['lunch at noon', 'Enjoy.', 'hello'])
  })
})

test('a turn that is cut short does not wait for triage', async () => {
  const stop = new AbortController()
  const hanging: FastModel = { complete: () => new Promise(() => {}) }
  const asked = select(past, hanging, always, 'x', stop.signal)
  stop.abort()
  expect((await asked).selection.reason).toMatchInlineSnapshot(
    `"the fast model failed, so everything that fits is kept: it was interrupted"`,
  )
})
