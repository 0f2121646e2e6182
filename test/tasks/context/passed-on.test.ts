import { expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

// Whose words a text that somebody passed on is said to be.

test('a forwarded message is from its author and passed on by its sender, now and in the history', async () => {
  const brain = createScriptedBrain(() => [{ kind: 'done', text: 'I see.' }])
  const world = createRoadWorld({ brain })
  const chat = makeChatId('telegram', '1')
  const ana = { channel: 'telegram', chat, sender: { channel: 'telegram', id: '1' } } as const
  world.say('[forwarded from Carl]\nthe roof leaks', { ...ana, forwardedFrom: 'Carl', partOf: 'forward' })
  world.clock.advance(60_000)
  await world.settle()
  expect(brain.turns[0]?.text).toMatch(/ from="Carl, passed on by Ana" trust="untrusted">\nthe roof leaks\n/)
  world.clock.advance(60_000)
  world.say('what does he say?', ana)
  await world.settle()
  expect(brain.turns[1]?.system).toContain('[Carl (untrusted), passed on by Ana 10:00] the roof leaks')
  expect(brain.turns[1]?.text).toMatch(/ from="Ana" trust="owner">/)
})
