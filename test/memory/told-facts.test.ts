import { expect, test } from 'vitest'
import { extractSummary } from '../../src/memory/extract-summary.ts'
import type { SummaryLine } from '../../src/memory/summary-line.ts'
import { toldFacts } from '../support/told/facts.ts'
import { heldOutFacts, heldOutPast } from '../support/told/held-out.ts'
import { pastWith } from '../support/told/past.ts'

const limits = { maxChars: 4_800, timezone: 'UTC' }
const past = pastWith(toldFacts, { seed: 17 })

function standingIn(text: string): string[] {
  return toldFacts.map(({ fact }) => fact).filter((fact) => text.includes(fact))
}

/** As a lane is summarised: so many lines at a time, each summary building on the one before. */
function inSteps(lines: SummaryLine[], size: number): string {
  let text: string | undefined
  for (let at = 0; at < lines.length; at += size)
    text = extractSummary(text === undefined ? text : { text, made: 'extract' }, lines.slice(at, at + size), limits)
  return text ?? ''
}

test('of 51 facts told in some hundred lines of five languages at least 40 stand in an extract', () => {
  expect(toldFacts).toHaveLength(51)
  expect(past.length).toBeGreaterThan(400)
  for (const text of [extractSummary(undefined, past, limits), inSteps(past, 400), inSteps(past, 30)]) {
    expect(text.length).toBeLessThanOrEqual(limits.maxChars)
    expect(standingIn(text).length).toBeGreaterThanOrEqual(40)
  }
})

test('so do most of the facts of another set, which the rule was not made with', () => {
  const text = extractSummary(undefined, heldOutPast, { ...limits, maxChars: 1_900 })
  expect(heldOutFacts).toHaveLength(19)
  expect(heldOutFacts.filter((fact) => text.includes(fact)).length).toBeGreaterThanOrEqual(15)
})
