import { expect, test } from 'vitest'
import { onlyIn } from '../../../src/domain/readable.ts'
import { createRecall } from '../../../src/gateway/recall/recall.ts'
import { createRecallSource } from '../../../src/store/recall/recall-source.ts'
import { createRecallWorld, noon } from '../../store/recall/recall-world.ts'

const DAY = 24 * 60

/** Emil and somebody who writes as "sunny": each day begins with one of these lines of Emil's, and one of hers. */
function reasonsFor(question: string, lines: string[], answer = 'Morning, all well') {
  const { db, chat, say } = createRecallWorld()
  for (const [day, line] of lines.entries()) {
    say(day * DAY, line, { name: 'Emil' })
    say(day * DAY + 1, answer, { name: 'sunny' })
  }
  say(9 * DAY, 'Porridge for breakfast again', { name: 'Emil' })
  say(9 * DAY + 1, 'Toast for breakfast as ever', { name: 'sunny' })
  const { recall } = createRecall(createRecallSource(db))
  const asOf = new Date(noon.getTime() + 20 * DAY * 60_000)
  const hits = recall({ text: question, chats: onlyIn(chat), bound: { asOf }, timezone: 'UTC', limit: 20 })
  return Object.fromEntries(hits.map(({ line, reason }) => [line.text, reason]))
}

const greetings = ['Hey Kate, slept well?', 'Hello Kate! Rain again', 'Thanks Kate for the call']

test('who is meant by a name that somebody is only called by is read off who answers to it', () => {
  const reasons = reasonsFor('What does Kate have for breakfast?', greetings)
  expect(reasons['Toast for breakfast as ever']).toContain('said by sunny')
  expect(reasons['Porridge for breakfast again']).not.toContain('said by')
  expect(Object.values(reasons).join()).not.toContain('shares kate')
})

test('whoever says a name themselves is not called by it, and a word that calls nobody stays a word', () => {
  const said = reasonsFor('What does Kate have for breakfast?', greetings, 'Kate is still in bed')
  expect(Object.values(said).join()).not.toContain('said by')
  expect(said['Hey Kate, slept well?']).toContain('shares kate')
  const places = ['We love Lisbon in May', 'Back from Lisbon at last', 'Off to the sea, then Lisbon']
  const asked = reasonsFor('What did we have for breakfast in Lisbon?', places)
  expect(Object.values(asked).join()).not.toContain('said by')
})
