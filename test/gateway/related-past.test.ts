import { describe, expect, test } from 'vitest'
import { ana, laneSummary, open, type Past, you } from './world.ts'

const lines = Array.from({ length: 30 }, (_, n) =>
  (n % 2 ? you : ana)(n + 1, `-${120 - n}h`, `On the roof, part ${n}: ${'the tiles and the gutter '.repeat(30)}`),
)
const past = {
  messages: lines,
  laneSummary: { ...laneSummary('They mend a roof.', ana(99, '-40d', 'x')), made: 'extract' as const },
}

function opened(relation: NonNullable<Past['relation']>, more: Partial<Parameters<typeof open>[0]> = {}) {
  return open({ ...past, relation, ...more }, 'What is 17 * 23?')
}

describe('a message that has nothing in common with the past', () => {
  test('is given the beginnings of the last lines and nothing else', () => {
    const { context, parts, leftOut } = opened('none')
    expect(context.length).toBeLessThanOrEqual(800)
    expect(parts.filter(({ kind }) => kind === 'history').length).toBeGreaterThan(1)
    expect(context).not.toContain('They mend a roof.')
    expect(leftOut.nearest.map(({ reason }) => reason)).toContain('the message has nothing in common with it')
    expect(opened('clear').context.length).toBeGreaterThan(8000)
  })

  test('keeps what a model wrote down, whatever its words', () => {
    const written = laneSummary(`Facts: ${'the roof is mended in May. '.repeat(60)}`, ana(99, '-40d', 'x'))
    const { context } = opened('none', { laneSummary: written })
    expect(context).toContain('the roof is mended in May.')
    expect(context.length).toBeLessThan(800 + 4 * 60 * 27)
  })

  test('is given everything when it belongs to what was just said', () => {
    const recent = ana(200, '-3m', 'Let us count the tiles.')
    expect(opened('none', { messages: [...lines, recent] }).context.length).toBeGreaterThan(8000)
  })
})

describe('a message that shares some words with the past, perhaps by chance', () => {
  test('is given the best passages, and all that a model wrote down', () => {
    const found = lines.slice(0, 20).map(({ id }) => id)
    const { context } = opened('faint', { found })
    expect(context.length).toBeLessThanOrEqual(6000)
    expect(context).toContain('<recalled')
    const written = laneSummary(`Facts: ${'the roof is mended in May. '.repeat(60)}`, ana(99, '-40d', 'x'))
    expect(opened('faint', { found, laneSummary: written }).context).toContain(written.text)
  })
})
