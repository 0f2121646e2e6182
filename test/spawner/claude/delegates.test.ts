import { expect, test } from 'vitest'
import { createDelegates } from '../../../src/spawner/claude/delegates.ts'

const plenty = { count: 5, tokens: 1_000_000, usd: 5 }
const useOf = (prompt: string) => ({ name: 'Agent', input: { description: 'look', prompt, subagent_type: 'delegate' } })
const [use, other] = [useOf('Look.'), useOf('Look there.')]

test('one that is called beside another begins when that one has ended', async () => {
  const delegates = createDelegates(plenty)
  for (const isByDelegate of [undefined, undefined])
    expect(delegates.judge(use, isByDelegate)).toEqual({ verdict: 'ask' })
  const begun: number[] = []
  const first = delegates.begin(use).then((mayBegin) => mayBegin && begun.push(1))
  const second = delegates.begin(other).then((mayBegin) => mayBegin && begun.push(2))
  await first
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual([1])
  expect(delegates.label('reading')).toBe('delegate 1: reading')
  delegates.end()
  await second
  expect(begun).toEqual([1, 2])
  expect(delegates.label('reading')).toBe('delegate 2: reading')
  // The report of the first one may come only now.
  expect([use, other].map((one) => delegates.label('brief', one))).toEqual(['delegate 1: brief', 'delegate 2: brief'])
})

test('none begins that was not allowed before', async () => {
  expect(await createDelegates(plenty).begin(use)).toBe(false)
  expect(createDelegates(undefined).judge(use, undefined)).toMatchObject({ verdict: 'deny' })
  expect(createDelegates(plenty).judge(use, true)).toMatchObject({ verdict: 'deny' })
})
