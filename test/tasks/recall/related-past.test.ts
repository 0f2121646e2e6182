import { expect, test } from 'vitest'
import { onlyIn } from '../../../src/domain/recall.ts'
import { createRecall } from '../../../src/gateway/recall/recall.ts'
import { createRecallSource } from '../../../src/store/recall/recall-source.ts'
import { createRecallWorld, noon } from '../../store/recall/recall-world.ts'

const DAY = 24 * 60
const subjects = ['roof', 'garden', 'car', 'choir', 'taxes', 'holiday in Lisbon', 'dog Milo', 'kitchen sink']

/** Asks, as if for the first time in a while, about what was said here. */
function createAsk(world: ReturnType<typeof createRecallWorld>) {
  const { recall } = createRecall(createRecallSource(world.db))
  return (text: string) =>
    recall({
      text,
      chats: onlyIn(world.chat),
      bound: { asOf: new Date(noon.getTime() + 400 * DAY * 60_000) },
      timezone: 'UTC',
      limit: 50,
    })
}

/** A year of talk about a few everyday subjects. */
function createYear() {
  const world = createRecallWorld()
  for (let day = 0; day < 300; day++) {
    const subject = subjects[day % subjects.length]
    world.say(day * DAY, `Today I thought about the ${subject} again, we should do something about it soon.`, {
      name: 'Ana',
    })
    world.say(day * DAY + 1, `Let me know how the ${subject} turns out.`, { name: 'Ben' })
    if (day % 10 === 0) world.say(day * DAY + 2, 'I met Sura again and she sends her greetings.', { name: 'Ana' })
  }
  world.say(301 * DAY, 'The plumber is called Ferrante, his van is green.', { name: 'Ana' })
  return createAsk(world)
}

test.each([
  'What is 17 * 23?',
  'give me a recipe for pancakes',
  'suggest a name for a kitten',
  'Wie viele Zentimeter sind 5 Zoll?',
  'Traduis « bon courage » en anglais',
  '¿Quién escribió Don Quijote?',
  '给我讲个笑话',
])('%s needs nothing of the past', (text) => {
  expect(createYear()(text)).toEqual({ hits: [], relation: 'none' })
})

test('who asks about something that was said is given it', () => {
  const ask = createYear()
  for (const text of ['what was the plumber called?', 'is the van of the plumber green?'])
    expect(ask(text).hits[0]?.line.text, text).toContain('Ferrante')
})

test.each([
  ['names somebody who speaks here', 'What did Ben want to know?'],
  ['asks what was talked about', 'What were we talking about?'],
  ['asks how often something was said', 'How many times did I mention the choir?'],
])('a message that %s may need all of the past', (_, text) => {
  expect(createYear()(text).relation).toBe('clear')
})

test.each([
  ['how do I wash a dog?', 'faint'],
  ['wie wasche ich ein Auto in der Garage neben dem garden?', 'none'],
  ['what did I say about my garden?', 'clear'],
  ['is the van of Ferrante green?', 'clear'],
  ['On which day should somebody congratulate Sura?', 'clear'],
  ['Which mountains are known as the Roof of the World?', 'none'],
])('%s: what it has in common with the past is %s', (text, relation) => {
  expect(createYear()(text).relation).toBe(relation)
})

/** In German every noun has a capital. */
function createGermanYear() {
  const world = createRecallWorld()
  const things = ['der Garten', 'das Auto', 'die Steuer', 'der Hund', 'die Küche', 'das Dach', 'der Chor', 'die Reise']
  for (let day = 0; day < 240; day++) {
    const thing = things[day % things.length]
    world.say(day * DAY, `Heute war wieder ${thing} dran, mit viel Arbeit und etwas Glück.`, { name: 'Ana' })
    world.say(day * DAY + 1, 'Danke, gut zu wissen.', { name: 'Ben' })
    if (day % 20 === 0) world.say(day * DAY + 2, 'Bena lässt dich grüßen.', { name: 'Ana' })
    if (day % 30 === 0) world.say(day * DAY + 2, 'Auf dem Markt habe ich Bena getroffen.', { name: 'Ana' })
    if (day % 12 === 0) world.say(day * DAY + 3, 'Die blauen Koffer standen im Flur.', { name: 'Ana' })
    if (day % 15 === 0) world.say(day * DAY + 4, 'Wie lange koche ich Linsen?', { name: 'Ana' })
  }
  world.say(241 * DAY, 'Bena ist nach Harvburg gezogen, mit den Kindern.', { name: 'Ana' })
  world.say(242 * DAY, 'Am Montag hat Herr Tarnvek die Heizung geprüft.', { name: 'Ana' })
  return createAsk(world)
}

test.each([
  ['names somebody in other words', 'In welche Stadt schickt man das Paket an Bena?', 'clear'],
  ['names somebody in small letters', 'womit verdient bena ihr geld?', 'clear'],
  ['names a thing by two words that belong together', 'Wo ist der blaue Koffer?', 'clear'],
  ['names such a thing in other words', 'Welche Farbe bekäme der blaue Koffer nach einer Reparatur?', 'faint'],
  ['asks what was told in one sentence', 'Wer hat die Heizung geprüft?', 'clear'],
  ['asks what was only asked before', 'Wie lange kochen Linsen?', 'faint'],
  ['shares one noun by chance', 'Wie baut man einen Garten für Bienen?', 'none'],
  ['needs nothing', 'Wie funktioniert ein Kühlschrank?', 'none'],
])('a German message that %s: %s', (_, text, relation) => {
  expect(createGermanYear()(text).relation).toBe(relation)
})
