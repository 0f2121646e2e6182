import { expect, test } from 'vitest'
import { plainAnswer } from '../../../src/gateway/choosing/answer-kinds.ts'

test.each([
  'yes',
  'Yes!',
  ' ok ',
  'yes please',
  'ja',
  'Ja, gerne.',
  'oui',
  'sí',
  'go ahead',
  '👍',
  '👍🏿',
  '✅️',
  '👍👍',
])('“%s” is a plain yes', (text) => expect(plainAnswer(text)).toBe('yes'))

test.each(['no', 'No.', 'nein', 'Nein danke!', 'no, thanks', 'not now', 'non merci', '👎', '❌', 'no, don’t'])(
  '“%s” is a plain no',
  (text) => expect(plainAnswer(text)).toBe('no'),
)

test.each([
  '',
  'please',
  'yes?',
  'yes no',
  'yes, at nine',
  'no idea',
  'yesterday',
  'okay then do the other one',
  'ok\nrm -rf /',
  '“yes”',
])('“%s” is neither', (text) => expect(plainAnswer(text)).toBeUndefined())
