import { expect, test } from 'vitest'
import { createGateway } from '../../src/gateway/gateway.ts'
import { ana, context, defaults, goOn, open, questionOf, sourceOf, turn, when, you } from './world.ts'

// What hangs on a message is shown with it, and anybody may have made it; the sentence it hangs on stays whose it is.
// Later only its name is shown, and what a session has shown its epoch remembers.

const files = ['invoice.pdf']
const theirs = [{ kind: 'file', name: 'invoice.pdf', trust: 'untrusted' }]
const plan = ana(1, '-9m', 'please pay this', { files })
const old = ana(1, '-40d', 'the invoice of the plumber', { files })
const recent = [ana(8, '-9m', 'good morning'), you(9, '-8m', 'Good morning.')]

test.each([
  ['asked with', () => open({ messages: recent }, 'please pay this', {}, { files })],
  ['asked with in an epoch that goes on', () => goOn({ messages: recent }, {}, 'please pay this', {}, { files })],
])('%s', (_, see) => {
  const assembly = see()
  expect(turn(assembly)).toContain('invoice.pdf')
  expect(turn(assembly)).toContain('trust="owner"')
  expect(assembly.trusts).toContain('untrusted')
  expect(assembly.foreign).toEqual(theirs)
})

test.each([
  ['in the history', () => open({ messages: [plan] })],
  ['recalled', () => open({ messages: [old, ...recent], found: [1] }, 'which invoice of the plumber?')],
  ['quoted', () => open({ messages: [old, ...recent] }, 'which one?', {}, { replyTo: 1 })],
  ['said since the last answer', () => goOn({ messages: recent }, { newMessages: [plan] })],
  ['on a line of ours', () => open({ messages: [you(1, '-9m', 'Here it is.', { files })] })],
  [
    'on background output',
    () => open({ messages: [...recent, you(10, '-1m', 'Done.', { origin: 'scheduled', files })] }),
  ],
  ['a recording, whose words stand in the text', () => open({}, 'remind me', {}, { files, recordings: files })],
])('%s: no more than its name', (_, see) => {
  const assembly = see()
  expect(`${context(assembly)}${turn(assembly)}`).toContain('invoice.pdf')
  expect(assembly.trusts).toEqual(['owner'])
  expect(assembly.foreign).toEqual([])
})

test('joined while the turn runs', () => {
  const gateway = createGateway(sourceOf({ messages: recent }), () => defaults)
  const shown = { openedAt: when('-20m'), ids: new Set([8, 9]), newMessages: [] }
  expect(gateway.join(questionOf('and this', { files }), shown).trusts).toContain('untrusted')
})

test('the sentence is said by whoever said it', () => {
  const assembly = open({ messages: [plan, you(2, '-8m', 'Here is a copy.', { files: ['copy.pdf'] })] })
  expect(context(assembly)).toContain('[Ana 09:51] please pay this')
  expect(context(assembly)).toContain('[you 09:52] Here is a copy.')
  expect(context(assembly)).not.toContain('untrusted')
})

test('a guest’s file makes nobody more trusted', () => {
  const assembly = open({ messages: [ana(1, '-9m', 'look', { name: 'Eve', trust: 'guest', files })] })
  expect(context(assembly)).toContain('[Eve (guest) 09:51] look')
  expect(assembly.trusts).toEqual(['guest', 'owner'])
  expect(assembly.foreign).toEqual([{ kind: 'person', name: 'Eve', trust: 'guest' }])
})
