import { describe, expect, test } from 'vitest'
import { lowestTrust } from '../../../src/domain/person.ts'
import { closingReason, type EpochFacts } from '../../../src/tasks/context/epoch-rules.ts'

const healthy: EpochFacts = {
  idleForMs: 60_000,
  idleMs: 1_800_000,
  isNewRequested: false,
  terms: { was: 'a', is: 'a' },
  contextTokens: 1000,
  windowTokens: 200_000,
}

describe('when an epoch closes', () => {
  test.each<[string, Partial<EpochFacts>, string | undefined]>([
    ['nothing speaks against it', {}, undefined],
    ['30 minutes idle are still one conversation', { idleForMs: 30 * 60_000 }, undefined],
    ['31 minutes are not', { idleForMs: 31 * 60_000 }, 'nothing was said for a while'],
    ['a new conversation was asked for since', { isNewRequested: true }, 'a new conversation was asked for'],
    ['the terms changed', { terms: { was: 'a', is: 'b' } }, 'a profile, the model or the rights changed'],
    ['60 % of the window', { contextTokens: 120_000 }, undefined],
    ['more than that', { contextTokens: 120_001 }, 'the window is filling up'],
    ['a window we were not told of', { contextTokens: 120_001, windowTokens: undefined }, 'the window is filling up'],
    ['a big window', { contextTokens: 500_000, windowTokens: 1_000_000 }, undefined],
  ])('%s', (_name, facts, reason) => {
    expect(closingReason({ ...healthy, ...facts })).toBe(reason)
  })

  test('trust is the lowest that was shown', () => {
    expect(lowestTrust(['owner', 'member', 'untrusted', 'guest'])).toBe('untrusted')
    expect(lowestTrust([])).toBe('owner')
  })
})
