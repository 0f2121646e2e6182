import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { conversationSummaries, laneSummary } from '../../../src/store/recall/summaries.ts'
import { extractStep } from '../../../src/tasks/compaction/extract.ts'
import { chatter, compactions, EVER, HOUR, lane, worldWith } from '../../support/many-messages.ts'

const settings = { ...loadConfig(undefined, { HOME: '/' }), timezone: 'UTC' }
const scrub = (text: string) => text.replaceAll('swordfish', '[secret]')

test('what was brought in is summarised step by step, without a task, a model or a secret', () => {
  const world = worldWith(async () => {
    throw new Error('no model is asked')
  })
  world.db.raw.pragma('synchronous = OFF')
  world.say('/whoami')
  const ids: number[] = []
  for (let run = 0; run < 5; run++) {
    ids.push(...chatter(world, 200, 'my friend swordfish moved to Graz in 2014, password: hunter2'))
    world.clock.advance(HOUR)
  }
  let steps = 0
  while (extractStep(world.db, lane, { settings, now: world.clock.now(), scrub })) steps += 1
  // One for each conversation, and for the lane as many as 400 messages at a time take.
  expect(steps).toBe(5 + 3)
  expect(compactions(world)).toEqual([])
  expect(conversationSummaries(world.db, [1, 2, 3, 4, 5], EVER).size).toBe(5)
  const rolling = laneSummary(world.db, lane, EVER)
  expect(rolling).toMatchObject({ made: 'extract', messages: 990, toId: ids[989] })
  expect(rolling?.text).toContain('my friend [secret] moved to Graz in 2014')
  expect(rolling?.text).not.toMatch(/swordfish|hunter2/)
})
