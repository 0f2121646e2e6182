import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import {
  conversationSummaries,
  correctSummary,
  laneSummary,
  undoCorrection,
} from '../../../src/store/recall/summaries.ts'
import { planCompaction } from '../../../src/tasks/compaction/compaction-planning.ts'
import { nextStep } from '../../../src/tasks/compaction/next-step.ts'
import { createPreview } from '../../../src/tasks/context/preview.ts'
import {
  afterManyMessages,
  answering,
  chat,
  chatter,
  EVER,
  HOUR,
  lane,
  worldWith,
} from '../../support/many-messages.ts'

const yours = '## Facts\n- Ana: the hall is painted sand, and nobody else was here'

/** What the model is shown for a question a week later, when the lines themselves are far behind. */
function shown(world: ReturnType<typeof worldWith>): string {
  const config = loadConfig(undefined, { HOME: '/nonexistent' })
  const preview = createPreview({
    db: world.db,
    config: () => config,
    person: world.owner,
    brain: { name: 'scripted', model: undefined },
  })
  const at = new Date(world.clock.now().getTime() + 7 * 24 * HOUR)
  return preview({ chat, text: 'what else do you know?', from: 'Ana', at, budget: 4000 }).context
}

async function summed(world: ReturnType<typeof worldWith>): Promise<number> {
  await afterManyMessages(world)
  const summary = laneSummary(world.db, lane, EVER)
  if (!summary) throw new Error('the lane has no summary')
  return summary.id
}

test('the model reads what the owner says in the place of a summary, nothing of one that is hidden, and all when that is undone', async () => {
  const world = worldWith(answering)
  const summary = await summed(world)
  // Of the conversation itself, which says the same.
  const conversation = conversationSummaries(world.db, [1], EVER).get(1)?.id ?? 0
  expect(shown(world)).toContain('[summary of 40 lines')
  correctSummary(world.db, { summary: conversation, text: '', personId: world.owner.id }, world.clock.now())
  expect(shown(world)).not.toContain('[summary of')
  expect(shown(world)).toContain('- 2026-03-14 Ana: the model was here')
  correctSummary(world.db, { summary, text: yours, personId: world.owner.id }, world.clock.now())
  expect(shown(world)).toContain('the hall is painted sand')
  expect(shown(world)).not.toContain('- 2026-03-14 Ana: the model was here')
  correctSummary(world.db, { summary, text: '', personId: world.owner.id }, world.clock.now())
  expect(shown(world)).not.toContain('<lane-summary')
  undoCorrection(world.db, summary, world.clock.now())
  expect(shown(world)).toContain('- 2026-03-14 Ana: the model was here')
})

test('the next summary is built on what the owner said, and not on what they hid', async () => {
  for (const text of [yours, '']) {
    const world = worldWith(answering)
    const summary = await summed(world)
    correctSummary(world.db, { summary, text, personId: world.owner.id }, world.clock.now())
    const asked = world.prompts.length
    chatter(world, 40)
    world.clock.advance(HOUR)
    planCompaction(world, lane, 'asked')
    await world.settle()
    const next = laneSummary(world.db, lane, EVER)
    expect(next?.messages).toBeGreaterThan(40)
    const prompts = world.prompts.slice(asked).join('\n')
    expect(prompts.includes('the hall is painted sand')).toBe(text === yours)
    expect(prompts).not.toContain('the model was here')
  }
})

test('an extract that the owner corrected is not read again by a model that comes later', async () => {
  const world = worldWith()
  const summary = await summed(world)
  const settings = loadConfig(undefined, { HOME: '/nonexistent' })
  const withModel = { settings, now: world.clock.now(), wanted: false, modelUse: { conversations: false, lane: true } }
  expect(nextStep(world.db, lane, withModel)).toMatchObject({ hasExtract: true, conversation: undefined })
  correctSummary(world.db, { summary, text: yours, personId: world.owner.id }, world.clock.now())
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ id: summary, made: 'model', text: yours })
  expect(nextStep(world.db, lane, withModel)).toBeUndefined()
})
