import { describe, expect, test } from 'vitest'
import { quotePart } from '../../../src/domain/message-parts.ts'
import { withoutCredentials } from '../../../src/lib/text/secrets.ts'
import { insertUsage } from '../../../src/store/work/usage.ts'
import { usage } from '../../support/many-messages.ts'
import {
  endConversation,
  factsIn,
  figures,
  type Line,
  type Told,
  talk,
  tellAll,
  worldWithExtractor,
} from './extraction-world.ts'

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
        ...usage,
        costUsd,
        origin,
        brain: 'scripted',
        taskId: null,
        firstTextMs: null,
        now: world.clock.now(),
        steady: world.clock.steady(),
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
      (tellAll('live')(shown, known) as Told[]).length === 0
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
