import { describe, expect, test } from 'vitest'
import { ana, laneSummary, open, you } from './world.ts'

const lines = Array.from({ length: 30 }, (_, n) =>
  (n % 2 ? you : ana)(n + 1, `-${120 - n}h`, `On the roof, part ${n}: ${'the tiles and the gutter '.repeat(30)}`),
)
const past = {
  messages: lines,
  laneSummary: { ...laneSummary('They mend a roof.', ana(99, '-40d', 'x')), made: 'extract' as const },
}

function opened(isRelated: boolean, more: Partial<Parameters<typeof open>[0]> = {}) {
  return open({ ...past, isRelated, ...more }, 'What is 17 * 23?')
}

describe('a message that has nothing in common with the past', () => {
  test('is given the beginnings of the last lines and nothing else', () => {
    const { context, parts, leftOut } = opened(false)
    expect(context.length).toBeLessThanOrEqual(800)
    expect(parts.filter(({ kind }) => kind === 'history').length).toBeGreaterThan(1)
    expect(context).not.toContain('They mend a roof.')
    expect(leftOut.nearest.map(({ reason }) => reason)).toContain('the message has nothing in common with it')
    expect(opened(true).context.length).toBeGreaterThan(8000)
  })

  test('keeps what a model wrote down, whatever its words', () => {
    const written = laneSummary(`Facts: ${'the roof is mended in May. '.repeat(60)}`, ana(99, '-40d', 'x'))
    const { context } = opened(false, { laneSummary: written })
    expect(context).toContain('the roof is mended in May.')
    expect(context.length).toBeLessThan(800 + 4 * 60 * 27)
  })

  test('is given everything when it belongs to what was just said', () => {
    const recent = ana(200, '-3m', 'Let us count the tiles.')
    expect(opened(false, { messages: [...lines, recent] }).context.length).toBeGreaterThan(8000)
  })
})
