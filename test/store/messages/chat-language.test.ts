import { afterAll, expect, test } from 'vitest'
import { languageIn } from '../../../src/store/messages/chat-language.ts'
import { chatOf, createWorld } from '../../web/world.ts'

const world = createWorld()
afterAll(() => world.close())

test('a chat is spoken to in the language that its people wrote last', () => {
  const chat = chatOf('haus')
  expect(languageIn(world.db, chat)).toBe('en')
  world.say(chat, 'Wann kommt eigentlich der Dachdecker, und was muss ich bis dahin vorbereiten?')
  expect(languageIn(world.db, chat)).toBe('de')
  world.say(chat, 'When does the roofer come, and what do I have to prepare until then? Please tell me today.')
  world.say(chat, 'And who is going to pay for it? I think that it should be the landlord.')
  expect(languageIn(world.db, chat)).toBe('en')
})

test.each(['Привет', 'Привет, как дела?', 'Bonjour, comment ça va ?', 'C:\\Users\\Ana\\file.txt'])(
  'a chat in a language that we do not speak is spoken to in English: %s',
  (text) => {
    for (let times = 0; times < 6; times++) world.say(chatOf('garten'), 'Wann muss ich die Bäume schneiden?')
    const chat = chatOf(text)
    world.say(chat, 'ok')
    expect(languageIn(world.db, chat)).toBe('de')
    world.say(chat, text)
    expect(languageIn(world.db, chat)).toBe('en')
  },
)

test('commands without words of their own change nothing about it', () => {
  const chat = chatOf('garten')
  world.say(chat, 'Wann muss ich die Bäume im Garten schneiden?')
  for (let times = 0; times < 10; times++) world.say(chat, times % 2 === 0 ? '/usage' : '!status')
  expect(languageIn(world.db, chat)).toBe('de')
})
