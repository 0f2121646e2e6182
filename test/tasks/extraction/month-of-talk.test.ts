import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everydayPast } from '../../../bench/everyday-talk.ts'
import { areDeleted } from '../../../src/store/messages/deletions.ts'
import { chat, HOUR } from '../../support/many-messages.ts'
import {
  type Extractor,
  endConversation,
  factsIn,
  type Shown,
  say,
  type Told,
  worldWithExtractor,
} from './extraction-world.ts'

// A month of talk in which twenty facts are planted, each said twice. The figures of each extractor are printed. The
// recordings of real conversations in SKEIN_TEST_RECALL are not ours to copy.

const DAYS = 30

interface Said {
  text: string
  isHuman: boolean
}

const invented = everydayPast(chat, 480, new Date('2026-03-14T12:00:00Z')).map(({ text, role }) => ({
  text,
  isHuman: role === 'human',
}))

/** The longest chat of a set of recorded conversations; its first speaker is the person. */
function readRecorded(): Said[] {
  const folder = process.env.SKEIN_TEST_RECALL
  if (!folder || !existsSync(join(folder, 'messages.jsonl'))) {
    console.warn('LEFT OUT: the month of a recorded conversation. SKEIN_TEST_RECALL names the folder of a recall set.')
    return []
  }
  const lines = readFileSync(join(folder, 'messages.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { chat: string; from: string; text: string })
  const chats = [...new Set(lines.map((line) => line.chat))].map((one) => lines.filter((line) => line.chat === one))
  const [longest = []] = chats.toSorted((a, b) => b.length - a.length)
  return longest.map(({ text, from }) => ({ text, isHuman: from === longest[0]?.from }))
}

const pasts = [
  { name: 'everyday talk', said: invented },
  { name: 'a recorded conversation', said: readRecorded() },
]

const cities = ['Graz', 'Lyon', 'Porto', 'Turku', 'Gdansk', 'Cork', 'Siena', 'Malmo', 'Bilbao', 'Tartu']
const names = ['Ilse', 'Jonas', 'Mira', 'Novak', 'Petra', 'Quentin', 'Rosa', 'Sven', 'Tilda', 'Urs']
const planted = [
  ...names.map((name, at) => `My cousin ${name} runs a bakery in ${cities[at]}.`),
  ...names.map((name, at) => `Mein Nachbar ${name} züchtet seit ${1990 + at} Tauben in ${cities[9 - at]}.`),
]
const statementOf = (text: string) => text.replace(/^My/, 'Ana’s').replace(/^Mein/, 'Anas').replace(/\.$/, '')
const isPlanted = ({ text }: Shown) => planted.includes(text)
const toTold = ({ id, text }: Shown): Told => ({ source: id, quote: text, statement: statementOf(text) })

async function month(past: Said[], name: string, extract: Extractor) {
  const world = worldWithExtractor(extract)
  world.db.raw.pragma('synchronous = OFF')
  const humans = past.flatMap(({ isHuman }, at) => (isHuman ? [at] : []))
  const facts = [...planted, ...planted]
  const factAt = new Map(facts.map((text, at) => [humans[Math.floor((at * humans.length) / facts.length)], text]))
  for (let day = 0; day < DAYS; day++) {
    const [from, to] = [day, day + 1].map((days) => Math.floor((days * past.length) / DAYS))
    for (const [at, { text, isHuman }] of past.slice(from, to).entries())
      say(
        world,
        isHuman ? (factAt.get((from ?? 0) + at) ?? text) : { text, author: 'bot', name: 'Skein', personId: null },
      )
    await endConversation(world)
    world.clock.advance(22 * HOUR)
  }
  const kept = factsIn(world)
  const living = kept.filter(({ replacedBy }) => replacedBy === null)
  const keys = new Set(living.map(({ statement }) => statement.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '')))
  const figures = {
    perTenMessages: (10 * kept.length) / past.length,
    planted:
      planted.filter((text) => living.some(({ statement }) => statement === statementOf(text))).length / planted.length,
    duplicates: 1 - keys.size / Math.max(1, living.length),
    orphans: kept.filter(({ source }) => source === null || areDeleted(world.db, [source])).length,
  }
  console.log(`${name}: ${past.length} messages, ${kept.length} facts, ${JSON.stringify(figures)}`)
  expect(figures.perTenMessages).toBeLessThanOrEqual(1)
  expect(figures.duplicates).toBeLessThan(0.02)
  expect(figures.orphans).toBe(0)
  return { ...figures, kept }
}

describe.each(pasts)('a month of $name', ({ said }) => {
  test.skipIf(said.length === 0)('with an honest extractor', async () => {
    const figures = await month(said, 'honest', (shown) => shown.filter(isPlanted).map(toTold))
    expect(figures.planted).toBe(1)
    // The last lines of the month wait for more.
    expect(figures.kept.filter(({ count }) => count === 2).length).toBeGreaterThanOrEqual(planted.length - 1)
  })

  test.skipIf(said.length === 0)('with a lazy one, which names one new fact at most', async () => {
    const figures = await month(said, 'lazy', (shown, known) =>
      shown
        .filter(isPlanted)
        .map(toTold)
        .filter(({ statement }) => !known.some((fact) => fact.statement === statement))
        .slice(0, 1),
    )
    expect(figures.planted).toBeGreaterThanOrEqual(0.8)
  })

  test.skipIf(said.length === 0)('with a verbose one, which tells everything in three ways', async () => {
    const figures = await month(said, 'verbose', (shown) =>
      shown.flatMap((line) => [
        toTold(line),
        { ...toTold(line), statement: `${line.text}, Ana said` },
        { ...toTold(line), statement: `It is true: ${statementOf(line.text)}` },
      ]),
    )
    expect(figures.planted).toBeGreaterThanOrEqual(0.8)
  })

  test.skipIf(said.length === 0)(
    'with a wrong one, which also invents names and numbers and replaces everything',
    async () => {
      const figures = await month(said, 'wrong', (shown, known) =>
        shown.flatMap((line, at) => [
          ...(isPlanted(line) ? [toTold(line)] : []),
          {
            ...toTold(line),
            statement:
              at % 2 === 0 ? `${line.from} lives with Zebulon in Atlantis` : line.text.replace(/\d+/g, '77777'),
            source: at % 3 === 0 ? 'm1' : line.id,
            replaces: known.map(({ id }) => id),
          },
        ]),
      )
      expect(figures.kept.filter(({ statement }) => /Zebulon|77777/.test(statement))).toEqual([])
      expect(figures.planted).toBeGreaterThanOrEqual(0.8)
    },
  )
})
