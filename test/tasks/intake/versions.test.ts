import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { exportedLines } from '../../../src/store/messages/exported-lines.ts'
import { readLines } from '../../../src/store/messages/lines.ts'
import { assemblyOfTask } from '../../../src/store/recall/assemblies.ts'
import { linesAround, readFound } from '../../../src/store/recall/search.ts'
import { createSearch, readerOfAll } from '../../../src/tasks/recall/search.ts'
import { createRoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, gated, type Script } from '../../support/scripted-brain.ts'
import { openWorld } from '../erasing/erasing-world.ts'

const chat = makeChatId('web', 'a')
const sender = { channel: 'web', id: 'owner' } as const

function createVersionWorld(script?: Script, options: WorldOptions = {}) {
  let answers = 0
  const numbered: Script = ({ question }) => [{ kind: 'done', text: `answer ${++answers} to ${question}` }]
  const brain = { ...createScriptedBrain(script ?? numbered), hasSessions: true }
  const world = createRoadWorld({ ...options, brain })
  const lines = () => readLines(world.db, chat, { limit: 100 })
  const idOf = (text: string) => lines().find((line) => line.text === text)?.id ?? 0
  const accept = (event: Parameters<typeof world.inbox.accept>[0][number]) => world.inbox.accept([event])[0]
  return {
    ...world,
    brain,
    idOf,
    texts: () => lines().map(({ text }) => text),
    versions: () =>
      lines().flatMap(({ text, versions }) => (versions ? [`${text}: ${versions.at}/${versions.count}`] : [])),
    async tell(text: string, replaces?: string) {
      world.clock.advance(60_000)
      const accepted = world.say(text, replaces === undefined ? {} : { replaces: idOf(replaces) })
      await world.settle()
      return accepted
    },
    async retry(text: string) {
      world.clock.advance(60_000)
      const accepted = accept({ kind: 'retry', chat, sender, line: idOf(text) })
      await world.settle()
      return accepted
    },
    choose: (branch: number) => accept({ kind: 'choice', chat, sender, branch }),
    /** Everything that the last turn showed the model, with the system prompt of its session. */
    seen() {
      const turn = brain.turns.at(-1)
      return `${turn?.system}\n${turn?.text}`
    },
  }
}

test('an edited message takes the place of the earlier one, and the model sees the chosen version only', async () => {
  const world = createVersionWorld()
  await world.tell('my cat is called Mimi')
  await world.tell('what does she eat?')
  expect(await world.tell('my dog is called Rex', 'my cat is called Mimi')).toMatchObject({ status: 'stored', from: 1 })
  expect(world.texts()).toEqual(['my dog is called Rex', 'answer 3 to my dog is called Rex'])
  expect(world.versions()).toEqual(['my dog is called Rex: 2/2'])
  expect(world.seen()).not.toContain('Mimi')
  await world.tell('and what is he called?')
  expect(world.brain.turns.at(-1)?.session?.isNew).toBe(false)
  expect(world.seen()).not.toContain('Mimi')

  expect(world.choose(1)).toEqual({ status: 'switched', from: 1 })
  await world.tell('and what is she called?')
  expect(world.brain.turns.at(-1)?.session?.isNew).toBe(true)
  expect(world.seen()).toContain('Mimi')
  expect(world.seen()).not.toContain('Rex')
  expect(world.texts()).toHaveLength(6)
  expect(world.versions()).toEqual(['my cat is called Mimi: 1/2'])
})

test('a retried answer is another version of it, written by the same task as its next generation', async () => {
  const world = createVersionWorld()
  await world.tell('name a tree')
  await world.tell('and a flower')
  expect(await world.retry('answer 1 to name a tree')).toEqual({ status: 'switched', from: 2 })
  expect(world.texts()).toEqual(['name a tree', 'answer 3 to name a tree'])
  expect(world.seen()).not.toContain('flower')
  expect(world.seen()).not.toContain('answer 1')
  await world.retry('answer 3 to name a tree')
  expect(world.versions()).toEqual(['answer 4 to name a tree: 3/3'])
  const keys = world.db.raw
    .prepare("SELECT key FROM outbox WHERE kind = 'reply' AND task_id = 1 ORDER BY id")
    .pluck()
    .all()
  expect(new Set(keys).size).toBe(3)
  expect(world.db.raw.prepare('SELECT generation FROM task WHERE id = 1').pluck().get()).toBe(3)
  // "Why?" shows what the model saw for the version that is looked at.
  const seenFor = (text: string) => {
    const at = world.db.raw.prepare('SELECT at FROM message WHERE text = ?').pluck().get(text) as number
    return assemblyOfTask(world.db, 1, new Date(at))?.id
  }
  expect(new Set(['answer 1', 'answer 3', 'answer 4'].map((text) => seenFor(`${text} to name a tree`))).size).toBe(3)
  world.choose(1)
  expect(world.texts()).toEqual(['name a tree', 'answer 1 to name a tree', 'and a flower', 'answer 2 to and a flower'])
})

test('a retry and an edit go by the lines that are shown, in the chats of the page, and never twice', async () => {
  const world = createVersionWorld()
  await world.tell('one')
  const first = world.idOf('one')
  await world.tell('two', 'one')
  const gone = { status: 'refused' } as const
  expect(world.say('three', { replaces: first })).toMatchObject(gone)
  expect(world.say('three', { replaces: world.idOf('answer 2 to two') })).toMatchObject(gone)
  expect(world.inbox.accept([{ kind: 'retry', chat, sender, line: world.idOf('two') }])).toMatchObject([gone])
  expect(world.inbox.accept([{ kind: 'retry', chat, sender: { channel: 'web', id: 'x' }, line: 4 }])).toMatchObject([
    gone,
  ])
  expect(world.inbox.accept([{ kind: 'choice', chat: makeChatId('web', 'b'), sender, branch: 1 }])).toMatchObject([
    gone,
  ])
  const twice = { replaces: world.idOf('two'), keys: ['test:twice'], remoteId: 'twice' }
  expect(world.say('three', twice)).toMatchObject({ status: 'stored' })
  await world.settle()
  expect(world.say('three', twice)).toMatchObject({ status: 'duplicate' })
  expect(world.versions()).toEqual(['three: 3/3'])
  // The task of a line that is not shown does not write into another version.
  world.say('/retry 1')
  await world.settle()
  expect(world.texts().at(-1)).toContain('another version of the chat')

  const telegram = {
    channel: 'telegram',
    chat: makeChatId('telegram', '1'),
    sender: { channel: 'telegram', id: '1' },
  } as const
  const mail = world.say('hello', telegram)
  await world.settle()
  expect(world.say('hi', { ...telegram, replaces: 'message' in mail ? mail.message : 0 })).toMatchObject(gone)
})

test('while an answer is being made, the version stays', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const world = createVersionWorld(gated(gate))
  world.say('first')
  const busy = { status: 'refused', why: expect.objectContaining({ en: expect.stringContaining('in progress') }) }
  expect(world.say('second', { replaces: world.idOf('first') })).toMatchObject(busy)
  const settled = world.settle()
  open()
  await settled
  expect(await world.tell('second', 'first')).toMatchObject({ status: 'stored' })
  world.say('third')
  expect(world.choose(1)).toMatchObject(busy)
  expect(world.inbox.accept([{ kind: 'retry', chat, sender, line: world.idOf('echo: second') }])).toMatchObject([busy])
})

test('facts of a version hold while it is chosen, and what they replaced holds in the other', async () => {
  const world = createVersionWorld()
  const facts = () =>
    world.memory.list({ person: world.owner, chat, now: world.clock.now() }).map(({ statement }) => statement)
  const tellFact = (statement: string, replaces: number[] = []) => {
    const messageId = world.db.raw.prepare('SELECT max(id) FROM message').pluck().get() as number
    const teller = { person: world.owner, chat, lane: rootLane(chat), now: world.clock.now(), messageId }
    world.memory.remember(teller, { statement, replaces }, 'tool')
  }
  await world.tell('I live in Ulm')
  tellFact('Ana lives in Ulm.')
  await world.tell('I have moved')
  tellFact('Ana lives in Bonn.', [1])
  expect(facts()).toEqual(['Ana lives in Bonn.'])
  await world.tell('Nothing has changed', 'I have moved')
  expect(facts()).toEqual(['Ana lives in Ulm.'])
  await world.tell('Where do I live?')
  expect(world.seen()).not.toContain('Bonn')
  world.choose(1)
  expect(facts()).toEqual(['Ana lives in Bonn.'])
})

test('an explicit search finds every version and says which is not the chosen one; the export has all', async () => {
  const world = createVersionWorld()
  await world.tell('the walrus sleeps')
  await world.tell('the seal sleeps', 'the walrus sleeps')
  const search = createSearch(world.db, world.clock, () => 'UTC')
  const found = search(readerOfAll(world.owner.id), 'walrus', 5)
  expect(found.map(({ text, otherBranch }) => [text, otherBranch])).toContainEqual(['the walrus sleeps', 1])
  const reader = { ...readerOfAll(world.owner.id), chat }
  const around = (id: number) => linesAround(world.db, reader, id, 5).map(({ text }) => text)
  expect(around(1)).toEqual(['the walrus sleeps', 'answer 1 to the walrus sleeps'])
  expect(around(3)).toEqual(['the seal sleeps', 'answer 2 to the seal sleeps'])
  expect(readFound(world.db, [3])[0]?.otherBranch).toBeUndefined()
  world.say('/search walrus')
  await world.settle()
  expect(world.texts().at(-1)).toMatch(/\*\*Ana\*\* in .* \(other version\): the walrus sleeps/)
  const exported = exportedLines(world.db, chat).map(({ text, otherVersion }) => [text, otherVersion ?? false])
  expect(exported).toEqual([
    ['the walrus sleeps', true],
    ['answer 1 to the walrus sleeps', true],
    ['the seal sleeps', false],
    ['answer 2 to the seal sleeps', false],
    ['/search walrus', false],
    [expect.stringContaining('(other version)'), false],
  ])
})

test('erasing a message or an answer takes all of its versions', async () => {
  const world = openWorld()
  const say = async (text: string, replaces?: number) => {
    const accepted = world.say(text, { chat, ...(replaces !== undefined && { replaces }) })
    await world.settle()
    return 'message' in accepted ? accepted.message : 0
  }
  await say('hello')
  const first = await say('my old secret')
  await say('my new secret', first)
  await world.erase({ message: first })
  const texts = world.db.raw.prepare('SELECT text FROM message ORDER BY id').pluck().all()
  expect(texts).toEqual(['hello', 'echo: hello', '', '', '', ''])
})
