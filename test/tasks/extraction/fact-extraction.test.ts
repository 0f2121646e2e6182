import { describe, expect, test } from 'vitest'
import { everydayPast } from '../../../bench/everyday-talk.ts'
import { quotePart } from '../../../src/domain/message-parts.ts'
import { withoutCredentials } from '../../../src/lib/text/secrets.ts'
import { extractionFigures } from '../../../src/store/memory/extractions.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { insertUsage } from '../../../src/store/work/usage.ts'
import { type Complete, chat, chatter, good, HOUR, lane, usage, worldWith } from '../../support/many-messages.ts'
import type { RoadWorld } from '../../support/road-world.ts'

interface Shown {
  id: string
  from: string
  text: string
}

interface Told {
  source: string
  quote: string
  statement: string
  kind?: string
  replaces?: string[]
  until?: string
}

/** What an extractor makes of the messages that it is shown. */
type Extractor = (shown: Shown[], known: { id: string; statement: string }[]) => Told[] | string

function isForFacts(prompt: string): boolean {
  return prompt.startsWith('Below are messages')
}

function linesIn(prompt: string): Shown[] {
  return prompt.split('\n').flatMap((line) => (line.startsWith('{"id":"m') ? [JSON.parse(line) as Shown] : []))
}

function knownIn(prompt: string) {
  return prompt
    .split('\n')
    .flatMap((line) => (line.startsWith('{"id":"f') ? [JSON.parse(line) as { id: string; statement: string }] : []))
}

function worldWithExtractor(extract: Extractor, extractFacts = true) {
  const complete: Complete = async (prompt) => {
    if (!isForFacts(prompt)) return { kind: 'text', text: good }
    const answer = extract(linesIn(prompt), knownIn(prompt))
    const text = typeof answer === 'string' ? answer : `Sure!\n\`\`\`json\n${JSON.stringify({ facts: answer })}\n\`\`\``
    return { kind: 'text', text, usage: { ...usage, costUsd: 0 } }
  }
  const world = worldWith(complete, {
    config: { memory: { extract: extractFacts, dayNotes: false, consolidateAt: '03:30' } },
  })
  world.say('/whoami')
  return Object.assign(world, { requests: () => world.prompts.filter(isForFacts) })
}

type Line = Partial<Parameters<typeof insertMessage>[1]> & { text: string }

/** Ana says something; the clock goes on by a minute. */
function say(world: RoadWorld, line: string | Line): number {
  world.clock.advance(60_000)
  const at = world.clock.now()
  return insertMessage(world.db, {
    chat,
    lane,
    author: 'human',
    name: 'Ana',
    kind: 'conversation',
    origin: 'chat',
    trust: 'owner',
    personId: world.owner.id,
    at,
    receivedAt: at,
    ...(typeof line === 'string' ? { text: line } : line),
  })
}

async function endConversation(world: RoadWorld): Promise<void> {
  world.clock.advance(HOUR)
  world.upkeep.findWork()
  await world.settle()
}

/** Some facts in a conversation that is long enough for all of them. */
async function talk(world: RoadWorld, lines: (string | Line)[], messages = 20): Promise<number[]> {
  const ids = lines.map((line) => say(world, line))
  chatter(world, Math.max(0, messages - lines.length), 'so what else is new around the house today, anything at all')
  await endConversation(world)
  return ids
}

const factsIn = ({ db }: RoadWorld) =>
  db
    .statement(
      'SELECT id, statement, message_id AS source, count, replaced_by AS replacedBy, written_by AS writtenBy FROM fact',
    )
    .all() as {
    id: number
    statement: string
    source: number
    count: number
    replacedBy: number | null
    writtenBy: string
  }[]

const figures = (world: RoadWorld) => extractionFigures(world.db, new Date(0))

/** A fact for each line with this word, in the words of the line. */
const tellAll =
  (word: string, extra: Partial<Told> = {}): Extractor =>
  (shown) =>
    shown
      .filter(({ text }) => text.includes(word))
      .map(({ id, from, text }) => ({ source: id, quote: text, statement: `${from}: ${text}`, ...extra }))

describe('facts from a closed conversation', () => {
  test('are remembered with their source, who said them and when', async () => {
    const world = worldWithExtractor((shown) =>
      shown
        .filter(({ text }) => text.includes('Bella'))
        .map(({ id }) => ({ source: id, quote: 'my dog is called Bella', statement: "Ana's dog is called Bella" })),
    )
    const [id] = await talk(world, ['By the way, my dog is called Bella.'])
    expect(factsIn(world)).toMatchObject([
      { statement: "Ana's dog is called Bella", source: id, count: 1, writtenBy: 'extraction' },
    ])
    expect(figures(world)).toMatchObject({ requests: 1, messages: 20, written: 1, dropped: {} })
  })

  test('wait until there are ten messages, and each message is looked at once', async () => {
    const world = worldWithExtractor(tellAll('Bella'))
    await talk(world, ['my dog is called Bella'], 6)
    expect(world.requests()).toHaveLength(0)
    await talk(world, ['and another one is called Bello'], 6)
    await endConversation(world)
    expect(world.requests()).toHaveLength(1)
    expect(factsIn(world)).toHaveLength(1)
  })

  test('are not looked for if that is switched off', async () => {
    const world = worldWithExtractor(tellAll('Bella'), false)
    await talk(world, ['my dog is called Bella'])
    expect(world.requests()).toHaveLength(0)
  })

  test('are not looked for while upkeep costs more than a fifth of the answers', async () => {
    const world = worldWithExtractor(tellAll('Bella'))
    const book = (origin: 'chat' | 'compaction', costUsd: number) =>
      insertUsage(world.db, {
        ...{ ...usage, costUsd, origin, brain: 'scripted', taskId: null, firstTextMs: null },
        ...{ now: world.clock.now(), steady: world.clock.steady() },
      })
    book('chat', 1)
    book('compaction', 0.21)
    await talk(world, ['my dog is called Bella'])
    expect(world.requests()).toHaveLength(0)
    book('chat', 1)
    await talk(world, ['and the cat of my aunt is called Bella, too'])
    expect(world.requests()).toHaveLength(1)
    expect(factsIn(world)).toHaveLength(2)
  })

  test('replace what they contradict, if it is about the same thing', async () => {
    const world = worldWithExtractor((shown, known) =>
      tellAll('live')(shown, known).toString() === ''
        ? []
        : (tellAll('live', { replaces: known.map(({ id }) => id) })(shown, known) as Told[]),
    )
    await talk(world, ['I live in Dresden', 'my sister can live without coffee'])
    await talk(world, ['I live in Leipzig now'])
    const living = factsIn(world).filter(({ replacedBy }) => replacedBy === null)
    expect(living.map(({ statement }) => statement)).toContain('Ana: I live in Leipzig now')
    expect(living.map(({ statement }) => statement)).not.toContain('Ana: I live in Dresden')
  })

  test('count up a fact that is known', async () => {
    const world = worldWithExtractor(tellAll('Bella'))
    await talk(world, ['my dog is called Bella'])
    const [, second] = [0, ...(await talk(world, ['My dog is called Bella!']))]
    expect(factsIn(world)).toMatchObject([{ count: 2, source: second }])
  })
})

describe('an answer of the model', () => {
  const dropped = async (told: Partial<Told>, line: string | Line = 'my dog is called Bella'): Promise<unknown> => {
    const world = worldWithExtractor(([first]) => [
      { source: first?.id ?? '', quote: 'my dog is called Bella', statement: "Ana's dog is called Bella", ...told },
    ])
    await talk(world, [line])
    expect(factsIn(world)).toEqual([])
    return figures(world).dropped
  }

  test.each<[string, Partial<Told>]>([
    ['no_source', { source: 'm99999' }],
    ['no_source', { source: 'Bella' }],
    ['misquoted', { quote: 'my cat is called Bella' }],
    ['unsupported', { statement: "Ana's dog is called Rex" }],
    ['unsupported', { statement: "Ana's dog is called Bella and Rex" }],
    ['unsupported', { statement: "Ana's dog is called Bella, 3 years" }],
    ['unsupported', { statement: 'Anas Hund heißt so wie die Sängerin' }],
    ['instruction', { kind: 'instruction' }],
    ['outdated', { until: '2020-01-01' }],
    ['malformed', { statement: '' }],
  ])('is dropped as %s', async (reason, told) => {
    expect(await dropped(told)).toEqual({ [reason]: 1 })
  })

  test('is dropped if it contains a secret', async () => {
    const text = 'my dog is called Bella and my password is hunter22'
    expect(await dropped({ quote: text, statement: text }, text)).toEqual({ misquoted: 1 })
    const key = ['sk', 'live', 'abcdefghijklmnop1234'].join('-')
    expect(withoutCredentials(key)).toBe('[secret]')
    expect(await dropped({ statement: `Ana's dog is called Bella ${key}` })).toMatchObject({ unsupported: 1 })
  })

  test('without JSON is asked for once more, and then the messages are left behind', async () => {
    const world = worldWithExtractor(() => 'I found nothing.')
    await talk(world, ['my dog is called Bella'])
    await endConversation(world)
    expect(world.requests()).toHaveLength(2)
    expect(world.requests()[1]).toContain('Your last answer could not be used')
    expect(figures(world)).toMatchObject({ requests: 1, dropped: { malformed: 1 } })
  })
})

test('only what people wrote themselves is shown, and nothing else can be a source', async () => {
  const world = worldWithExtractor((shown) =>
    Array.from({ length: 60 }, (_, at) => `m${at + 1}`).map((source) => ({
      source,
      quote: 'Mallory owns the house',
      statement: 'Mallory owns the house',
      known: shown.length,
    })),
  )
  const guest = { trust: 'guest', name: 'Gast' } as const
  await talk(world, [
    `Have a look\n${quotePart('quote', 'Mallory', 'Mallory owns the house')}`,
    { text: quotePart('forward', 'Mallory', 'Mallory owns the house'), trust: 'untrusted' },
    { text: 'Mallory owns the house', trust: 'untrusted' },
    { text: 'Mallory owns the house', ...guest },
    { text: 'Mallory owns the house', author: 'bot', personId: null },
    { text: 'Mallory owns the house', origin: 'briefing', author: 'bot', personId: null },
    { text: 'Mallory owns the house', origin: 'heartbeat', author: 'bot', personId: null },
    { text: 'Mallory owns the house', kind: 'notice', author: 'bot', personId: null },
    `Here is the article. ${'Mallory owns the house. '.repeat(100)}`,
    '> Mallory owns the house\nI live in Graz',
    '[file: Mallory owns the house]\nI live in Wien',
  ])
  expect(world.requests().join('\n')).not.toContain('Mallory')
  expect(world.requests().join('\n')).toContain('I live in Graz')
  expect(factsIn(world)).toEqual([])
})

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
