import { expect, test } from 'vitest'
import { speaksOfWhom } from '../../../src/gateway/recall/whom.ts'

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
  expect(speaksOfWhom(text)).toEqual({ self, other })
})
