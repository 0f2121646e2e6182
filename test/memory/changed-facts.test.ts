import { describe, expect, test } from 'vitest'
import { extractSummary } from '../../src/memory/extract-summary.ts'
import { parseSummary, sections } from '../../src/memory/summary-format.ts'
import type { SummaryLine } from '../../src/memory/summary-line.ts'
import {
  changes,
  distinct,
  factsAllTheSame,
  heldOutChanges,
  heldOutDistinct,
  heldOutFactsAllTheSame,
  heldOutNotFacts,
  notFacts,
  type ToldChange,
} from '../support/told/changes.ts'

const limits = { maxChars: 4_800, timezone: 'UTC' }

function told(texts: string[], firstId = 1): SummaryLine[] {
  return texts.map((text, at) => ({
    id: firstId + at,
    at: new Date(Date.UTC(2026, 2, 1, 12, firstId + at)),
    author: 'human',
    name: 'Ana',
    text,
  }))
}

/** The notes of an extract, without what they replaced. */
function notesOf(text: string): string[] {
  const { items } = parseSummary(text)
  return sections.flatMap((name) => items[name]).map((item) => item.replace(/ \(before: [^()]*\)/, ''))
}

/** Everything is told first, then everything that changed; in one step or in two. */
function failedChanges(cases: ToldChange[]): ToldChange[] {
  const firsts = told(cases.map(({ first }) => first))
  const laterLines = told(
    cases.map(({ later }) => later),
    100,
  )
  const atOnce = notesOf(extractSummary(undefined, [...firsts, ...laterLines], limits))
  const earlier = { text: extractSummary(undefined, firsts, limits), made: 'extract' as const }
  const inSteps = notesOf(extractSummary(earlier, laterLines, limits))
  const holds = (notes: string[], sentence: string) => notes.some((note) => note.includes(sentence))
  return cases.filter(({ first, later }) =>
    [atOnce, inSteps].some((notes) => !holds(notes, later) || holds(notes, `${first} [`)),
  )
}

/** Those of which a line that is worth a note is missing. */
function failedDistinct(cases: [string, string][]): [string, string][] {
  const notes = notesOf(extractSummary(undefined, told(cases.flat()), limits))
  return cases.filter((pair) => taken(pair).some((sentence) => !notes.some((note) => note.includes(sentence))))
}

function taken(sentences: string[]): string[] {
  return sentences.filter((sentence) => extractSummary(undefined, told([sentence]), limits) !== '')
}

describe('of two lines on one matter the newer stands', () => {
  test('in the cases that the rule was made with, and what only looks alike stays', () => {
    expect(failedChanges(changes)).toEqual([])
    expect(failedDistinct(distinct)).toEqual([])
  })

  test('in at least 10 of 12 cases that it was not made with, and what only looks alike stays', () => {
    expect(failedChanges(heldOutChanges).length).toBeLessThanOrEqual(2)
    expect(failedDistinct(heldOutDistinct)).toEqual([])
  })

  test('with the older state behind it, if that says anything else', () => {
    const text = extractSummary(undefined, told(['The rent is 840 euros.', 'The rent is 890 euros now.']), limits)
    expect(text).toBe('## Facts\n- 2026-03-01 Ana: The rent is 890 euros now. (before: The rent is 840 euros) [m2]')
    const again = extractSummary({ text, made: 'extract' }, told(['The rent is 905 euros.'], 3), limits)
    expect(again).toBe('## Facts\n- 2026-03-01 Ana: The rent is 905 euros. (before: The rent is 890 euros now) [m3]')
    expect(extractSummary({ text: again, made: 'extract' }, [], limits)).toBe(again)
  })

  test('even where there is hardly room, and although the older line says more', () => {
    const firsts = 'My dentist appointment with Dr. Pichler in Wels is on 12 March at 9:15.'
    const others = Array.from(
      { length: 40 },
      (_, at) => `My friend Person${at}x lives in Town${at}x since ${1950 + at}.`,
    )
    const text = extractSummary(undefined, told([firsts, ...others, 'The dentist moved to Thursday.']), {
      ...limits,
      maxChars: 600,
    })
    expect(notesOf(text).some((note) => note.includes('The dentist moved to Thursday.'))).toBe(true)
    expect(notesOf(text).some((note) => note.includes('9:15'))).toBe(false)
  })
})

describe('orders, questions and greetings are not facts', () => {
  test('in the cases that the rule was made with', () => {
    expect(taken(notFacts)).toEqual([])
    expect(taken(factsAllTheSame)).toEqual(factsAllTheSame)
  })

  test('in at least 11 of 12 cases that it was not made with, and facts in their form stay', () => {
    expect(taken(heldOutNotFacts).length).toBeLessThanOrEqual(1)
    expect(taken(heldOutFactsAllTheSame)).toEqual(heldOutFactsAllTheSame)
  })
})
