import { expect, test } from 'vitest'
import { completeTypedLine, parseTypedLine } from '../../../src/cli/chat/typed-commands.ts'

const commands = ['stop', 'status', 'help'].map((name) => ({ name, summary: `about ${name}` }))
const known = { commands, chats: ['web:house', 'web:hedge', 'web:terminal'] }

test.each([
  ['/sto', '/stop ', []],
  ['/st', '/st', ['/status  about status', '/stop    about stop']],
  ['/s', '/s', ['/save    save the files of message 12 again', '/status  about status', '/stop    about stop']],
  ['/l', '/lines ', []],
  ['/xyz', '/xyz', []],
  ['please /st', 'please /st', []],
  ['/chat web:t', '/chat web:terminal ', []],
  ['/chat h', '/chat web:h', ['web:house', 'web:hedge']],
  ['/chat nowhere', '/chat nowhere', []],
])('Tab after %j', (typed, text, choices) => expect(completeTypedLine(typed, known)).toEqual({ text, choices }))

test('y and n answer a question, and are only letters without one', () => {
  expect(parseTypedLine(' Y ', 12)).toEqual({ kind: 'message', text: 'yes', replyTo: 12 })
  expect(parseTypedLine('n', 12)).toEqual({ kind: 'message', text: 'no', replyTo: 12 })
  expect(parseTypedLine('y')).toEqual({ kind: 'message', text: 'y' })
  expect(parseTypedLine('yes please', 12)).toEqual({ kind: 'message', text: 'yes please' })
})
