import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { InboundMessage } from '../../../src/domain/message.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'
import { placeStore } from '../../support/template-store.ts'

const telegram = (id: number, from = id): Partial<InboundMessage> => ({
  channel: 'telegram',
  chat: makeChatId('telegram', String(id)),
  sender: { channel: 'telegram', id: String(from) },
  senderName: from === 1 ? 'Ana' : `Member ${from}`,
})
const web = (id: string): Partial<InboundMessage> => ({ chat: makeChatId('web', id) })

function createMemoryWorld(options: WorldOptions = {}) {
  const brain = { ...createScriptedBrain(echo), hasSessions: options.epochs === true }
  const world = createRoadWorld({ conversation: { sharedHistory: true }, ...options, brain })
  return {
    ...world,
    brain,
    /** What the model sees of facts for one message, a day later: its lines in the prompt and in the turn. */
    async ask(text: string, where: Partial<InboundMessage> = {}, afterMs = 86_400_000) {
      world.clock.advance(afterMs)
      world.say(text, where)
      await world.settle()
      const turn = brain.turns.at(-1)
      return { fixed: factLines(turn?.system ?? ''), added: factLines(turn?.text ?? '') }
    },
    async command(text: string, where: Partial<InboundMessage> = {}) {
      world.say(text, where)
      await world.settle()
    },
  }
}

function factLines(text: string): string[] {
  const block = /<facts-[\s\S]*?<\/facts-/.exec(text)?.[0] ?? ''
  return block.split('\n').flatMap((line) => /^\[f\d+\] [^:]*: (.*)$/.exec(line)?.[1] ?? [])
}

/** Facts about other things, so that not all are few enough to be shown. */
async function fill(world: { command(text: string): Promise<void> }): Promise<void> {
  for (const thing of ['kettle', 'ladder', 'piano', 'canoe', 'tractor', 'microscope'])
    await world.command(`/remember Der ${thing} steht in Raum ${thing.length}.`)
}

test('a fact stands in later conversations that speak of it, on every channel of the person, and nowhere else', async () => {
  const world = createMemoryWorld()
  world.member(7)
  await fill(world)
  await world.command('/remember My sister Clara is allergic to walnuts.')
  const clara = 'My sister Clara is allergic to walnuts.'
  expect((await world.ask('Which cake may Clara eat?', web('b'))).fixed).toEqual([clara])
  expect((await world.ask('Is there anything with walnuts in it?', telegram(1))).fixed).toEqual([clara])
  expect((await world.ask('How far away is the moon?', web('c'))).fixed).toEqual([])
  expect((await world.ask('Hello!', web('d'))).fixed).toEqual([])
  expect((await world.ask('Which cake may Clara eat?', telegram(-5, 1))).fixed).toEqual([])
  expect((await world.ask('Which cake may Clara eat?', telegram(7))).fixed).toEqual([])
  expect(world.db.raw.prepare('SELECT shown_count FROM fact WHERE id = 7').pluck().get()).toBe(2)
})

test('a fact of a group is shown to everybody there, and not elsewhere', async () => {
  const world = createMemoryWorld()
  world.member(7)
  await world.command('/remember The tent has room for four.', telegram(-5, 7))
  expect((await world.ask('Who sleeps in the tent?', telegram(-5, 1))).fixed).toEqual(['The tent has room for four.'])
  for (const elsewhere of [telegram(-6, 1), telegram(7), telegram(1)])
    expect((await world.ask('Who sleeps in the tent?', elsewhere)).fixed).toEqual([])
})

test('of two that contradict each other only the newer is shown, and an expired one not at all', async () => {
  const world = createMemoryWorld()
  await world.command('/remember I live in Leipzig.')
  await world.command('/remember f1 I live in Dresden.')
  expect((await world.ask('Where do I live?', web('b'))).fixed).toEqual(['I live in Dresden.'])
  const now = world.clock.now()
  const validUntil = new Date(now.getTime() + 3 * 86_400_000)
  const chat = makeChatId('web', 'a')
  world.memory.remember({ person: world.owner, chat, now }, { statement: 'Ana is in Rome.', validUntil }, 'tool')
  expect((await world.ask('Am I in Rome?', web('c'))).fixed).toContain('Ana is in Rome.')
  expect((await world.ask('Am I in Rome?', web('d'), 4 * 86_400_000)).fixed).not.toContain('Ana is in Rome.')
})

test('the line that says the same makes the fact unnecessary, and is found through it', async () => {
  const world = createMemoryWorld()
  await fill(world)
  world.say('we picked the ferry at six, that is settled', web('b'))
  await world.settle()
  const source = world.db.raw.prepare("SELECT id FROM message WHERE text LIKE 'we picked%'").pluck().get() as number
  const now = world.clock.now()
  const teller = { person: world.owner, chat: makeChatId('web', 'b'), messageId: source, now }
  world.memory.remember(teller, { statement: 'The journey to Norway begins with a ferry.' }, 'extraction')
  await world.ask('When does the journey to Norway begin?', web('c'))
  const { system } = world.brain.turns.at(-1) ?? {}
  // It shares no word with the question.
  expect(system).toContain('we picked the ferry at six')
  expect(factLines(system ?? '')).toEqual(['The journey to Norway begins with a ferry.'])
  world.memory.remember(teller, { statement: 'We picked the ferry at six.' }, 'extraction')
  await world.ask('Which ferry did we pick?', web('d'))
  expect(world.brain.turns.at(-1)?.system).toContain('we picked the ferry at six')
  expect(factLines(world.brain.turns.at(-1)?.system ?? '')).not.toContain('We picked the ferry at six.')
})

test('a fact for all chats is shown everywhere, and the private line that it comes from nowhere else', async () => {
  const world = createMemoryWorld()
  world.member(7)
  world.say('we picked the ferry at six, do not tell the others', web('b'))
  await world.settle()
  const messageId = world.db.raw.prepare("SELECT id FROM message WHERE text LIKE 'we picked%'").pluck().get() as number
  const teller = { person: world.owner, chat: makeChatId('web', 'b'), messageId, now: world.clock.now() }
  const statement = 'The journey to Norway begins with a ferry.'
  world.memory.remember(teller, { statement, forEveryone: true }, 'tool')
  const promptFor = async (where: Partial<InboundMessage>) => {
    expect((await world.ask('When does the journey to Norway begin?', where)).fixed).toEqual([statement])
    await world.command('/why', where)
    const { system = '', text = '' } = world.brain.turns.at(-1) ?? {}
    return `${system}${text}${world.telegram.sent.at(-1)?.body ?? ''}`
  }
  expect(await promptFor(web('c'))).toContain('do not tell')
  for (const place of [telegram(-5, 1), telegram(-5, 7), telegram(7)])
    expect(await promptFor(place)).not.toContain('do not tell')
})

test('a session learns facts that are new elsewhere in its next turn, once, and forgets with a new prompt', async () => {
  const world = createMemoryWorld({ epochs: true })
  await fill(world)
  const minute = 60_000
  await world.ask('What shall we cook?', web('b'))
  const prompt = world.brain.turns.at(-1)?.system
  await world.command('/remember My sister Clara is allergic to walnuts.', telegram(1))
  const second = await world.ask('Something with nuts?', web('b'), minute)
  expect(world.brain.turns.at(-1)?.system).toBe(prompt)
  expect(second.added).toEqual(['My sister Clara is allergic to walnuts.'])
  expect((await world.ask('And for Clara?', web('b'), minute)).added).toEqual([])
  await world.command('/forget f7 yes', telegram(1))
  await world.ask('And for Clara?', web('b'), minute)
  expect(world.brain.turns.at(-1)?.session?.isNew).toBe(true)
  expect(world.brain.turns.at(-1)?.system).not.toContain('walnuts')
})

test('facts survive a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skein-facts-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(dataDir, { recursive: true })
  placeStore(dataDir)
  const before: RoadWorld = createRoadWorld({ dataDir })
  before.say('/remember My sister Clara is allergic to walnuts.')
  await before.settle()
  before.db.close()
  const after = createMemoryWorld({ dataDir })
  const where = { ...web('b'), keys: ['after the restart'] }
  expect((await after.ask('What is Clara allergic to?', where)).fixed).toEqual([
    'My sister Clara is allergic to walnuts.',
  ])
})

test('/why names the facts that were shown', async () => {
  const world = createMemoryWorld()
  await world.command('/remember My sister Clara is allergic to walnuts.')
  await world.ask('Which cake may Clara eat?')
  await world.command('/why')
  expect(world.web.sent.at(-1)?.body).toContain('what it remembers about this ([f1])')
})
