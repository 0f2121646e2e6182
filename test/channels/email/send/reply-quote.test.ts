import { expect, test } from 'vitest'
import { renderReplyQuote } from '../../../../src/channels/email/send/reply-quote.ts'
import { ana, token, us } from './rig.ts'

const answered = { account: us, to: ana, toName: 'Ana', subject: 'Hello', token, references: [] }

test.each([
  ['Wie ist es bei dir, und kommst du heute?', 60, 'Am 14.03.2026 um 10:12 schrieb Ana'],
  ['Comment est-ce que tu vas, et quand est-ce que tu viens ?', 60, 'Le 14/03/2026 à 10:12, Ana'],
  ['How is it where you are?', -300, 'On Sat, 14 Mar 2026 at 04:12, Ana'],
  ['你那边怎么样？', 480, '2026-03-14 17:12，Ana'],
  ['How is it where you are?', undefined, 'On Sat, 14 Mar 2026 at 09:12 UTC, Ana'],
])('%j is introduced in its language and by the clock of who wrote it', (quoted, quotedZone, says) => {
  const quote = renderReplyQuote({ ...answered, quoted, quotedAt: new Date('2026-03-14T09:12:31Z'), quotedZone })
  expect(quote?.text.startsWith(`${says} <${ana}>`)).toBe(true)
  expect(quote?.html).toContain(says)
})
