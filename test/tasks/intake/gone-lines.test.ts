import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { answerMessages } from '../../../src/messages/answer-messages.ts'
import { serializeText } from '../../../src/messages/localized.ts'
import { insertSummary, laneSummary } from '../../../src/store/recall/summaries.ts'
import { uncoveredInLane } from '../../../src/store/recall/summary-backlog.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'
import { until } from '../../support/until.ts'

const chat = makeChatId('web', 'a')
const lane = rootLane(chat)
const HOUR = 3_600_000

const noted = () => createScriptedBrain(() => [{ kind: 'done', text: 'noted' }])

/** What the owner's own search shows for these words. */
async function searched(world: RoadWorld, words: string): Promise<string> {
  world.say(`/search ${words}`)
  await world.settle()
  return world.web.sent.at(-1)?.body ?? ''
}

describe('a line that expires where it was said', () => {
  test('leaves prompts and search at its time, also when nobody was running then', async () => {
    const brain = noted()
    const world = createRoadWorld({ brain })
    const expiresAt = new Date(world.clock.now().getTime() + HOUR)
    world.say('the safe is behind the walnut shelf', { chatTitle: 'Lab', expiresAt })
    await world.settle()
    expect(await searched(world, 'walnut')).toContain('behind')
    world.clock.advance(2 * HOUR)
    world.say('where is the walnut shelf?')
    await world.settle()
    expect(JSON.stringify(brain.turns.at(-1))).not.toContain('behind the walnut')
    expect(await searched(world, 'walnut')).not.toContain('behind')
  })

  test('takes our answer with it when that expires too', async () => {
    const world = createRoadWorld({ brain: noted() })
    const send = world.web.send
    const expiresAt = new Date(world.clock.now().getTime() + HOUR)
    world.web.send = async (...given) => {
      const receipt = await send(...given)
      return receipt.status === 'sent' ? { ...receipt, expiresAt } : receipt
    }
    world.say('hello')
    await world.settle()
    expect(await searched(world, 'noted')).toContain('noted')
    world.clock.advance(2 * HOUR)
    await world.settle()
    expect(world.db.raw.prepare('SELECT count(*) FROM deleted_message').pluck().get()).toBeGreaterThan(0)
    expect(await searched(world, 'noted')).toContain('No results')
  })

  test('is put into no summary, which would outlive it', () => {
    const world = createRoadWorld()
    world.say('stays')
    world.say('goes', { expiresAt: new Date(world.clock.now().getTime() + HOUR) })
    const open = uncoveredInLane(world.db, lane, { after: 0, since: undefined, limit: 10 })
    expect(open.map(({ text }) => text)).toEqual(['stays'])
  })
})

test('a summary that was made of a deleted line is made again without it', async () => {
  const world = createRoadWorld({ brain: noted() })
  world.say('before')
  world.say('the safe is behind the shelf')
  await world.settle()
  const at = world.clock.now()
  const made = { lane, made: 'model', trust: 'owner', messages: 1, fromAt: at, toAt: at } as const
  insertSummary(world.db, { ...made, conversation: undefined, text: 'Greeted.', fromId: 1, toId: 1 }, at)
  insertSummary(world.db, { ...made, conversation: undefined, text: 'A safe behind a shelf.', fromId: 1, toId: 2 }, at)
  insertSummary(world.db, { ...made, conversation: 1, text: 'A safe.', fromId: 1, toId: 2 }, at)
  world.db.raw.prepare('UPDATE conversation SET closed_at = 1').run()
  world.inbox.accept([{ kind: 'delete', chat, remoteId: 'k2', at }])
  expect(laneSummary(world.db, lane, { asOf: at })?.text).toBe('Greeted.')
  expect(world.db.raw.prepare('SELECT text FROM summary').pluck().all()).toEqual(['Greeted.'])
  expect(world.db.raw.prepare('SELECT closed_at FROM conversation').pluck().all()).toEqual([null])
})

test('a history that is cleared where it was said leaves prompts, summaries and search; what came since stays', async () => {
  const brain = noted()
  const world = createRoadWorld({ brain })
  for (let at = 0; at < 60; at++)
    world.say(`the safe is behind walnut shelf ${at}`, { chatTitle: 'Lab', addressed: at === 0 })
  await world.settle()
  const at = world.clock.now()
  insertSummary(
    world.db,
    {
      lane,
      conversation: undefined,
      made: 'model',
      trust: 'owner',
      text: 'A safe.',
      fromId: 1,
      toId: 9,
      fromAt: at,
      toAt: at,
      messages: 9,
    },
    at,
  )
  world.clock.advance(1000)
  world.inbox.accept([{ kind: 'clear', chat, at: world.clock.now() }])
  world.clock.advance(1000)
  world.say('the walnut tree is old')
  await world.settle()
  expect(JSON.stringify(brain.turns.at(-1))).not.toContain('behind walnut')
  const found = await searched(world, 'walnut')
  expect([found.includes('tree is old'), found.includes('behind')]).toEqual([true, false])
  expect(world.db.raw.prepare('SELECT count(*) FROM summary').pluck().get()).toBe(0)
})

describe('the answer that is being made', () => {
  async function beginAnswer() {
    const aborted: unknown[] = []
    const brain = createScriptedBrain(async function* (_turn, signal) {
      yield { kind: 'text', text: 'Half an answer' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      aborted.push(signal.reason)
    })
    const world = createRoadWorld({ brain })
    world.say('what was it again?')
    const stop = new AbortController()
    const running = world.worker.run(stop.signal)
    await until(() => expect(brain.turns).toHaveLength(1))
    return {
      world,
      aborted,
      async end() {
        stop.abort()
        await running
        await world.settle()
      },
    }
  }
  const tasks = (world: RoadWorld) => world.db.raw.prepare('SELECT state, reason FROM task').all()

  test('stops when its message is deleted, and nothing of it is said', async () => {
    const { world, aborted, end } = await beginAnswer()
    const deleted = world.inbox.accept([{ kind: 'delete', chat, remoteId: 'k1', at: world.clock.now() }])
    expect(deleted).toEqual([{ status: 'stopped', tasks: 1 }])
    await end()
    expect(aborted).toHaveLength(1)
    expect(tasks(world)).toEqual([{ state: 'cancelled', reason: serializeText(answerMessages.messageDeleted) }])
    expect(world.web.sent).toEqual([])
  })

  test('stops when the whole history is cleared', async () => {
    const { world, end } = await beginAnswer()
    world.inbox.accept([{ kind: 'clear', chat, at: world.clock.now() }])
    await end()
    expect(tasks(world)).toEqual([{ state: 'cancelled', reason: serializeText(answerMessages.messageDeleted) }])
  })

  test('goes on while another message that it answers is still there', async () => {
    const world = createRoadWorld({ brain: noted() })
    world.say('first')
    world.say('second')
    expect(world.inbox.accept([{ kind: 'delete', chat, remoteId: 'k1', at: world.clock.now() }])).toEqual([
      { status: 'ignored' },
    ])
    await world.settle()
    expect(world.web.sent.map(({ body }) => body)).toEqual(['noted'])
  })
})
