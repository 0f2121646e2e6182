import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { besideLane, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { ImportLine } from '../../../src/store/messages/import-messages.ts'
import { conversationSummaries, laneSummary } from '../../../src/store/recall/summaries.ts'
import { liveInQueue } from '../../../src/store/work/tasks.ts'
import { planCompaction } from '../../../src/tasks/compaction/compaction-planning.ts'
import { createImporter } from '../../../src/tasks/intake/importer.ts'
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

/** A store with a model at hand, which must not be asked while lines are brought in. */
function createImportWorld(scrub = (text: string) => text) {
  const world = worldWith(answering)
  const importer = createImporter({
    ...world,
    config: () => settings,
    scrub,
    onImported: world.upkeep.checkAfterImport,
  })
  const take = (...days: ImportLine[][]) => {
    for (const day of days) importer.write(day)
    while (importer.settle());
  }
  const letModelRead = () => importer.decide({ model: true })
  return { world, importer, letModelRead, take, now: world.clock.now() }
}

test('what was brought in is summarised without a model, and read again by one where the owner lets it', async () => {
  const { world, importer, letModelRead, take, now } = createImportWorld()
  take(dayOf(40, now), dayOf(3, now))
  const { requests, tokens } = importer.cost()
  expect({ requests, tokens }).toEqual({ requests: 2, tokens: expect.any(Number) })
  letModelRead()
  expect(importer.cost()).toEqual({ requests: 0, tokens: 0 })
  const extract = laneSummary(world.db, lane, EVER)
  expect(extract).toMatchObject({ made: 'extract', messages: 30 })
  expect(extract?.text).toContain('the harbour and the old boats')
  expect(world.prompts).toEqual([])
  await world.settle()
  expect(laneSummary(world.db, lane, EVER)).toEqual({
    ...extract,
    id: expect.any(Number),
    made: 'model',
    text: '## Facts\n- 2026-03-14 Ana: the model was here',
  })
  // Of the conversation that may still be shown, and of the lane; no extract was shown to it.
  expect(world.prompts.map((prompt) => prompt.match(/^\{"id"/gm)?.length)).toEqual([20, 30])
  for (const prompt of world.prompts) expect(prompt).toContain('Notes so far:\n> none')
  expect(compactions(world)).toHaveLength(1)
})

test('only conversations that may still be shown get a summary of their own', () => {
  const { world, take, now } = createImportWorld()
  take(dayOf(40, now), dayOf(3, now))
  const runs = world.db.raw.prepare('SELECT id FROM conversation ORDER BY started_at').pluck().all() as number[]
  expect([...conversationSummaries(world.db, runs, EVER).keys()]).toEqual([runs[1]])
})

test('a past of many years is summarised over all of it, step by step', async () => {
  const { world, letModelRead, take, now } = createImportWorld()
  const first = dayOf(200, now)
  first[4] = lineOf(200, 4, now, 'My sister Ilse moved to Graz in 2014')
  take(first, ...Array.from({ length: 150 }, (_, n) => dayOf(199 - n, now)))
  const all = { messages: 151 * 20 - 10, fromAt: first[0]?.at }
  const extract = laneSummary(world.db, lane, EVER)
  expect(extract).toMatchObject({ ...all, made: 'extract' })
  expect(extract?.text).toContain('My sister Ilse moved to Graz in 2014')
  const steps = world.db.raw.prepare('SELECT messages FROM summary ORDER BY id').pluck().all()
  expect(steps).toEqual([400, 800, 1_200, 1_600, 2_000, 2_400, 2_800, 3_010])
  letModelRead()
  await world.settle()
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ ...all, made: 'model' })
  const read = world.prompts.flatMap((prompt) => [...prompt.matchAll(/^\{"id":"m(\d+)/gm)].map(([, id]) => Number(id)))
  expect(read).toEqual(Array.from({ length: 3_010 }, (_, at) => at + 1))
})

test('one that a model was reading when the daemon ended is read on by the next, from where it was', async () => {
  const stop = new AbortController()
  const world = worldWith(async (prompt, signal) => {
    if (world.prompts.length === 3) {
      stop.abort()
      while (!signal.aborted) await new Promise((resolve) => setImmediate(resolve))
    }
    return await answering(prompt, signal)
  })
  const importer = createImporter({ ...world, config: () => settings, scrub: (text) => text })
  const now = world.clock.now()
  for (let day = 199; day > 49; day--) importer.write(dayOf(day, now))
  while (importer.settle());
  importer.decide({ model: true })
  // Nobody was told that something was brought in; the first look of a life finds it.
  expect(compactions(world)).toEqual([])
  world.upkeep.findWork()
  await world.worker.run(stop.signal)
  expect(compactions(world)).toMatchObject([{ state: 'queued' }])
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'extract', messages: 2_990 })
  await world.settle()
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'model', messages: 2_990 })
  const firsts = world.prompts.map((prompt) => Number(/^\{"id":"m(\d+)/m.exec(prompt)?.[1]))
  expect(firsts).toEqual([1, 401, 801, 801, 1_201, 1_601, 2_001, 2_401, 2_801])
})

test('of a longer past the daemon summarises the rest, in the background and without a model', async () => {
  const world = worldWith()
  world.db.raw.pragma('synchronous = OFF')
  const importer = createImporter({ ...world, config: () => settings, scrub: (text) => text })
  const now = world.clock.now()
  importer.write(Array.from({ length: 300 }, (_, n) => dayOf(399 - n, now)).flat())
  while (importer.settle());
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'extract', messages: 12 * 400 })
  world.upkeep.findWork()
  await world.settle()
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'extract', messages: 5_990 })
  expect(compactions(world)).toHaveLength(1)
})

test('lines that come later build on what is there', () => {
  const { world, take, now } = createImportWorld()
  take(dayOf(42, now), dayOf(41, now), dayOf(40, now))
  take(dayOf(20, now, 'my cat Minka is 12 years old and came from Graz'))
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 70 })
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

test('a daemon that looks around in the middle of it changes nothing about how it ends', async () => {
  const { world, importer, letModelRead, take, now } = createImportWorld()
  importer.write(dayOf(40, now))
  importer.write(dayOf(3, now))
  importer.settle()
  world.upkeep.findWork()
  await world.settle()
  take()
  letModelRead()
  await world.settle()
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'model', messages: 30 })
  // One of them was of years ago: it is read for the lane, and not for itself.
  expect(world.prompts).toHaveLength(2)
})

test('one that was cut short before its summaries is made good by the same file', () => {
  const { world, importer, now } = createImportWorld()
  const days = [dayOf(42, now), dayOf(41, now), dayOf(40, now)]
  for (const day of days) importer.write(day)
  const again = createImporter({ ...world, config: () => settings, scrub: (text) => text })
  for (const day of days) again.write(day)
  while (again.settle());
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 50 })
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
    world.upkeep.findWork()
    await world.settle()
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ messages: 32 })
    expect(compactions(world).length).toBeLessThanOrEqual(2)
  })
})
