import { expect, test } from 'vitest'
import { type AnyText, textIn } from '../../../src/messages/localized.ts'
import { smallTalk } from '../../support/small-talk-lines.ts'
import { createTalkedWorld } from '../../support/talked-world.ts'

// Costs about ten seconds: a past of 1,200 lines is imported and summed up once, and eighty turns are put together over it.

const MOST_TOKENS = 350

test('forty messages of small talk are shown next to nothing of a long past', async () => {
  const { open, goOn } = await createTalkedWorld(1200)
  expect(smallTalk).toHaveLength(40)
  for (const text of smallTalk) {
    const opening = open(text)
    const beyond = opening.parts.filter(({ kind, reason }) => past.has(kind) && !isLastLine(reason))
    expect({ text, tokens: sum(beyond) }).toEqual({ text, tokens: expect.toSatisfy((n: number) => n <= MOST_TOKENS) })
    const turn = goOn(text)
    expect(turn.parts.filter(({ kind }) => kind === 'recalled')).toEqual([])
  }
})

test('a question after a greeting has the past it needs all the same', async () => {
  const { open, goOn, sayNow } = await createTalkedWorld(1200)
  const recalled = (turn: ReturnType<typeof goOn>) => sum(turn.parts.filter(({ kind }) => kind === 'recalled'))
  const question = 'What was the name of the hotel in Lisbon?'
  expect(open(question).context).toContain('Miradouro')
  sayNow('hi')
  const first = goOn(question)
  expect(first.context).toContain('Miradouro')
  // "Want" stands in every other talk, and says nothing of the matter.
  const rent = goOn('what did the landlord want with the rent, from when on?')
  expect(rent.context).toContain('The landlord wrote about the rent again')
  expect(rent.context).not.toMatch(/Lisbon|chairs|bicycle/)
  sayNow('the landlord wants more rent from October on')
  const later = goOn(question)
  expect(later.context).toContain('Lisbon')
  expect(recalled(later)).toBeLessThan(recalled(first))
})

const past = new Set(['lane-summary', 'facts', 'recalled', 'conversation-summary', 'history', 'previous-tasks'])

function isLastLine(reason: AnyText): boolean {
  return textIn(reason, 'en').startsWith('one of the last')
}

function sum(parts: { tokens: number }[]): number {
  return parts.reduce((all, { tokens }) => all + tokens, 0)
}
