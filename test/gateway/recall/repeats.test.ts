import { describe, expect, test } from 'vitest'
import type { WeighedLine } from '../../../src/gateway/recall/evidence.ts'
import { createLexicon } from '../../../src/gateway/recall/lexicon.ts'
import type { RecallLine } from '../../../src/gateway/recall/recall-index.ts'
import { withoutRepeats } from '../../../src/gateway/recall/repeats.ts'

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']

/** What is left of these lines, the best first, as their numbers. */
function left(lines: (Partial<RecallLine> & { dated?: boolean })[], most = 4): number[] {
  const { read, isFigure } = createLexicon()
  const ranked = lines.map(({ dated, ...given }, n) => {
    const line = { id: n, name: 'Ana', at: new Date(n), text: '', files: [], ...given } as unknown as RecallLine
    return { weighed: { line, evidence: { nearDate: dated ? 1 : 0 } } as unknown as WeighedLine }
  })
  const kept = withoutRepeats(ranked, { maxAlike: most, words: ({ text }) => read(text), isFigure })
  return kept.map(({ weighed }) => weighed.line.id)
}

/** Words that no other number has. */
const words = (n: number, count: number) =>
  Array.from({ length: count }, (_, at) => `w${n.toString(36)}x${at}z`).join(' ')

const rent = (n: number) =>
  `The landlord wrote about the rent again, ${300 + n} euros from ${months[n]} on. Is that allowed?`

describe('what says nearly the same', () => {
  test('is kept a few times, the best of it and the newest', () => {
    expect(left(months.map((_, n) => ({ text: rent(n) })))).toEqual([0, 1, 2, 9])
    expect(left(months.map((_, n) => ({ text: rent(n), at: new Date(100 - n) })))).toEqual([0, 1, 2, 3])
  })

  test('is kept wholly where it was said at the time that the question names', () => {
    expect(left(months.map((_, n) => ({ text: rent(n), dated: true })))).toHaveLength(10)
  })

  test('counts apart for each who says it', () => {
    const said = months.map((_, n) => ({ text: rent(n), name: n % 2 === 0 ? 'Ana' : 'Ben' }))
    expect(left(said)).toEqual([0, 1, 2, 3, 4, 5, 8, 9])
  })

  test('may begin or end in other words', () => {
    const begins = months.map((month) => ({
      text: `In ${month} they changed from chicken to lamb with rice because of his red ears`,
    }))
    const ends = months.map((month) => ({
      text: `They changed from chicken to lamb with rice because of his red ears in ${month}`,
    }))
    expect(left(begins)).toHaveLength(4)
    expect(left(ends)).toHaveLength(4)
  })

  test('is found in other scripts', () => {
    const said = months.map((_, n) => ({
      text: `房东又写信说房租的事情了，从下个月开始要付${300 + n}欧元，这样做可以吗，我们应该怎么回答他？`,
    }))
    expect(left(said)).toEqual([0, 1, 2, 9])
  })
})

describe('what says something else', () => {
  test('stays, however alike it begins', () => {
    const said = [
      'The landlord wrote that the boiler will be changed before the winter comes',
      'The landlord wrote that nobody may keep a dog without asking him first',
      'The landlord wrote because the neighbours complained about the trumpet',
      'The landlord wrote about the keys of the cellar and the bicycles in it',
      'The landlord wrote a card from Portugal, he is on holiday until Sunday',
    ]
    expect(left(said.map((text) => ({ text })))).toHaveLength(5)
  })

  test('stays where hundreds begin alike', () => {
    const things = Array.from({ length: 600 }, (_, n) => `Reminder for today: ${words(n, 8)}`)
    expect(left(things.map((text) => ({ text })))).toHaveLength(600)
  })

  test('stays when it is short or has files', () => {
    expect(left(months.map((_, n) => ({ text: `weight ${80 + n} kg` })))).toHaveLength(10)
    expect(left(months.map((_, n) => ({ text: rent(n), files: ['letter.pdf'] })))).toHaveLength(10)
  })
})

test('the very same words of the same person are kept once, whatever is asked for', () => {
  const said = [{ text: rent(1) }, { text: rent(1) }, { text: rent(1), name: 'Ben' }]
  expect(left(said)).toEqual([0, 2])
})
