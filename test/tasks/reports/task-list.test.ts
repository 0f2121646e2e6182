import { expect, test } from 'vitest'
import { describeListed, readTaskList } from '../../../src/tasks/reports/task-list.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const usage = {
  model: 'opus',
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0.0123,
  contextTokens: 2,
  windowTokens: undefined,
  firstTextMs: 1,
}

test('tasks are listed with what they are about, how long they took and what they cost', async () => {
  const brain = createScriptedBrain(function* () {
    world.clock.advance(12_400)
    yield { kind: 'usage', usage }
    yield { kind: 'usage', usage }
    yield { kind: 'done', text: 'Done.' }
  })
  const world = createRoadWorld({ brain })
  world.say('mow the\n\u001b[31mlawn, please')
  await world.settle()
  world.say('and the hedge')
  const [waiting, ended] = readTaskList(world.db, { limit: 5 }, world.clock.now())
  expect(ended).toMatchObject({ durationMs: 12_400, usd: 0.0246, state: 'answered' })
  expect(waiting).toMatchObject({ title: 'and the hedge', durationMs: undefined, usd: 0 })
  if (!ended || !waiting) throw new Error('no tasks')
  const at = () => '2026-03-14 10:00'
  expect(describeListed(ended, at, 120)).toBe(
    '     1  2026-03-14 10:00  answered        12 s   $0.0246  reply in web:a: mow the [31mlawn, please',
  )
  expect(describeListed(ended, at, 90)).toMatch(/: mow the .*$/)
  expect(describeListed({ ...ended, title: 'word '.repeat(40) }, at, 120)).toHaveLength(120)
})
