import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { besideLane, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { ImportLine } from '../../../src/store/messages/import-line.ts'
import { conversationSummaries, laneSummary } from '../../../src/store/recall/summaries.ts'
import { liveInQueue } from '../../../src/store/work/tasks.ts'
import { planCompaction } from '../../../src/tasks/compaction/plan.ts'
import { createImporter } from '../../../src/tasks/intake/importing.ts'
import { answering, compactions, EVER, worldWith } from '../../support/many-messages.ts'

const chat = makeChatId('web', 'years')
const lane = rootLane(chat)
const DAY = 86_400_000
const settings = { ...loadConfig(undefined, { HOME: '/nonexistent' }), timezone: 'UTC' }

/** A day of conversation so many days ago, twenty lines a minute apart. */
function dayOf(daysAgo: number, now: Date, text = 'we spoke about the harbour and the old boats'): ImportLine[] {
  return Array.from({ length: 20 }, (_, n) => lineOf(daysAgo, n, now, text))
}

function lineOf(
  daysAgo: number,
  n: number,
  now: Date,
  text = 'we spoke about the harbour and the old boats',
): ImportLine {
  return {
    chat,
    id: `${daysAgo}-${n}`,
    at: new Date(now.getTime() - daysAgo * DAY + n * 60_000),
    from: n % 2 === 0 ? 'Ana' : 'Skein',
    role: n % 2 === 0 ? 'human' : 'bot',
    text: `${text} (${n})`,
  }
}

/** A store with a model at hand, which must not be asked. */
function createImportWorld(scrub = (text: string) => text) {
  const world = worldWith(answering)
  const importer = createImporter({ ...world, config: () => settings, scrub })
  const take = (...days: ImportLine[][]) => {
    for (const day of days) importer.write(day)
    while (importer.settle());
  }
  return { world, importer, take, now: world.clock.now() }
}

test('what was brought in is summarised without a model and without a task', async () => {
  const { world, take, now } = createImportWorld()
  take(dayOf(40, now), dayOf(3, now))
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'extract', messages: 30 })
  expect(laneSummary(world.db, lane, EVER)?.text).toContain('the harbour and the old boats')
  world.upkeep.look()
  await world.settle()
  expect(compactions(world)).toEqual([])
  expect(world.prompts).toEqual([])
})

test('only conversations that may still be shown get a summary of their own', () => {
  const { world, take, now } = createImportWorld()
  take(dayOf(40, now), dayOf(3, now))
  const runs = world.db.raw.prepare('SELECT id FROM conversation ORDER BY started_at').pluck().all() as number[]
  expect([...conversationSummaries(world.db, runs, EVER).keys()]).toEqual([runs[1]])
})

test('a past of many years is summarised from its last thousand lines; all of it counts as covered', () => {
  const { world, take, now } = createImportWorld()
  const first = dayOf(100, now, 'the very first day')
  take(first, ...Array.from({ length: 60 }, (_, n) => dayOf(99 - n, now)))
  const summary = laneSummary(world.db, lane, EVER)
  expect(summary).toMatchObject({ messages: 61 * 20 - 10, fromAt: first[0]?.at })
  expect(summary?.text).toContain('harbour')
  expect(summary?.text).not.toContain('the very first day')
})

test('lines that come later build on what is there', () => {
  const { world, take, now } = createImportWorld()
  take(dayOf(40, now))
  take(dayOf(20, now, 'the cat is called Minka'))
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 30 })
  expect(laneSummary(world.db, lane, EVER)?.text).toContain('Minka')
})

test('the same lines again change nothing', () => {
  const { world, importer, take, now } = createImportWorld()
  take(dayOf(40, now), dayOf(3, now))
  const rows = () =>
    world.db.raw.prepare('SELECT (SELECT count(*) FROM message), (SELECT count(*) FROM summary)').raw().get()
  const before = rows()
  expect(importer.write(dayOf(40, now))).toMatchObject({ added: 0, known: 20 })
  take(dayOf(3, now))
  expect(rows()).toEqual(before)
})

test('a daemon that looks around in the middle of it asks no model about it', async () => {
  const { world, importer, take, now } = createImportWorld()
  importer.write(dayOf(40, now))
  importer.write(dayOf(3, now))
  importer.settle()
  world.upkeep.look()
  await world.settle()
  expect(compactions(world)).toEqual([])
  take()
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'extract', messages: 30 })
})

test('one that was cut short before its summaries is made good by the same file', () => {
  const { world, importer, now } = createImportWorld()
  importer.write(dayOf(40, now))
  const again = createImporter({ ...world, config: () => settings, scrub: (text) => text })
  again.write(dayOf(40, now))
  while (again.settle());
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 10 })
})

test('a secret that stood in it is in no summary', () => {
  const { world, take, now } = createImportWorld((text) => text.replaceAll('hunter2', '[secret]'))
  take(dayOf(3, now, 'my Harbour account has the word hunter2 since 2019'))
  const all = world.db.raw.prepare('SELECT text FROM summary').pluck().all().join()
  expect(all).toContain('Harbour account')
  expect(all).not.toContain('hunter2')
})

test('a summary is no newer than the last line it is made of: who looks at an earlier moment does not see it', () => {
  const { world, take, now } = createImportWorld()
  take(dayOf(40, now), dayOf(3, now))
  const asOf = new Date(now.getTime() - 20 * DAY)
  expect(laneSummary(world.db, lane, { asOf })).toBeUndefined()
})

describe('old lines brought into a chat that is in use', () => {
  /** Nothing begins after so many looks: what would go on for ever fails here instead of hanging. */
  function createBusyWorld() {
    let looks = 0
    const world = worldWith(answering, { mayBegin: () => ++looks <= 200 })
    const importer = createImporter({ ...world, config: () => settings, scrub: (text) => text })
    return { world, importer }
  }

  test.each([1, 12, 40, 99])('%i of them: nothing is planned in vain, and the chat goes on', async (count) => {
    const { world, importer } = createBusyWorld()
    world.say('a first line', { chat })
    await world.settle()
    importer.write(Array.from({ length: count }, (_, n) => lineOf(30, n, world.clock.now())))
    while (importer.settle());
    world.say('one more line', { chat })
    await world.settle()
    expect(compactions(world).length).toBeLessThanOrEqual(1)
    expect(world.web.sent.map(({ body }) => body)).toEqual(['echo: a first line', 'echo: one more line'])
    // As an older version left it behind: due since long, with nothing to take.
    planCompaction(world, lane, 'due', { afterMs: -DAY })
    await world.settle()
    expect(liveInQueue(world.db, besideLane('compaction', lane))).toEqual([])
  })

  test('they are summarised with the rest once that has come to an end, all but the last ten', async () => {
    const { world, importer } = createBusyWorld()
    world.say('a first line', { chat })
    await world.settle()
    importer.write(Array.from({ length: 40 }, (_, n) => lineOf(30, n, world.clock.now())))
    while (importer.settle());
    world.clock.advance(DAY)
    world.upkeep.look()
    await world.settle()
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 32 })
    expect(compactions(world).length).toBeLessThanOrEqual(2)
  })
})
