import { expect, test } from 'vitest'
import { otherForms } from '../../../src/lib/text/word-forms.ts'

test.each([
  ['running', 'ran'],
  ['ran', 'run'],
  ['pays', 'paid'],
  ['paid', 'pay'],
  ['bought', 'buy'],
  ['Häuser', 'haus'],
  ['Haus', 'hauser'],
  ['Mietverträge', 'mietvertrag'],
  ['Rechnungen', 'rechnung'],
  ['gekauft', 'kaufen'],
  ['teeth', 'tooth'],
])('%s is also %s', (word, other) => {
  expect(otherForms(word)).toContain(other)
})

test.each(['poster', 'corner', 'Miller', 'rent', '房租', 'x1', ''])('%s is nothing shorter', (word) => {
  expect(otherForms(word).filter((other) => other.length < word.length)).toEqual([])
})
