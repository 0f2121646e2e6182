import { expect, test } from 'vitest'
import { isAboutAuthor, speaksOfSelf } from '../../../src/gateway/recall/self-reference.ts'

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

test('who asks for something does not speak of themselves, who says what is theirs does', () => {
  const asking = [
    'tell me a joke',
    'Erzähl mir einen Witz',
    'Raconte-moi une blague',
    'dame una receta',
    '给我讲个笑话',
  ]
  const telling = [
    'where is my key?',
    'Wo ist mein Schlüssel?',
    'où est notre chat ?',
    '¿dónde está mi llave?',
    '我的猫怎么样',
  ]
  expect(asking.filter(speaksOfSelf)).toEqual([])
  expect(telling.filter((text) => !speaksOfSelf(text))).toEqual([])
})
