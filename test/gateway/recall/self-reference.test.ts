import { expect, test } from 'vitest'
import { isAboutAuthor } from '../../../src/gateway/recall/self-reference.ts'

test.each([
  ["I'm off to the rink", true],
  ['WE went; yes, US', true],
  ['the team won in seven', false],
  ['That looks great on you!', false],
  ['That looks great on you 😊', false],
  ['Ich habe dir mein Rad geliehen', true],
  ["J'ai perdu tes clés", true],
  ['Yo vivo en Sevilla', true],
  ['我喜欢你的车', true],
  ['Der Zug fährt um neun', false],
  ['La gare du Nord est fermée', false],
])('%s', (text, isAbout) => {
  expect(isAboutAuthor(text)).toBe(isAbout)
})
