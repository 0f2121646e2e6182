import { describe, expect, test } from 'vitest'
import { usesName } from '../../../src/gateway/recall/names-here.ts'

const german = [
  'Bena wohnt jetzt in Harvburg bei der Tante.',
  'Gestern habe ich Bena auf dem Markt getroffen, mit dem Hund und einem Korb voll Äpfel.',
  'Bena lässt dich grüßen.',
  'Ich habe Reis und Fisch gekauft, dann kam der Bus zu spät.',
  'Der Drucker macht wieder Geräusche, den Drucker bringe ich in die Werkstatt.',
  'Die Besprechung am Montag dauerte eine Stunde, im Büro war die Heizung aus.',
]
const english = [
  'We met Sura at the market and talked about leeks for half an hour.',
  'The folding table is back in the hall.',
  'I read twenty pages of the novel today, and it gets better.',
]

function ask(text: string, lines: string[]): boolean {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu))
  const linesByWord = new Map(
    Array.from(words, (word) => [word, lines.filter((line) => line.toLowerCase().includes(word))] as const),
  )
  return usesName({ text, lines, linesByWord })
}

describe('where nouns have capitals, a name is what also opens sentences', () => {
  test.each(['In welche Stadt schicke ich das Paket für Bena?', 'wo wohnt bena?'])('%s', (text) => {
    expect(ask(text, german)).toBe(true)
  })

  test.each(['Was kostet ein guter Drucker?', 'Wie lange koche ich Reis?', 'Wie heißt die Hauptstadt?'])(
    'no name: %s',
    (text) => {
      expect(ask(text, german)).toBe(false)
    },
  )
})

describe('where they have none, a capital inside the sentence is enough', () => {
  test('On which day should somebody congratulate Sura?', () => {
    expect(ask('On which day should somebody congratulate Sura?', english)).toBe(true)
  })

  test.each(['what goes well with leeks?', 'Which table is the best?', 'who was Napoleon?'])('no name: %s', (text) => {
    expect(ask(text, english)).toBe(false)
  })
})

test('a word that people also write small is no name', () => {
  const lines = [...english, 'Sura came by. Sura is well.', 'In the sura that he read, another sura is named.']
  expect(ask('On which day should somebody congratulate Sura?', lines)).toBe(false)
})

test('a long message and long lines are read in part', () => {
  const long = `${'Bena und '.repeat(40_000)}`
  expect(ask(long, [long])).toBe(true)
  expect(ask(`${'a'.repeat(3000)} Bena`, [long])).toBe(false)
})
