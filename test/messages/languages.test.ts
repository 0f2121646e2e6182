import { expect, test } from 'vitest'
import { languageOf } from '../../src/messages/languages.ts'

test('the language that was chosen counts, then the first of the browser that there is, then English', () => {
  expect(languageOf('de', ['en-US'])).toBe('de')
  expect(languageOf(null, ['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(languageOf('xx', ['en-GB', 'de'])).toBe('en')
  expect(languageOf(null, ['fr'])).toBe('en')
})
