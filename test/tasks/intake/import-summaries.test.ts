import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { sections } from '../../../src/memory/summary-format.ts'
import { laneSummary } from '../../../src/store/recall/summaries.ts'
import { createImporter } from '../../../src/tasks/intake/importer.ts'
import {
  answering,
  type Complete,
  chat,
  chatter,
  EVER,
  HOUR,
  lane,
  usage,
  worldWith,
} from '../../support/many-messages.ts'

const settings = { ...loadConfig(undefined, { HOME: '/nonexistent' }), timezone: 'UTC' }
const DAY = 24 * HOUR

type World = ReturnType<typeof worldWith>

/** Lines of the last days in the chat that is used live, brought in with a model at hand. */
function importInto(world: World, count: number) {
  const importer = createImporter({
    ...world,
    config: () => settings,
    scrub: (text) => text,
    onImported: world.upkeep.checkAfterImport,
  })
  const end = world.clock.now().getTime() - 2 * DAY
  importer.write(
    Array.from({ length: count }, (_, n) => ({
      chat,
      id: `old-${n}`,
      at: new Date(end - (count - n) * 60_000),
      from: n % 2 === 0 ? 'Ana' : 'Skein',
      role: n % 2 === 0 ? ('human' as const) : ('bot' as const),
      text: `we spoke about the harbour of Graz and the old boats in ${1900 + n}`,
    })),
  )
  while (importer.settle());
  return importer
}

async function passDays(world: World, days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 4) {
    world.clock.advance(4 * HOUR)
    world.upkeep.findWork()
    await world.settle()
  }
}

/** A model that keeps what its notes held. */
const keeping: Complete = async (prompt) => {
  const notes = [...prompt.matchAll(/^> (- .*)$/gm)].map(([, note]) => note)
  const facts = [...notes, '- 2026-03-14 Ana: the model was here'].join('\n')
  return { kind: 'text', text: sections.map((name) => `## ${name}\n${name === 'Facts' ? facts : '- none'}`).join('\n') }
}

/** The numbers of the lines that a model was shown. */
const shownTo = ({ prompts }: World) =>
  prompts.flatMap((prompt) => [...prompt.matchAll(/^\{"id":"m(\d+)/gm)].map(([, id]) => Number(id)))

test.each([false, undefined])('without a yes (%s) no model reads what was imported, now or later', async (model) => {
  const world = worldWith(answering)
  const importer = importInto(world, 60)
  if (model !== undefined) importer.decide({ model })
  await passDays(world, 4)
  expect(world.prompts).toEqual([])
  expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'extract', messages: 50 })
  // It is stored: another life of the daemon asks nobody either.
  const next = createImporter({ ...world, config: () => settings, scrub: (text) => text })
  expect(next.cost()).toEqual({ requests: 0, tokens: 0 })
})

test.each([4, 60])(
  'a chat of %i imported lines that goes on: a model reads what is new, and builds on the extract',
  async (count) => {
    const world = worldWith(keeping)
    importInto(world, count).decide({ model: false })
    const fresh = chatter(world, 60)
    await passDays(world, 3)
    const shown = shownTo(world)
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((id) => !fresh.includes(id))).toEqual([])
    expect(laneSummary(world.db, lane, EVER)).toMatchObject({ made: 'model', messages: count + 50 })
    if (count === 60)
      expect(world.prompts.at(-1)).toContain('> ## Facts\n> - 2026-03-12 Ana: we spoke about the harbour')
  },
)

test('a yes has the cost that was told, in money too where the price is known', async () => {
  const world = worldWith(async (prompt, signal) => ({ ...(await answering(prompt, signal)), usage }))
  world.say('/whoami')
  chatter(world, 40)
  world.clock.advance(HOUR)
  world.upkeep.findWork()
  await world.settle()
  const before = world.prompts.length
  expect(before).toBeGreaterThan(0)
  const importer = importInto(world, 900)
  const { requests, usd, tokens } = importer.cost()
  // 110 tokens cost a cent.
  expect(usd).toBeCloseTo((tokens * 0.01) / 110, 5)
  importer.decide({ model: true })
  await passDays(world, 2)
  expect(world.prompts.length - before).toBeGreaterThan(0)
  expect(Math.abs(world.prompts.length - before - requests)).toBeLessThanOrEqual(2)
})
