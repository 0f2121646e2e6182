import { expect, test } from 'vitest'
import { type ChatId, makeChatId, rootLane } from '../../../../src/domain/ids.ts'
import type { StoredLine } from '../../../../src/store/messages/lines.ts'
import { toWireLine } from '../../../../src/web/routes/chats/line-view.ts'
import { createTestClock } from '../../../support/test-clock.ts'
import { chatOf } from '../../world.ts'

const clock = createTestClock()
const buttons = [{ label: 'Yes', data: 'yes 1' }]
const expiresAt = clock.steady()

const asked = (chat: ChatId, more: Partial<StoredLine>) => {
  const nothing = { repliesTo: undefined, files: [], key: undefined, task: undefined, receipt: undefined }
  const plain = { question: undefined, offers: [], actions: [], making: undefined, unfinished: undefined }
  const story = { isAmongOthers: false, conversation: undefined, deletedAt: undefined, earlier: [], later: undefined }
  const told = { lane: rootLane(chat), personId: undefined, story }
  const said = { id: 1, chat, author: 'bot', kind: 'notice', name: 'Skein', text: 'May I?', at: clock.now() } as const
  return toWireLine({ ...nothing, ...plain, ...told, ...said, ...more }, clock, 1)
}

test('what asks in a chat of another channel has nothing to press here, and how it ended is told', () => {
  const mail = makeChatId('email', 'bo')
  const open = { buttons, state: 'open', expiresAt, settled: null } as const
  expect(asked(chatOf('own'), { question: open })).toMatchObject({ buttons, waitsUntil: expect.any(Number) })
  expect(asked(chatOf('own'), { offers: buttons })).toMatchObject({ buttons })
  for (const line of [asked(mail, { question: open }), asked(mail, { offers: buttons })]) {
    expect(line).not.toHaveProperty('buttons')
    expect(line).not.toHaveProperty('waitsUntil')
  }
  expect(asked(mail, { question: { ...open, state: 'yes' } })).toHaveProperty('settled')
})
