import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { laneSummary } from '../../../src/store/recall/summaries.ts'
import { createPreview } from '../../../src/tasks/context/preview.ts'
import { fakeSummariser, type Honesty, type PlantedFact, plantFacts, speakInAll } from '../../support/planted-facts.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

const HOUR = 3_600_000

interface Compacted {
  world: RoadWorld
  facts: PlantedFact[]
}

/** Three conversations in each of forty lanes, the fact in the first; every lane is compacted after each of them. */
async function compactedWorld(honesty: Honesty): Promise<Compacted> {
  const world = createRoadWorld({ brain: { ...createScriptedBrain(echo), complete: fakeSummariser(honesty) } })
  // Nothing here is about power cuts, and there are thousands of commits.
  world.db.raw.pragma('synchronous = OFF')
  const facts = plantFacts(world)
  for (let round = 0; round < 3; round++) {
    speakInAll(world, facts, round, round === 0)
    world.clock.advance(2 * HOUR)
    // Some lanes at each heartbeat.
    for (let beat = 0; beat < 3; beat++) {
      world.upkeep.findWork()
      await world.settle()
    }
  }
  return { world, facts }
}

function surviving({ world, facts }: Compacted): number {
  const asOf = world.clock.now()
  return facts.filter(({ lane, text }) => laneSummary(world.db, lane, { asOf })?.text.includes(text)).length
}

interface Seen {
  fact: string
  context: string
  /** The notes on the lane, as they stand in it. */
  notes: string
}

/** What the model would see of a question about each fact, days later, at 4,000 tokens. */
function ask({ world, facts }: Compacted, kind: 'oblique' | 'direct'): Seen[] {
  const config = { ...loadConfig(undefined, { HOME: '/nonexistent' }), timezone: 'UTC' }
  const preview = createPreview({
    db: world.db,
    config: () => config,
    person: world.owner,
    brain: { name: 'scripted', model: undefined },
  })
  const at = new Date(world.clock.now().getTime() + 3 * 24 * HOUR)
  return facts.map(({ chat, text: fact, [kind]: text }) => {
    const { context, system, tokens } = preview({ chat, text, from: 'Ana', at, budget: 4_000 })
    expect(system).toContain(context)
    expect(tokens).toBeLessThanOrEqual(4_000)
    return { fact, context, notes: /<lane-summary-[\s\S]*<\/lane-summary-/.exec(context)?.[0] ?? '' }
  })
}

function shown(seen: Seen[]): number {
  return seen.filter(({ fact, context }) => context.includes(fact)).length
}

describe('of forty facts, each said once and compacted three times over,', () => {
  test('an honest summariser keeps all, and all are shown, whatever words the question uses', async () => {
    const made = await compactedWorld('honest')
    const summaries = made.facts.map(({ lane }) => laneSummary(made.world.db, lane, { asOf: made.world.clock.now() }))
    expect(summaries.every((summary) => summary?.made === 'model' && summary.messages === 110)).toBe(true)
    expect(surviving(made)).toBe(40)
    // Not by the luck of a search: the notes themselves are shown whole.
    expect(ask(made, 'oblique').filter(({ fact, notes }) => notes.includes(fact))).toHaveLength(40)
    expect(shown(ask(made, 'direct'))).toBe(40)
  })

  test('a lazy one keeps half, and no check can know; a question in the same words finds the rest', async () => {
    const made = await compactedWorld('lazy')
    expect(surviving(made)).toBe(20)
    expect(shown(ask(made, 'direct'))).toBeGreaterThanOrEqual(38)
  })

  test('a broken one is replaced by an extract that keeps most, and a question in the same words finds the rest', async () => {
    const made = await compactedWorld('broken')
    const { lane } = made.facts[0] ?? expect.fail('there are facts')
    expect(laneSummary(made.world.db, lane, { asOf: made.world.clock.now() })?.made).toBe('extract')
    expect(surviving(made)).toBeGreaterThan(30)
    expect(shown(ask(made, 'direct'))).toBeGreaterThanOrEqual(38)
  })
})

test('the oblique questions share no content word with their fact, and the direct ones do', () => {
  for (const { text, oblique, direct } of plantFacts(createRoadWorld())) {
    expect([text, sharedWords(text, oblique)]).toEqual([text, []])
    expect([text, sharedWords(text, direct).length > 0]).toEqual([text, true])
  }
})

/** By their first letters, so that "break" and "breaks" are one; without the words that every sentence has. */
function sharedWords(one: string, other: string): string[] {
  const stems = (text: string) =>
    (text.toLowerCase().match(/\p{L}{3,}|\d+/gu) ?? [])
      .filter((word) => !common.has(word))
      .map((word) => word.slice(0, 5))
  const known = new Set(stems(one))
  return stems(other).filter((stem) => known.has(stem))
}

const common = new Set(
  'the and for was were are has had have not our his her him she they them this that what which who whom whose when where why how does did should would can will shall with from into after before behind until there any all each every get got give'.split(
    ' ',
  ),
)
