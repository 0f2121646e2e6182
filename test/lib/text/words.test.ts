import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stem } from '../../../src/lib/text/stem.ts'
import { createWordReader } from '../../../src/lib/text/words.ts'
import { size } from '../../support/sizes.ts'

const words = createWordReader()

test('forms of one word have one stem', () => {
  for (const forms of [
    ['repair', 'repairs', 'repaired', 'repairing'],
    ['hope', 'hoped', 'hoping', 'hopefulness'],
    ['relate', 'related', 'relational'],
    ['happy', 'happiness'],
  ]) {
    expect(new Set(forms.map(stem)).size, forms.join()).toBe(1)
  }
})

test('a stem is what the paper says it is', () => {
  const given = [
    'caresses',
    'ponies',
    'agreed',
    'sized',
    'falling',
    'sky',
    'conditional',
    'triplicate',
    'adoption',
    'roll',
  ]
  expect(given.map(stem)).toEqual([
    'caress',
    'poni',
    'agre',
    'size',
    'fall',
    'sky',
    'condit',
    'triplic',
    'adopt',
    'roll',
  ])
})

test('small words, cases, accents and possessives do not matter', () => {
  expect(words('The Café of Zoë’s sister is in the STRASSE')).toEqual(words('the cafe, the zoe sister, straße'))
})

test('scripts without spaces are found by their parts', () => {
  expect(words('東京タワーに行った')).toEqual(expect.arrayContaining(['東京', '京', 'タワ']))
  const asked = words('我的猫叫什么')
  expect(words('猫生病了').filter((word) => asked.includes(word))).toEqual(['猫'])
  expect(words('서울에서 만나요')).toEqual(expect.arrayContaining(['서울']))
})

test('numbers are words', () => {
  expect(words('flight 4711 at 9:30')).toEqual(['flight', '4711', '9', '30'])
})

test('a line is read the same by the quick way and by the other', () => {
  // A letter beyond ASCII makes the whole line go the other way, and by itself it is a word of its own.
  const signs = fc.constantFrom(...Array.from("aBdlmRstvTe'' _-.,5"))
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 24 }), (text) => {
      expect(words(`${text} ж`).filter((word) => word !== 'ж')).toEqual(words(text))
    }),
    { numRuns: size(1000, 5000) },
  )
})

test('more words than it can remember change nothing', () => {
  const forgetful = createWordReader(4)
  const text = 'plums pears apples cherries plums figs quinces medlars apples'
  expect(forgetful(text)).toEqual(words(text))
  expect(forgetful(text)).toEqual(words(text))
})

test('a text of a million characters is read in any script', () => {
  expect(words('日本 '.repeat(300_000)).length).toBeGreaterThan(300_000)
  expect(words('plum '.repeat(200_000))).toHaveLength(200_000)
})
