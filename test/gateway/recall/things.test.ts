import { expect, test } from 'vitest'
import { thingsAsked } from '../../../src/gateway/recall/things/things.ts'
import { createQuestionReader, createWordReader } from '../../../src/lib/text/words.ts'

const read = createQuestionReader()
const lineWords = createWordReader()

function askedBy(question: string) {
  const asked = read(question)
  return thingsAsked([...new Set(asked.map(({ word }) => word))], new Map(asked.map((one) => [one.word, one.forms])))
}

test.each([
  ['What are her hobbies?', 'We sat in the garden and I painted the lake.', 'The train was late again.'],
  ['Which animals did we speak of?', 'A stray kitten followed me home.', 'The train was late again.'],
  ['Welche Tiere haben die Nachbarn?', 'Bei denen leben zwei Katzen und ein Hund.', 'Der Zug war wieder zu spät.'],
  ['Quels sports fait-elle ?', 'Elle est à la natation avec son frère.', 'Le train était encore en retard.'],
  ['¿Qué comida le gusta más?', 'Siempre pide el pollo con arroz de su abuela.', 'El tren llegó tarde otra vez.'],
])('%s', (question, told, untold) => {
  const things = new Set(askedBy(question)?.words)
  const names = (line: string) => lineWords(line).some((word) => things.has(word))
  expect([names(told), names(untold)]).toEqual([true, false])
})

test('counts the less, the more else is asked', () => {
  const [alone, narrower] = [askedBy('What hobbies?'), askedBy('What hobbies did the plumber from Graz give up?')]
  expect(alone?.share).toBe(1)
  expect(narrower?.share).toBeLessThan(0.4)
})

test('names no kind: nothing', () => {
  expect(askedBy('When did she arrive?')).toBeUndefined()
})

test('a thing that the question holds itself is looked for anyway', () => {
  expect(askedBy('Which animals beside the cat?')?.words).not.toContain('cat')
})
