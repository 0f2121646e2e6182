import { describe, expect, test } from 'vitest'
import { findQuestion, isAnswerTo, type PendingQuestion } from '../../src/gateway/choosing/pending-question.ts'
import { ana, context, open, turn, when, you } from './world.ts'

const asked = (text: string) => {
  const found = findQuestion({ id: 7, text, at: when('-5m') })
  return found && [found.expects, found.question, ...found.choices]
}
const pending = (text: string): PendingQuestion => {
  const found = findQuestion({ id: 7, text, at: when('-5m') })
  if (!found) throw new Error(`no question in ${text}`)
  return found
}

describe('a question in our own answer', () => {
  test.each([
    ['Shall I book it?', ['yes-no', 'Shall I book it?']],
    ['I found two trains. Should I take the early one?', ['yes-no', 'Should I take the early one?']],
    ['Soll ich das buchen?', ['yes-no', 'Soll ich das buchen?']],
    ['The total is 40 euros, right?', ['yes-no', 'The total is 40 euros, right?']],
    ['How many people are coming?', ['number', 'How many people are coming?']],
    ['Wie viele kommen?', ['number', 'Wie viele kommen?']],
    ['Good.\n\nWhen do you want to leave?', ['date', 'When do you want to leave?']],
    ['What time suits you?', ['date', 'What time suits you?']],
    ['What should the title be?', ['text', 'What should the title be?']],
    ['Do you prefer tea or coffee?', ['choice', 'Do you prefer tea or coffee?', 'tea', 'coffee']],
    [
      'Which one?\n1. the red bike\n2. the blue bike\n\nWhich do you take?',
      ['choice', 'Which do you take?', 'the red bike', 'the blue bike'],
    ],
    ['Shall I book it or not?', ['yes-no', 'Shall I book it or not?']],
  ])('%j', (text, expected) => {
    expect(asked(text)).toEqual(expected)
  })

  test.each(['Done.', 'You asked: why? I do not know.', '```\nis this a question?\n```', `Is ${'x'.repeat(400)}?`])(
    'there is none in %j',
    (text) => {
      expect(asked(text)).toBeUndefined()
    },
  )
})

describe('an answer', () => {
  const takes = (question: string, text: string, at = '-1m') => isAnswerTo(pending(question), { text, at: when(at) })

  test.each([
    ['Shall I book it?', 'yes'],
    ['Shall I book it?', 'No, thanks.'],
    ['Shall I book it?', 'ja bitte'],
    ['Shall I book it?', '👍'],
    ['How many people?', '4'],
    ['How many people?', 'about twelve of us'],
    ['When do you leave?', 'tomorrow at 9'],
    ['When do you leave?', '2026-04-01'],
    ['When do you leave?', 'on the 3rd of May'],
    ['Do you prefer tea or coffee?', 'coffee please'],
    ['Do you prefer tea or coffee?', 'the second one'],
    ['What should the title be?', 'The Long Way Home'],
  ])('%j takes %j', (question, text) => {
    expect(takes(question, text)).toBe(true)
  })

  test.each([
    ['Shall I book it?', 'what is the weather in Oslo'],
    ['Shall I book it?', 'no idea what this error means, can it be the disk that is full again'],
    ['Shall I book it?', 'yes but first: how much is it?'],
    ['How many people?', 'yes'],
    ['How many people?', 'tomorrow at 9'],
    ['How many people?', 'write me a poem about the sea'],
    ['When do you leave?', 'yes'],
    ['When do you leave?', 'there are 14 of us and we all want to eat something good before'],
    ['Do you prefer tea or coffee?', 'both tea and coffee'],
    ['Do you prefer tea or coffee?', 'remind me to call mum'],
    ['What should the title be?', 'no'],
    ['What should the title be?', 'why do you ask?'],
    ['What should the title be?', 'thanks a lot!'],
    ['What should the title be?', 'Guten Morgen'],
    ['What should the title be?', 'how tall is the Eiffel Tower'],
  ])('%j does not take %j', (question, text) => {
    expect(takes(question, text)).toBe(false)
  })

  test('comes within a day', () => {
    const question = { ...pending('Shall I book it?'), askedAt: when('-25h'), expiresAt: when('-1h') }
    expect(isAnswerTo(question, { text: 'yes', at: when('-2h') })).toBe(true)
    expect(isAnswerTo(question, { text: 'yes', at: when('-30m') })).toBe(false)
  })
})

describe('what the model sees of it', () => {
  const messages = [
    you(7, '-5h', 'I found a train at nine. Shall I book it?'),
    ana(8, '-4h', 'remind me to water the plants'),
    you(9, '-4h', 'I will.'),
  ]
  const past = { messages, pending: pending('I found a train at nine. Shall I book it?') }
  const few = { alwaysIncludeRecent: 1, lookbackCount: 1 }

  test('an answer of the kind brings back the question, labelled, and the line that asked it', () => {
    const assembly = open(past, 'yes please', few)
    expect(context(assembly)).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [you 05:00] I found a train at nine. Shall I book it?
      [you 06:00] I will.
      </history>"
    `)
    expect(
      assembly.parts.filter(({ kind }) => kind !== 'policy').map(({ kind, reason }) => `${kind}: ${reason}`),
    ).toMatchInlineSnapshot(`
      [
        "status: in every request",
        "history: the last answer here",
        "history: asked a question that takes a yes or a no",
        "message: in every request",
      ]
    `)
  })

  test('a message of another kind is not taken for it', () => {
    expect(context(open(past, 'what is the weather in Oslo', few))).toMatchInlineSnapshot(`
      "<history>
      [2026-03-14, earlier today]
      [you 06:00] I will.
      </history>"
    `)
  })

  test('a reply points elsewhere, whatever it says', () => {
    expect(turn(open(past, 'yes', few, { replyTo: 9 }))).toMatchInlineSnapshot(`
      "<quoted-reply on="2026-03-14, earlier today">
      [you 06:00] I will.
      </quoted-reply>

      <status>
      It is Saturday, 2026-03-14 10:00 (UTC).
      </status>

      <message from="Ana" trust="owner">
      yes
      </message>"
    `)
  })

  test('a question that has run out is not brought up', () => {
    const old = { ...past, pending: { ...past.pending, expiresAt: when('-1h') } }
    expect(turn(open(old, 'yes', few))).toMatchInlineSnapshot(`
      "<status>
      It is Saturday, 2026-03-14 10:00 (UTC). The last message here is 4 hours old. The new message starts something new.
      </status>

      <message from="Ana" trust="owner">
      yes
      </message>"
    `)
  })
})
