import { expect, test } from 'vitest'
import { readCategory } from '../../../src/gateway/recall/category-words.ts'
import { createQuestionReader, createWordReader } from '../../../src/lib/text/words.ts'

const read = createQuestionReader()
const lineWords = createWordReader()

function askedBy(question: string) {
  const asked = read(question)
  return readCategory([...new Set(asked.map(({ word }) => word))], new Map(asked.map((one) => [one.word, one.forms])))
}

test.each([
  ['What are her hobbies?', 'We sat in the garden and I painted the lake.', 'The train was late again.'],
  ['Which animals did we speak of?', 'A stray kitten followed me home.', 'The train was late again.'],
])('%s', (question, answer, other) => {
  const members = new Set(askedBy(question)?.words)
  const names = (line: string) => lineWords(line).some((word) => members.has(word))
  expect([names(answer), names(other)]).toEqual([true, false])
})

test('a category counts less, the more else is asked', () => {
  const [alone, narrower] = [askedBy('What hobbies?'), askedBy('What hobbies did the plumber from Graz give up?')]
  expect(alone?.share).toBe(1)
  expect(narrower?.share).toBeLessThan(0.4)
})

test('a question without a category has none', () => {
  expect(askedBy('When did she arrive?')).toBeUndefined()
})

test('a member that the question names itself is searched for as a word', () => {
  expect(askedBy('Which animals beside the cat?')?.words).not.toContain('cat')
})
