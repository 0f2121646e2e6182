import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { createLiveConfig } from '../../src/tasks/live-config.ts'
import { createRoadWorld } from '../support/road-world.ts'

test('what the owner sets holds at once, is heard of, and survives a restart', () => {
  const { db, owner, clock } = createRoadWorld()
  const file = loadConfig(undefined, { HOME: '/nonexistent' })
  const levels: string[] = []
  const start = () => createLiveConfig(db, file, (config) => void levels.push(config.log.level))
  const live = start()
  expect(live.set('log.level', 'debug', owner, clock.now())).toBeUndefined()
  expect(live.current().log.level).toBe('debug')
  expect(start().current().log.level).toBe('debug')
  expect(levels).toEqual(['info', 'debug', 'debug'])
})

test('what does not fit changes nothing', () => {
  const { db, owner, clock } = createRoadWorld()
  const live = createLiveConfig(db, loadConfig(undefined, { HOME: '/nonexistent' }), () => {})
  expect(live.set('workers.max', '0', owner, clock.now())).toContain('whole number')
  expect(live.current().workers.max).toBe(4)
})
