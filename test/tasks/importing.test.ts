import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import type { ImportLine } from '../../src/store/import-line.ts'
import { conversationSummaries, laneSummary } from '../../src/store/summaries.ts'
import { createImporter } from '../../src/tasks/importing.ts'
import { answering, compactions, EVER, worldWith } from '../support/much-talk.ts'

const chat = makeChatId('web', 'years')
const lane = rootLane(chat)
const DAY = 86_400_000
const settings = { ...loadConfig(undefined, { HOME: '/nonexistent' }), timezone: 'UTC' }

/** A day of talk so many days ago, twenty lines a minute apart. */
function dayOf(daysAgo: number, now: Date, text = 'we spoke about the harbour and the old boats'): ImportLine[] {
  const start = now.getTime() - daysAgo * DAY
  return Array.from({ length: 20 }, (_, n) => ({
    chat,
    id: `${daysAgo}-${n}`,
    at: new Date(start + n * 60_000),
    from: n % 2 === 0 ? 'Ana' : 'Skein',
    role: n % 2 === 0 ? ('human' as const) : ('bot' as const),
    text: `${text} (${n})`,
  }))
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
