import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { createDeedWorld } from '../../support/action-world.ts'
import { requests } from './everyday-requests.ts'

test('there are forty of them, and half need no question', () => {
  expect(requests.length).toBeGreaterThanOrEqual(40)
  expect(requests.filter(({ questions }) => questions === 0).length).toBeGreaterThanOrEqual(20)
})

test.each(requests.map((request, at) => [`${at + 1}. ${request.says}`, request] as const))('%s', async (_, request) => {
  const world = createDeedWorld()
  const chat = makeChatId('web', 'a')
  const turns = [...(request.before ?? []).filter(({ says }) => !says.startsWith('/')), request]
  world.script(chat, ...turns.map(({ does = [] }) => does))
  for (const said of [...(request.before ?? []), request]) {
    world.clock.advance(2_000)
    const extra = (await said.with?.(world, chat)) ?? {}
    const known = world.web.sent.find((line) => line.lane === rootLane(chat))
    world.say(said.says, { chat, ...extra, ...(extra.replyTo && known && { replyTo: `r${known.id}` }) })
    await world.live('yes')
  }
  const came = world.came.get(chat) ?? []
  expect(came.filter((one) => one !== 'done')).toEqual([])
  expect(came).toHaveLength(turns.flatMap(({ does = [] }) => does).length)
  const questions = world.questions(chat)
  expect(questions, questions[0]).toHaveLength(request.questions)
  if (request.names !== undefined) expect(questions[0]).toContain(request.names)
})
