import { expect, test } from 'vitest'
import { readSelfReference } from '../../../src/gateway/recall/self-reference.ts'

test.each([
  ["I'm off to the rink", true, false],
  ['WE went; yes, US', true, false],
  ['the team won in seven', false, false],
  ['That looks great on you!', false, true],
  ['That looks great on you 😊', false, true],
  ['Ich habe dir mein Rad geliehen', true, true],
  ["J'ai perdu tes clés", true, true],
  ['Yo vivo en Sevilla', true, false],
  ['我喜欢你的车', true, true],
  ['Der Zug fährt um neun', false, false],
  ['La gare du Nord est fermée', false, false],
])('%s', (text, self, other) => {
  expect(readSelfReference(text)).toEqual({ self, other })
})
