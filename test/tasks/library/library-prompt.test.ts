import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { AssembledPart } from '../../../src/gateway/assembly.ts'
import { textIn } from '../../../src/messages/localized.ts'
import type { Turn } from '../../../src/spawner/spawner.ts'
import { latestAssembly } from '../../../src/store/recall/assemblies.ts'
import { readEpoch } from '../../../src/store/recall/epochs.ts'
import { whySentences } from '../../../src/tasks/reports/why-report.ts'
import { createLibraryFolders, fileLibrary } from '../../support/filled-library.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const files = {
  'house/roof.md':
    '# Roof\n\nThe roofer Mertens asks for 12,000 euros for the slates.\n\n## Gutters\n\nZinc gutters last for forty years.\n',
  'garden.md': '# Garden\n\nThe quince wants no pruning before March.\n',
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`filler/${at}.md`, `# Page ${at}\n\nNothing but filler number ${at}.`]),
  ),
}
const count = Object.keys(files).length

interface Asked {
  world: RoadWorld
  turns: Turn[]
  /** What search_library said in each turn, to each of these inputs. */
  calls: Record<string, unknown>[]
  results: { text: string; failed: boolean }[]
  offered: string[][]
}

function worldWith(options: Parameters<typeof createRoadWorld>[0] = {}): Asked {
  const asked: Omit<Asked, 'world' | 'turns'> = { calls: [], results: [], offered: [] }
  const brain = createScriptedBrain(async function* (turn) {
    const tools = world.toolset.toolsFor(turn)
    asked.offered.push(tools.list().map(({ name }) => name))
    for (const input of asked.calls) asked.results.push(await tools.call('search_library', input))
    yield { kind: 'done', text: `echo: ${turn.question}` }
  })
  const world = createRoadWorld({ brain: { ...brain, hasSessions: true, hasTools: true }, ...options })
  return { ...asked, world, turns: brain.turns }
}

async function filledWorld(trusted: Record<string, string> = {}) {
  const library = createLibraryFolders(files, trusted)
  const made = worldWith({ config: { library } })
  await fileLibrary(made.world, count + Object.keys(trusted).length)
  return made
}

async function ask(world: RoadWorld, text: string, extra = {}): Promise<void> {
  world.say(text, extra)
  await world.settle()
}

const partsOf = (world: RoadWorld, chat = 'web:a') =>
  latestAssembly<AssembledPart, unknown>(world.db, `root:${chat}` as never)?.parts.filter(
    ({ kind }) => kind === 'library',
  ) ?? []

describe('passages of the library in a prompt', () => {
  test('stand there with their file and heading, and count as text from others', async () => {
    const { world, turns } = await filledWorld()
    await ask(world, 'How much does the roofer Mertens want for the slates?')
    const turn = turns[0]
    const prompt = `${turn?.system}\n${turn?.text}`
    expect(prompt).toMatch(
      /<library-[0-9a-f]{8} note="found in the owner's files; search_library reads more">\n<passage-[0-9a-f]{8} file="notes\/house\/roof.md" passage="1 of 2" heading="Roof" trust="untrusted">\nThe roofer Mertens/,
    )
    expect(prompt).not.toContain('filler number')
    expect(turn?.foreign).toEqual([{ kind: 'library', name: 'notes/house/roof.md', trust: 'untrusted' }])
    expect(turn?.trust).toBe('untrusted')
    const [part] = partsOf(world)
    expect(textIn(part?.reason ?? '', 'en')).toMatch(/^notes\/house\/roof\.md › Roof: shares /)
    const assembly = latestAssembly<AssembledPart, never>(world.db, 'root:web:a' as never)
    if (!assembly) throw new Error('no turn was recorded')
    const seen = { ...assembly, opens: true }
    const why = whySentences(world.db, seen, { timezone: 'UTC', now: world.clock.now() })
    expect(why[0]?.en).toContain('text from `notes/house/roof.md`')
    expect(why[0]?.de).toContain('Text aus `notes/house/roof.md`')
  })

  test('of a trusted folder count as the owner’s words', async () => {
    const { world, turns } = await filledWorld({ 'boiler.md': 'The boiler Vaillant was serviced in 2019.' })
    await ask(world, 'When was the boiler Vaillant serviced?')
    expect(`${turns[0]?.system}`).toMatch(/file="own\/boiler.md" passage="1 of 1">\nThe boiler/)
    expect(turns[0]).toMatchObject({ foreign: [], trust: 'owner' })
  })

  test('are not shown twice in a session, nor for small talk or what they do not cover', async () => {
    const { world, turns } = await filledWorld()
    await ask(world, 'Thanks!')
    await ask(world, 'When may I prune the quince?')
    await ask(world, 'So the quince waits for pruning until March?')
    await ask(world, 'Write a poem about Mertens and his seven brothers at sea.')
    const shows = turns.map(({ system, text, session }) =>
      (session?.isNew ? `${system}${text}` : text).includes('<passage-'),
    )
    expect(shows).toEqual([false, true, false, false])
    expect(readEpoch(world.db, 1)?.trust).toBe('untrusted')
  })

  test('are shown to the owner alone', async () => {
    const { world, turns, calls, results, offered } = await filledWorld()
    calls.push({ query: 'Mertens' })
    world.member(7)
    const question = 'How much does the roofer Mertens want for the slates?'
    const telegram = { channel: 'telegram', senderName: 'Ben' } as const
    await ask(world, question, {
      ...telegram,
      chat: makeChatId('telegram', '7'),
      sender: { channel: 'telegram', id: '7' },
    })
    const group = { ...telegram, chat: makeChatId('telegram', '-5') }
    await ask(world, question, { ...group, sender: { channel: 'telegram', id: '1' }, senderName: 'Ana' })
    expect(turns).toHaveLength(2)
    expect(turns.map(({ system, text }) => `${system}${text}`).join()).not.toContain('12,000')
    expect(offered.flat()).not.toContain('search_library')
    expect(results.map(({ text }) => text).join()).not.toContain('12,000')
    expect(results).toHaveLength(2)
  })

  test('without a library, prompt and tools are as they were', async () => {
    const withOne = await filledWorld()
    const without = worldWith()
    for (const { world } of [withOne, without]) await ask(world, 'What is 17 times 23?')
    const plain = (text = '') => text.replace(/-[0-9a-f]{8}\b/g, '-fence')
    expect(plain(withOne.turns[0]?.system)).toBe(plain(without.turns[0]?.system))
    expect(without.offered[0]).not.toContain('search_library')
    expect(withOne.offered[0]?.filter((name) => name !== 'search_library')).toEqual(without.offered[0])
    expect(without.world.library.report()).toBeUndefined()
  })
})

test('search_library finds by words, reads on in a file, and makes its words text from others', async () => {
  const { world, calls, results } = await filledWorld()
  calls.push(
    { query: 'gutters zinc' },
    { file: 'roof.md', limit: 1 },
    { file: 'notes/house/roof.md', passage: 2 },
    { file: 'nowhere.md' },
    { file: 'garden.md', passage: 9 },
    { query: 'xyzzy' },
    {},
  )
  await ask(world, 'hello')
  expect(results.map(({ text }) => text)).toEqual([
    '1-1 of 1 passages, best first.\n[notes/house/roof.md, passage 2 of 2, untrusted] Roof › Gutters\n    | Zinc gutters last for forty years.',
    expect.stringMatching(/^Use passage 2 to read on\.\n\[notes\/house\/roof\.md, passage 1 of 2/),
    expect.stringMatching(/^\[notes\/house\/roof\.md, passage 2 of 2/),
    expect.stringMatching(/There is no file/),
    expect.stringMatching(/has no passage 9/),
    expect.stringMatching(/Nothing in the library/),
    expect.stringMatching(/Set query or file/),
  ])
  expect(readEpoch(world.db, 1)?.foreign).toEqual([
    { kind: 'library', name: 'notes/house/roof.md', trust: 'untrusted' },
  ])
})
