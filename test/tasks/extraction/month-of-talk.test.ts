import { describe, expect, test } from 'vitest'
import { everydayPast } from '../../../bench/everyday-talk.ts'
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

describe('a month of everyday talk', () => {
  const cities = ['Graz', 'Lyon', 'Porto', 'Turku', 'Gdansk', 'Cork', 'Siena', 'Malmo', 'Bilbao', 'Tartu']
  const names = ['Ilse', 'Jonas', 'Mira', 'Novak', 'Petra', 'Quentin', 'Rosa', 'Sven', 'Tilda', 'Urs']
  const planted = [
    ...names.map((name, at) => `My cousin ${name} runs a bakery in ${cities[at]}.`),
    ...names.map((name, at) => `Mein Nachbar ${name} züchtet seit ${1990 + at} Tauben in ${cities[9 - at]}.`),
  ]
  const statementOf = (text: string) => text.replace(/^My/, 'Ana’s').replace(/^Mein/, 'Anas').replace(/\.$/, '')
  const isPlanted = ({ text }: Shown) => planted.includes(text)
  const toTold = ({ id, text }: Shown): Told => ({ source: id, quote: text, statement: statementOf(text) })

  async function month(extract: Extractor) {
    const world = worldWithExtractor(extract)
    const talkLines = everydayPast(chat, 480, world.clock.now()).map(({ text }) => text)
    // Each is said twice, in the first and in the second half of the month.
    const said = [...planted, ...planted]
    for (let day = 0; day < 30; day++) {
      const facts = said.slice((day * said.length) / 30, ((day + 1) * said.length) / 30)
      talkLines.slice(day * 16, day * 16 + 16).forEach((text, at) => {
        const fact = at % 2 === 0 ? facts[at / 2] : undefined
        say(world, at % 2 === 0 ? (fact ?? text) : { text, author: 'bot', name: 'Skein', personId: null })
      })
      await endConversation(world)
      world.clock.advance(22 * HOUR)
    }
    const facts = factsIn(world)
    const found = planted.filter((text) => facts.some(({ statement }) => statement === statementOf(text)))
    const keys = new Set(facts.map(({ statement }) => statement.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '')))
    const living = new Set(
      world.db
        .statement('SELECT id FROM message WHERE id NOT IN (SELECT message_id FROM deleted_message)')
        .pluck()
        .all() as number[],
    )
    return {
      perMessage: facts.length / 480,
      recall: found.length / planted.length,
      duplicates: 1 - keys.size / Math.max(1, facts.length),
      orphans: facts.filter(({ source }) => !living.has(source)).length,
      facts,
    }
  }

  test('with an honest extractor', async () => {
    const { perMessage, recall, duplicates, orphans, facts } = await month((shown) =>
      shown.filter(isPlanted).map(toTold),
    )
    expect({ recall, duplicates, orphans }).toEqual({ recall: 1, duplicates: 0, orphans: 0 })
    expect(perMessage).toBeLessThanOrEqual(0.1)
    expect(facts.filter(({ count }) => count === 2)).toHaveLength(planted.length)
  })

  test('with a lazy one', async () => {
    const { recall, perMessage } = await month((shown) =>
      shown.some(isPlanted) ? shown.filter(isPlanted).slice(0, 1).map(toTold) : [],
    )
    expect(recall).toBeGreaterThan(0.3)
    expect(perMessage).toBeLessThanOrEqual(0.1)
  })

  test('with a verbose one, that tells everything, in three ways', async () => {
    const { perMessage, duplicates, orphans } = await month((shown) =>
      shown.flatMap((line) => [
        toTold(line),
        { ...toTold(line), statement: `${line.text}, Ana said` },
        { ...toTold(line), statement: `It is true: ${statementOf(line.text)}` },
      ]),
    )
    expect(perMessage).toBeLessThanOrEqual(0.1)
    expect(duplicates).toBeLessThan(0.02)
    expect(orphans).toBe(0)
  })

  test('with a wrong one, that invents names and replaces everything', async () => {
    const { facts } = await month((shown, known) =>
      shown.map((line, at) => ({
        ...toTold(line),
        statement: at % 2 === 0 ? `${line.from} lives with Zebulon in Atlantis` : line.text.replace(/\d+/g, '77777'),
        source: at % 3 === 0 ? 'm1' : line.id,
        replaces: known.map(({ id }) => id),
      })),
    )
    expect(facts.filter(({ statement }) => /Zebulon|77777/.test(statement))).toEqual([])
    expect(facts.length).toBeLessThanOrEqual(48)
  })
})
