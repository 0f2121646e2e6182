import { expect, test } from 'vitest'
import { makeChatId } from '../../src/domain/ids.ts'
import {
  allOfTask,
  approvalKey,
  approvalOf,
  commandKey,
  keyInChat,
  noticeKey,
  partKey,
  partsOf,
  strangerKey,
  taskKey,
  undeliveredKey,
} from '../../src/domain/outbox-key.ts'

const task = { id: 12, generation: 3 }

// Stores hold keys in these words: whoever changes one must read the old ones as well.
test.each([
  [partKey(taskKey(task, 'reply'), 0), 'task:12:g3:reply:0'],
  [partKey(commandKey(7), 0), 'command:7:0'],
  [partKey(strangerKey(7), 0), 'stranger:7:0'],
  [partKey(approvalKey(4), 1), 'approval:4:1'],
  [partKey(undeliveredKey(7), 0), 'undelivered:7:0'],
  [partKey(undeliveredKey(7, 'here'), 0), 'undelivered:7:here:0'],
  [partKey(keyInChat(noticeKey('letin', 'k'), makeChatId('telegram', '1')), 0), 'letin:k@telegram:1:0'],
])('%s is written as ever', (made, stored) => expect(made).toBe(stored))

test('what belongs to a line is told from what only begins like it', () => {
  const within = ({ from, to }: { from: string; to: string }, key: string) => key >= from && key < to
  expect(within(partsOf(approvalKey(4)), 'approval:4:0')).toBe(true)
  expect(within(partsOf(approvalKey(4)), 'approval:40:0')).toBe(false)
  expect(within(allOfTask(task), 'task:12:g3:failed:0')).toBe(true)
  expect(within(allOfTask(task), 'task:12:g31:failed:0')).toBe(false)
  expect(within(allOfTask(task), 'task:123:g3:failed:0')).toBe(false)
})

test('a question is known by the key of its first part, and by no other', () => {
  expect(approvalOf(partKey(approvalKey(4), 0))).toBe(4)
  for (const other of [partKey(approvalKey(4), 1), 'approval:x:0', 'task:4:g1:approval:0', 'x approval:4:0']) {
    expect([other, approvalOf(other)]).toEqual([other, undefined])
  }
})

test('a note without a name of its own is another one each time', () => {
  expect(noticeKey('alarm')).not.toBe(noticeKey('alarm'))
})
