import { describe, expect, test } from 'vitest'
import { cutSummary, summaryText, withoutItemsOf } from '../../../src/gateway/rendering/summary-text.ts'

const summary = [
  '## Decisions',
  '- 2026-01-05 Ana: We meet in Graz. [12]',
  '- 2026-02-01 Ana: We meet in Linz instead. (before: Graz) [m40]',
  '## Facts',
  '- 2026-01-03 Ana: My sister Ilse keeps bees. [7]',
  '- 2026-01-09 Ben: The rent is 840 euros. [19]',
  '- 2026-03-02 Ben: The plumber is Herr Novak. [m88]',
].join('\n')

describe('a summary that must be cut', () => {
  test('keeps what replaced something else and the newest, and drops what was replaced', () => {
    expect(cutSummary(summary, 200)).toBe(
      [
        '## Decisions',
        '- 2026-02-01 Ana: We meet in Linz instead. (before: Graz) [m40]',
        '## Facts',
        '- 2026-03-02 Ben: The plumber is Herr Novak. [m88]',
        '(3 older notes are left out)',
      ].join('\n'),
    )
  })

  test('gives what replaced something at most half of its room, so that the newest stay too', () => {
    const changes = Array.from(
      { length: 20 },
      (_, at) => `- 2026-01-${10 + at} Ana: Plan ${at}. (before: none) [m${at}]`,
    )
    const news = Array.from({ length: 20 }, (_, at) => `- 2026-03-${10 + at} Ana: News ${at}. [m${100 + at}]`)
    const cut = cutSummary(['## Facts', ...changes, ...news].join('\n'), 600)
    expect(cut.length).toBeLessThanOrEqual(600)
    expect(cut).toContain('Plan 19.')
    expect(cut).toContain('News 19.')
    expect(cut).not.toContain('Plan 0.')
    expect(cut).not.toContain('News 0.')
  })

  test('keeps lines without a date, which a person wrote, before all others', () => {
    const text = `${summary}\n- Call me Annie.`
    expect(cutSummary(text, 120)).toContain('- Call me Annie.')
  })

  test('is never longer than it may be, and whole if it fits', () => {
    expect(cutSummary(summary, summary.length)).toBe(summary)
    for (let limit = 10; limit < summary.length; limit += 7)
      expect(cutSummary(summary, limit).length).toBeLessThanOrEqual(limit)
    expect(cutSummary(`- 2026-01-05 Ana: ${'😀'.repeat(50)}`, 41).isWellFormed()).toBe(true)
  })
})

test('references of stored summaries are written in one form, and left out for a model that has no tools', () => {
  expect(summaryText('- 2026-01-05 Ana: We meet in Graz. [12]', { tools: true })).toBe(
    '- 2026-01-05 Ana: We meet in Graz. [m12]',
  )
  expect(summaryText('- Graz [12, 13]\n- Linz [m40]', { tools: true })).toBe('- Graz [m12] [m13]\n- Linz [m40]')
  expect(summaryText('- Graz [12, 13]\n- Linz [m40]', { tools: false })).toBe('- Graz\n- Linz')
})

test('notes on lines that are shown word for word are left out, and a section without notes with them', () => {
  expect(withoutItemsOf(summary, new Set([12, 40, 7]))).toBe(
    [
      '## Facts',
      '- 2026-01-09 Ben: The rent is 840 euros. [19]',
      '- 2026-03-02 Ben: The plumber is Herr Novak. [m88]',
    ].join('\n'),
  )
  expect(withoutItemsOf(summary, new Set([12, 40, 7, 19, 88]))).toBe('')
  expect(withoutItemsOf('- both [1, 2]\n- nowhere', new Set([1]))).toBe('- both [1, 2]\n- nowhere')
})
