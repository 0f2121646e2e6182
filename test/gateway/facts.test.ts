import { describe, expect, test } from 'vitest'
import type { Fact } from '../../src/gateway/past.ts'
import { ana, defaults, fence, goOn, open, when } from './world.ts'

const fact = (text: string, more: Partial<Fact> = {}): Fact => ({
  id: 12,
  text,
  at: when('-20d'),
  trust: 'owner',
  reason: { en: 'it names the bakery', de: 'nennt die Bäckerei' },
  ...more,
})

describe('facts', () => {
  test('stand between the summary and the history, each with its day, its trust where that is another', () => {
    const { system, parts, trusts } = open(
      {
        messages: [ana(1, '-20d', 'the oven is at 180'), ana(2, '-5m', 'hi')],
        found: [1],
        laneSummary: {
          id: 1,
          conversation: undefined,
          text: 'They bake.',
          made: 'model',
          trust: 'owner',
          fromId: 1,
          toId: 1,
          fromAt: when('-9d'),
          toAt: when('-8d'),
          messages: 4,
        },
        facts: [fact('The bakery closes at six.'), fact('Eve <b>says</b> it is shut.', { id: 13, trust: 'untrusted' })],
      },
      'what about the oven?',
      { alwaysIncludeRecent: 1, contextMinMessages: 0, contextRecencyHours: 1 },
    )
    const order = ['lane-summary', 'facts', 'history'].map((name) => system.indexOf(`<${name}-${fence}`))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(system).toContain('[f12] 2026-02-22: The bakery closes at six.')
    expect(system).toContain('[f13] 2026-02-22, untrusted: Eve <b>says</b> it is shut.')
    expect(parts.filter(({ kind }) => kind === 'facts')).toMatchObject([
      { reason: 'f12: it names the bakery', facts: [12] },
      { facts: [13] },
    ])
    // What an untrusted one says lowers the turn as any other text does.
    expect(trusts).toContain('untrusted')
  })

  test('of which there are none leave nothing behind', () => {
    const { system, parts } = open({ messages: [ana(2, '-5m', 'hi')] })
    expect(system).not.toContain('<facts')
    expect(parts.some(({ kind }) => kind === 'facts')).toBe(false)
  })

  test('take a share of the budget at the most, and the whole stays within it', () => {
    const facts = Array.from({ length: 500 }, (_, n) => fact(`Fact number ${n} about the bakery and its bread.`))
    const maxTokens = 2000
    const { context, tokens, parts } = open({ messages: [ana(2, '-5m', 'x'.repeat(9000))], facts }, 'so?', {
      maxTokens,
    })
    expect(tokens).toBeLessThanOrEqual(maxTokens)
    expect(context.length / 4).toBeLessThanOrEqual(maxTokens)
    const [told] = parts.filter(({ kind }) => kind === 'facts')
    expect(told?.tokens).toBeGreaterThan(0)
    expect(told?.tokens).toBeLessThanOrEqual(maxTokens * 0.1)
  })

  test('are told when an epoch opens, and on a later turn only if its session does not have them', () => {
    const facts = [fact('The bakery closes at six.'), fact('The oven is new.', { id: 13 })]
    const { text } = goOn({ facts }, { facts: new Set([12]) })
    expect(text).not.toContain('bakery')
    expect(text).toContain('[f13] 2026-02-22: The oven is new.')
  })

  test('are left out where the line that says the same is shown, or the message itself is that line', () => {
    const said = ana(1, '-10m', 'our bakery closes at six')
    const source = { id: said.id, lane: said.lane, at: said.at }
    const known = fact('The bakery closes at six.', { source, saidIn: said.text })
    expect(open({ messages: [said], facts: [known] }, 'when does it close?').system).not.toContain('[f12] 2026')
    expect(open({ messages: [], facts: [known] }, 'when does it close?').system).toContain('[f12] 2026')
  })

  test('are fifteen at the most', () => {
    const facts = Array.from({ length: 40 }, (_, n) => fact(`Fact ${n}.`, { id: n }))
    expect(open({ messages: [], facts }, 'and?', { maxTokens: 9000 }).system.match(/^\[f\d+\]/gm)).toHaveLength(15)
  })

  test('are not asked for where there is no context', () => {
    expect(open({ facts: [fact('no')] }, 'hi', { ...defaults, enabled: false }).system).not.toContain('<facts')
  })
})
