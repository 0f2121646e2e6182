import { describe, expect, test } from 'vitest'
import type { Person } from '../../../src/domain/person.ts'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { createConversationsSource } from '../../../src/scheduler/sources/conversations.ts'
import { createRemindersSource } from '../../../src/scheduler/sources/from-config.ts'
import { createQuestionsSource } from '../../../src/scheduler/sources/questions.ts'
import type { Source } from '../../../src/scheduler/sources/source.ts'
import { clearContext } from '../../../src/store/messages/chats.ts'
import { addPerson, linkAddress } from '../../../src/store/people/people.ts'
import { openPendingQuestion } from '../../../src/store/recall/pending-questions.ts'
import { insertSummary } from '../../../src/store/recall/summaries.ts'
import { updateJob } from '../../../src/store/schedule/jobs.ts'
import { insertRun, updateRun } from '../../../src/store/schedule/runs.ts'
import { createStoreWorld, type StoreWorld } from '../world.ts'

const HOUR = 3_600_000
const signal = new AbortController().signal

async function found(world: StoreWorld, source: Source, since?: Date, person: Person = world.owner, timezone = 'UTC') {
  const gathered = await source.gather({ person, timezone, now: world.clock.now(), since }, signal)
  if (gathered.status === 'failed') return expect.fail(textIn(gathered.reason, 'en'))
  const { items, trust } = gathered
  return { items, trust, lines: items.map(({ title, text }) => (text === undefined ? title : `${title}: ${text}`)) }
}

describe('what was said in the own chats', () => {
  const source = ({ db }: StoreWorld, limit = 10) => createConversationsSource(db, limit)

  test('is told lane by lane: how much, how it began and how it ended', async () => {
    const world = createStoreWorld()
    const garden = world.chat('garden', 'Garden')
    const boat = world.chat('boat', 'Boat')
    world.say(garden.lane, 'long ago')
    world.clock.advance(30 * HOUR)
    world.say(garden.lane, 'shall we plant roses?')
    world.say(garden.lane, 'Yes, in May.', { author: 'bot', name: 'Skein' })
    world.say(garden.lane, 'good\nthen May')
    world.clock.advance(HOUR)
    world.say(boat.lane, 'is it sold?')
    const { lines, trust } = await found(world, source(world))
    expect(lines).toEqual([
      'Boat: 1 message: Ana: is it sold?',
      'Garden: 3 messages: Ana: shall we plant roses? … Ana: good then May',
    ])
    expect(trust).toBe('owner')
  })

  test('counts since the last briefing, and has the same key only while nothing was added', async () => {
    const world = createStoreWorld()
    const { lane } = world.chat('garden', 'Garden')
    world.say(lane, 'one')
    const since = world.clock.now()
    world.clock.advance(60_000)
    world.say(lane, 'two')
    const first = await found(world, source(world), since)
    expect(first.lines).toEqual(['Garden: 1 message: Ana: two'])
    world.clock.advance(60_000)
    world.say(lane, 'three')
    const second = await found(world, source(world), since)
    expect(second.lines).toEqual(['Garden: 2 messages: Ana: two … Ana: three'])
    expect(second.items[0]?.key).not.toBe(first.items[0]?.key)
    expect((await found(world, source(world), world.clock.now())).lines).toEqual([])
  })

  test('is told by the summary of the conversation where there is one, without its pointers', async () => {
    const world = createStoreWorld()
    const { lane } = world.chat('garden', 'Garden')
    const id = world.say(lane, 'shall we plant roses?')
    const at = world.clock.now()
    const range = { fromId: id, toId: id, fromAt: at, toAt: at, messages: 1 }
    const text = `## Decisions\n- Roses in May [${id}]\n## Facts\n- The soil is dry [${id}]`
    const conversation = world.db.raw
      .prepare('SELECT conversation_id FROM conversation_message')
      .pluck()
      .get() as number
    insertSummary(world.db, { lane, conversation, text, made: 'model', trust: 'member', ...range }, at)
    world.clock.advance(1000)
    expect(await found(world, source(world))).toMatchObject({
      lines: ['Garden: 1 message: Roses in May; The soil is dry'],
      trust: 'member',
    })
  })

  test('holds no background output, commands, notices, keys or what was hidden, and is trusted as its least line', async () => {
    const world = createStoreWorld()
    const { lane } = world.chat('garden', 'Garden')
    world.say(lane, 'hidden')
    world.clock.advance(1000)
    clearContext(world.db, lane, momentOf(world.clock))
    world.clock.advance(1000)
    world.say(lane, 'Your briefing.', { author: 'bot', origin: 'briefing' })
    world.say(lane, '/status', { kind: 'command' })
    world.say(lane, 'I was restarted.', { author: 'bot', kind: 'notice' })
    world.say(lane, 'the key is sk-ant-REDACTED')
    world.say(lane, 'a forwarded text', { trust: 'untrusted' })
    const { lines, trust } = await found(world, source(world))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/briefing|status|restarted|hidden|abcdefghij/)
    expect(lines[0]).toMatch(/the key is .* … Ana: a forwarded text$/)
    expect(trust).toBe('untrusted')
  })

  test('is for each person what is theirs, and only so many lanes', async () => {
    const world = createStoreWorld()
    const bob = addPerson(world.db, { name: 'Bob', role: 'member' }, world.clock.now())
    linkAddress(world.db, { channel: 'telegram', id: '7' }, bob.id, 'Bob', world.clock.now())
    const theirs = world.chat('7', 'Bob', { channel: 'telegram', id: '7' })
    world.say(theirs.lane, 'my own', { name: 'Bob', personId: bob.id, trust: 'member' })
    for (let n = 0; n < 5; n++) world.say(world.chat(`chat${n}`, `Chat ${n}`).lane, `line ${n}`)
    world.clock.advance(1000)
    expect((await found(world, source(world))).lines).toHaveLength(5)
    expect((await found(world, source(world, 2))).lines).toHaveLength(2)
    expect((await found(world, source(world), undefined, bob)).lines).toEqual(['Bob: 1 message: Bob: my own'])
  })
})

describe('what is open', () => {
  test('is what we asked, and what the summaries of lanes have under open questions and pending actions', async () => {
    const world = createStoreWorld()
    const { lane } = world.chat('garden', 'Garden')
    const id = world.say(lane, 'roses?')
    const at = world.clock.now()
    const range = { fromId: id, toId: id, fromAt: at, toAt: at, messages: 1 }
    const text =
      '## Goals and open questions\n- Which roses? [3]\n## Facts\n- dry soil\n## Pending actions\n- Ana orders soil'
    insertSummary(world.db, { lane, conversation: undefined, text, made: 'model', trust: 'untrusted', ...range }, at)
    const expiresAt = new Date(at.getTime() + HOUR)
    openPendingQuestion(world.db, lane, {
      messageId: id,
      question: 'In May?',
      expects: 'yes-no',
      choices: [],
      askedAt: at,
      expiresAt,
    })
    const source = createQuestionsSource(world.db, 10)
    expect(await found(world, source)).toMatchObject({
      lines: [
        'You asked and are waiting for an answer: In May? (Garden)',
        'Open: Which roses? (Garden)',
        'To be done: Ana orders soil (Garden)',
      ],
      trust: 'untrusted',
    })
    world.clock.advance(2 * HOUR)
    expect((await found(world, source)).lines).toHaveLength(2)
  })
})

describe('reminders', () => {
  test('are those of today in the zone of the person, and what came and is not done', async () => {
    const world = createStoreWorld()
    const now = world.clock.now().getTime()
    const { db } = world
    world.job({ text: 'water the roses', nextAt: now + HOUR })
    world.job({
      text: 'somebody else',
      nextAt: now + HOUR,
      personId: addPerson(db, { name: 'B', role: 'member' }, new Date(now)).id,
    })
    world.job({ text: 'next week', nextAt: now + 7 * 24 * HOUR })
    world.job({ text: 'tomorrow here, today there', nextAt: now + 15 * HOUR })
    const came = world.job({ text: 'pay the bill' })
    const run = insertRun(db, { jobId: came.id, instant: now - HOUR, state: 'delivered' }, new Date(now))
    const paused = world.job({ text: 'paused', nextAt: now + HOUR })
    updateJob(db, paused.id, { state: 'paused' })
    const source = createRemindersSource(db, 10)
    // Ten in the morning of Saturday.
    expect((await found(world, source)).lines).toEqual([
      'pay the bill (since Saturday 14 March, 09:00, not done)',
      '11:00 water the roses',
    ])
    expect((await found(world, source, undefined, world.owner, 'America/Los_Angeles')).lines).toContain(
      '18:00 tomorrow here, today there',
    )
    if (run) updateRun(db, run.id, { done: true })
    expect((await found(world, source)).lines).toEqual(['11:00 water the roses'])
  })

  test('that are put off come again by themselves', async () => {
    const world = createStoreWorld()
    const now = world.clock.now().getTime()
    const job = world.job({ text: 'pay the bill' })
    insertRun(world.db, { jobId: job.id, instant: now - HOUR, state: 'delivered' }, new Date(now))
    updateJob(world.db, job.id, { againAt: now + HOUR })
    expect((await found(world, createRemindersSource(world.db, 10))).lines).toEqual(['11:00 pay the bill'])
  })
})
