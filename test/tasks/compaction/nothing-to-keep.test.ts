import { expect, test } from 'vitest'
import { sections } from '../../../src/memory/summary-format.ts'
import { conversationSummaries, laneSummary } from '../../../src/store/recall/summaries.ts'
import { type Complete, chatter, compactions, EVER, HOUR, lane, worldWith } from '../../support/many-messages.ts'

/** A model that says truthfully that small talk leaves nothing to keep. */
const none: Complete = async () => ({ kind: 'text', text: sections.map((name) => `## ${name}\n- none`).join('\n') })

/** Heartbeats over half a day, each followed by what it planned. */
async function passHours(world: ReturnType<typeof worldWith>): Promise<void> {
  for (let look = 0; look < 40; look++) {
    world.clock.advance(look === 0 ? HOUR : HOUR / 4)
    world.upkeep.findWork()
    await world.settle()
  }
}

test.each([
  ['short lines', 'well well, hello hello, yes yes, and so on and so on, ha ha, and a good day to all of you there'],
  ['long lines', 'ok, '.repeat(6000)],
])('six %s that leave nothing to keep are read by the model once', async (_, text) => {
  const world = worldWith(none)
  world.say('/whoami')
  chatter(world, 6, text)
  await passHours(world)
  // A step reads 60,000 characters, and a request no more than that.
  const requests = Math.ceil((6 * text.length) / 60_000)
  expect(world.prompts).toHaveLength(requests)
  const run = world.db.raw.prepare('SELECT id FROM conversation').pluck().get() as number
  expect(conversationSummaries(world.db, [run], EVER).get(run)).toMatchObject({ made: 'model', text: '', messages: 6 })
})

test('six long lines whose summary the model cannot write are not asked about at every look', async () => {
  const world = worldWith(async () => ({ kind: 'text', text: 'I would rather not.' }))
  world.say('/whoami')
  chatter(world, 6, 'ok, '.repeat(6000))
  await passHours(world)
  expect(world.prompts.length).toBeLessThanOrEqual(2 * TRIES)
  expect(compactions(world).length).toBeLessThanOrEqual(2)
})

/** Of one request. */
const TRIES = 2

test('notes of before are not lost to an answer that keeps nothing', async () => {
  const answers = ['## Facts\n- Ana has a cat', '']
  const told = (facts: string) => sections.map((name) => (name === 'Facts' && facts) || `## ${name}\n- none`).join('\n')
  const world = worldWith(async () => ({ kind: 'text', text: told(answers.shift() ?? '') }))
  world.say('/whoami')
  chatter(world, 24)
  world.say('/compact')
  await world.settle()
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'model', text: '## Facts\n- Ana has a cat' })
  chatter(world, 24)
  world.say('/compact')
  await world.settle()
  expect(laneSummary(world.db, lane, EVER)?.text).toContain('Ana has a cat')
})
