import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitIntoPassages } from '../../../src/gateway/choosing/passage-cuts.ts'
import { createPassages } from '../../../src/gateway/choosing/passages.ts'
import { size } from '../../support/sizes.ts'

const filler = (about: string, count = 8) => `We spoke of the ${about} and of nothing else that day. `.repeat(count)
const shown = (text: string, question: string, limit: number) =>
  createPassages(question, [text])(text, limit).map(({ from, to }) => text.slice(from, to))

describe('a text is cut', () => {
  const pieces = (text: string) => splitIntoPassages(text).map(({ from, to }) => text.slice(from, to))

  test('at ends of sentences, of which short ones stand together', () => {
    const [first, second] = ['The roof leaks. It is old. ', 'x'.repeat(280)]
    expect(pieces(`${first}${second}. More.`)).toEqual([first, `${second}. More.`])
  })
  test('between lines, each of which stands by itself', () => {
    expect(pieces('# Costs\n\n- roof: 4,200\n- door: 300\n')).toEqual(['# Costs', '- roof: 4,200', '- door: 300'])
  })
  test('at the full stops of Chinese and Japanese', () => {
    const sentence = `${'水管工上个月来过'.repeat(20)}。`
    expect(pieces(`${sentence}${sentence}${sentence}`)).toEqual([sentence, sentence, sentence])
  })
  test('in code between lines, with the lines that open and close it', () => {
    const line = `const ${'a'.repeat(190)} = 1`
    const text = `So:\n\`\`\`ts\n${line}\n${line}\n\`\`\`\nDone.`
    expect(pieces(text)).toEqual(['So:', line, line, 'Done.'])
    const fences = splitIntoPassages(text).map((passage) => passage.fences.map(({ from, to }) => text.slice(from, to)))
    expect(fences).toEqual([[], ['```ts', '```'], ['```ts', '```'], []])
  })
  test('code that is never closed is code to the end', () => {
    expect(splitIntoPassages('```\na\nb').map(({ fences }) => fences.length)).toEqual([1])
  })
  test('a fence inside a longer fence closes nothing', () => {
    expect(splitIntoPassages('````\n```\nx\n```\n````\nafter').map(({ fences }) => fences.length)).toEqual([2, 0])
  })
  test('a sentence that never ends, between words; a word that never ends, between characters', () => {
    expect(pieces('word '.repeat(400)).every((piece) => piece.length <= 600 && piece.endsWith(' '))).toBe(true)
    expect(pieces('👩‍👩‍👧'.repeat(400)).every((piece) => piece.isWellFormed() && !piece.startsWith('\u200d'))).toBe(
      true,
    )
  })
  test('in order and without a hole but for white space, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('```', '\n', '. ', 'x', '。', '~~~~', ' ', '😀', 'a'.repeat(320))),
        (parts) => {
          const text = parts.join('')
          const spans = splitIntoPassages(text).flatMap(({ from, to, fences }) => [{ from, to }, ...fences])
          const kept = spans.toSorted((a, b) => a.from - b.from)
          let at = 0
          for (const { from, to } of kept) {
            expect(text.slice(at, Math.max(at, from)).trim()).toBe('')
            at = Math.max(at, to)
          }
          expect(text.slice(at).trim()).toBe('')
        },
      ),
      { numRuns: size(100, 500), seed: 4 },
    )
  })
  test('also one of nothing but white space, at once', () => {
    expect(splitIntoPassages(`${' '.repeat(2_000_000)}\n`.repeat(2))).toEqual([])
  })
})

describe('what of a text answers', () => {
  const text = `${filler('garden')}The plumber wants 431 euros for the boiler. ${filler('harbour')}The boiler is from 1998. ${filler('market')}`

  test('is the passage that holds the rare words of the question', () => {
    expect(shown(text, 'what does the plumber want for the boiler?', 500).join()).toContain('431 euros')
  })
  test('and what else says something of it, as far as there is room', () => {
    const both = shown(text, 'the boiler of the plumber', 1500)
    expect(both.join()).toContain('431 euros')
    expect(both.join()).toContain('1998')
  })
  test('with what stands around it', () => {
    const list = `${filler('garden')}\nThe plumber:\n- 431 euros\n- on Monday, at nine in the morning, with a colleague of his\n${filler('harbour')}`
    expect(shown(list, 'the plumber', 500).join()).toContain('- 431 euros')
  })
  test('is nothing where no word of the question stands, or only one that says little', () => {
    expect(shown(text, 'Who sold us the red bicycle?', 500)).toEqual([])
    const day = `${filler('garden', 30)}It rained.`
    expect(shown(day, 'On what day did Bob repair the roof of the old stable?', 400).join()).not.toContain('It rained')
  })
  test('code is shown with its fences, also in part', () => {
    const code = Array.from({ length: 60 }, (_, n) => `const value${n} = compute(${n}, '${'x'.repeat(30)}')`)
    const answer = `Here it is:\n\`\`\`ts\n${code.join('\n')}\nexport const boiler = value3\n\`\`\`\n${filler('garden')}`
    const parts = shown(answer, 'where is the boiler exported?', 700)
    expect(parts.join('\n')).toMatch(/```ts\n[^]*export const boiler = value3\n```/)
    expect(parts.join('\n').match(/```/g)).toHaveLength(2)
  })
  test('keeps within its room, parts no pair and stands in order, whatever it is', () => {
    const piece = fc.constantFrom(
      'the boiler ',
      '. ',
      '\n',
      '```\n',
      '😀',
      'b'.repeat(150),
      'plumber',
      '。',
      ' word'.repeat(40),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 5, maxLength: 60 }),
        fc.integer({ min: 100, max: 2000 }),
        (parts, limit) => {
          const text = parts.join('')
          const spans = createPassages('plumber boiler', [text])(text, limit)
          expect(spans.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThanOrEqual(limit)
          expect(spans.every(({ from, to }, at) => from < to && from >= (spans[at - 1]?.to ?? 0))).toBe(true)
          expect(spans.every(({ from, to }) => text.slice(from, to).isWellFormed())).toBe(true)
        },
      ),
      { numRuns: size(100, 500), seed: 4 },
    )
  })
  test('is found at once in a text of nothing but answers', () => {
    const many = 'the boiler\n'.repeat(9000)
    expect(shown(many, 'the boiler', 1000).join().length).toBeGreaterThan(100)
  })
})
