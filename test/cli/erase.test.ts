import { expect, test } from 'vitest'
import { chatOf } from '../web/world.ts'
import { openHouse } from './house.ts'

test.each([
  ['done', 0, 'Erased 1 message, 1 whole chat.'],
  ['rewriting', 75, 'Free some space'],
  ['hiding', 75, 'The log says why'],
] as const)('through a daemon, an erasure that ends as %s exits with %i', async (state, code, sentence) => {
  const chat = chatOf('house')
  const counts = { messages: 1, answers: 0, chats: 1, files: 0, summaries: 0, tasks: 0, jobs: 0, facts: 0 }
  const ended = { scope: { chat }, state, counts, startedAt: new Date(0), isStopped: state !== 'done' }
  const erasing = { preview: () => counts, erase: () => 7, read: (id: number) => ({ id, ...ended }) }
  const { world, skein } = await openHouse({ erasing })
  world.say(chat, 'The key is here.')
  expect(await skein('erase', '--chat', chat, '--yes')).toEqual({ code, out: expect.stringContaining(sentence) })
})
