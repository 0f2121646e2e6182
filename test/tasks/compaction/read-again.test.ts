import { describe, expect, test } from 'vitest'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { conversationSummaries, laneSummary } from '../../../src/store/recall/summaries.ts'
import { conversationStep } from '../../../src/tasks/compaction/conversation-step.ts'
import { writeStep } from '../../../src/tasks/compaction/summary-step.ts'
import {
  afterManyMessages,
  answering,
  chat,
  chatter,
  compactions,
  EVER,
  HOUR,
  lane,
  worldWith,
} from '../../support/many-messages.ts'

const failure = { class: 'server', what: 'It broke.', retry: true } as const

/** A world whose model can be switched on and off. */
function createSwitchedWorld() {
  const model = { works: false }
  const world = worldWith(async (prompt, signal) =>
    model.works ? await answering(prompt, signal) : { kind: 'failed', failure },
  )
  return { world, model }
}

const idsIn = (prompt: string) => [...prompt.matchAll(/^\{"id":"m(\d+)/gm)].map(([, id]) => Number(id))

describe('what only an extract told', () => {
  test('is read again from its lines once a model answers, and the extract is shown to nobody', async () => {
    const { world, model } = createSwitchedWorld()
    const ids = await afterManyMessages(world)
    const extract = laneSummary(world.db, lane, EVER)
    expect(extract).toMatchObject({ made: 'extract', messages: 30 })
    model.works = true
    world.prompts.length = 0
    world.say('are you there?')
    await world.settle()
    expect(world.prompts.map(idsIn)).toEqual([ids, ids.slice(0, 30)])
    for (const prompt of world.prompts) expect(prompt).toContain('Notes so far:\n> none')
    const { fromId, toId, fromAt, toAt, messages } = extract ?? expect.fail('there is one')
    const range = { fromId, toId, fromAt, toAt, messages }
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'model', ...range })
    expect(conversationSummaries(world.db, [1], EVER).get(1)).toMatchObject({ made: 'model', messages: 40 })
  })

  test('stays while the model fails: it is asked once in some hours, and not at every message', async () => {
    const { world } = createSwitchedWorld()
    await afterManyMessages(world)
    world.prompts.length = 0
    for (let said = 0; said < 5; said++) {
      world.say('are you there?')
      await world.settle()
    }
    // Twice about the conversation and twice about the lane.
    expect(world.prompts).toHaveLength(4)
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'extract', messages: 30 })
    world.clock.advance(7 * HOUR)
    world.say('and now?')
    await world.settle()
    expect(world.prompts.length).toBeGreaterThan(4)
  })

  test('does not keep what is new from being told', async () => {
    const { world } = createSwitchedWorld()
    await afterManyMessages(world)
    chatter(world, 40, 'My sister Ilse moved to Graz in 2014 and keeps bees')
    world.clock.advance(HOUR)
    world.upkeep.findWork()
    await world.settle()
    const summary = laneSummary(world.db, lane, EVER)
    expect(summary).toMatchObject({ made: 'extract', messages: 70 })
    expect(summary?.text).toContain('My sister Ilse moved to Graz in 2014')
  })

  test('is left alone at a spending cap', async () => {
    const { world, model } = createSwitchedWorld()
    await afterManyMessages(world)
    model.works = true
    world.prompts.length = 0
    world.say('/config brain.daily_usd 0.000001')
    world.db.raw
      .prepare(
        `INSERT INTO usage (origin, brain, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_micro_usd, at)
       VALUES ('chat', 'scripted', 'm', 0, 0, 0, 0, 9000, ?)`,
      )
      .run(world.clock.now().getTime())
    world.upkeep.checkAfterImport(lane)
    await world.settle()
    expect(world.prompts).toEqual([])
    expect(compactions(world).at(-1)).toMatchObject({ state: 'answered' })
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'extract' })
  })
})

test('/compact of next to nothing says that it stays as it is', async () => {
  const world = worldWith()
  world.say('/whoami')
  chatter(world, 12, 'ok')
  world.say('/compact')
  await world.settle()
  expect(laneSummary(world.db, lane, EVER)).toBeUndefined()
  expect(world.web.sent.at(-1)?.body).toBe('I left the conversation as it is, because a summary would not be shorter.')
})

test('two conversations that a late line makes one are read anew: no line is claimed that was not read', () => {
  const world = worldWith()
  world.say('/whoami')
  const begin = world.clock.now().getTime()
  const say = (minute: number) =>
    insertMessage(world.db, {
      chat,
      lane,
      author: 'human',
      name: 'Ana',
      kind: 'conversation',
      origin: 'chat',
      trust: 'owner',
      personId: world.owner.id,
      at: new Date(begin + minute * 60_000),
      receivedAt: world.clock.now(),
      text: `My sister Ilse said so in the minute ${minute}, and then we spoke about the garden for a while.`,
    })
  // Stored by turns: one is of earlier than the other.
  const ids = Array.from({ length: 20 }, (_, n) => say(n % 2 === 0 ? 60 + n : n))
  const conversations = world.db.raw.prepare('SELECT id FROM conversation').pluck().all() as number[]
  for (const conversation of conversations) {
    const step = conversationStep(world.db, lane, conversation, false)
    writeStep(world.db, step, { text: '- told', made: 'extract' }, world.clock.now())
  }
  ids.push(say(40))
  const [one, ...others] = world.db.raw.prepare('SELECT id FROM conversation').pluck().all() as number[]
  expect(others).toEqual([])
  const step = conversationStep(world.db, lane, one ?? 0, false)
  expect(step.old).toBeUndefined()
  expect(step.lines.map(({ id }) => id)).toEqual(ids)
})
