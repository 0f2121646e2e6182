import { expect, test } from 'vitest'
import { makeChatId } from '../../src/domain/ids.ts'
import { createImporter } from '../../src/tasks/intake/importer.ts'
import { createRoadWorld, type RoadWorld } from '../support/road-world.ts'

// `active_minutes` decides what is one conversation wherever lines are filed.

const HOUR_MS = 3_600_000

function sizes({ db }: RoadWorld): unknown[] {
  return db.raw.prepare('SELECT messages FROM conversation ORDER BY started_at').pluck().all()
}

test.each([
  [120, [6]],
  [30, [2, 2, 2]],
])('what people say and what we answer, with %i minutes', async (minutes, expected) => {
  const world = createRoadWorld({ settings: { idleMs: minutes * 60_000 } })
  for (const text of ['one', 'two', 'three']) {
    world.say(text)
    await world.settle()
    world.clock.advance(HOUR_MS)
  }
  expect(sizes(world)).toEqual(expected)
})

test.each([
  [120, [3]],
  [30, [1, 1, 1]],
])('what is imported, with %i minutes', (activeMinutes, expected) => {
  const world = createRoadWorld({ conversation: { activeMinutes } })
  const { db, clock, owner } = world
  const importer = createImporter({ db, clock, owner, config: world.liveConfig.current, scrub: (text) => text })
  const chat = makeChatId('web', 'past')
  const at = (hour: number) => new Date(Date.UTC(2025, 0, 1, hour))
  importer.write(
    [0, 1, 2].map((hour) => ({ chat, id: `x${hour}`, from: 'Ana', role: 'human', at: at(hour), text: 'hi' })),
  )
  expect(sizes(world)).toEqual(expected)
})
