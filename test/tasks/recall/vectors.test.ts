import { expect, onTestFinished, test } from 'vitest'
import { localOwner, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import type { Person } from '../../../src/domain/person.ts'
import type { AssembledPart, LeftOutMessages } from '../../../src/gateway/assembly.ts'
import { createEndpointEmbedder } from '../../../src/memory/endpoint-embedder.ts'
import { textIn } from '../../../src/messages/localized.ts'
import type { Turn } from '../../../src/spawner/spawner.ts'
import { ensureChat } from '../../../src/store/messages/chats.ts'
import { assemblyOfTask } from '../../../src/store/recall/assemblies.ts'
import { countVectors } from '../../../src/store/recall/vector-index.ts'
import { createEmbedding, createQueryEmbedder } from '../../../src/tasks/recall/embedding.ts'
import { createMessageReader } from '../../../src/tasks/recall/message-reader.ts'
import { createSearch } from '../../../src/tasks/recall/search.ts'
import type { Scope } from '../../../src/tools/tool.ts'
import { type Reply, startEmbeddings } from '../../peers/embeddings/server.ts'
import { chatter, HOUR } from '../../support/many-messages.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'

/** The machine may have other things to do. */

const sold = 'We finally sold the automobile'

/** A past in which one line matters, every line of it with its vector, and a question in other words. */
async function createPast(options: { sessions?: boolean } = {}) {
  const server = await startEmbeddings()
  onTestFinished(server.close)
  const embedder = createEndpointEmbedder({ url: server.url, model: 'peer-model' })
  const brain = {
    ...createScriptedBrain((turn: Turn) => [{ kind: 'done', text: `noted ${turn.task}` }]),
    hasSessions: options.sessions ?? false,
  }
  const embedQuery = createQueryEmbedder(embedder, new AbortController().signal)
  const world = createRoadWorld({ brain, embedQuery, conversation: { maxTokens: 600 } })
  world.say(sold)
  await world.settle()
  world.clock.advance(24 * HOUR)
  chatter(world, 150)
  world.clock.advance(24 * HOUR)

  const leave = new AbortController()
  const { db, persist } = world
  const running = createEmbedding({ db, persist, embedder, log: silentLog, trouble: () => {} }).run(leave.signal)
  await expect.poll(() => countVectors(db)?.lines ?? 0).toBeGreaterThan(150)
  leave.abort()
  await running

  return {
    world,
    server,
    embedQuery,
    async ask(text: string, reply: Reply = { kind: 'vectors' }) {
      server.script(reply)
      world.say(text)
      await world.settle()
      const turn = brain.turns.at(-1) ?? expect.fail('the brain was not asked')
      const { reason, parts } =
        assemblyOfTask<AssembledPart, LeftOutMessages>(db, turn.task) ?? expect.fail('nothing was recorded')
      const alike = parts.filter((part) => textIn(part.reason, 'en').includes('has a similar meaning'))
      return { seen: `${turn.system}\n${turn.text}`, reason: textIn(reason, 'en'), alike }
    },
  }
}

test('the model sees what was said in other words', async () => {
  const { ask } = await createPast()
  const { seen, reason, alike } = await ask('was there a good price for your car')
  expect(seen).toContain(sold)
  expect(alike.flatMap(({ messages }) => messages)).toContain(1)
  expect(reason).not.toContain('by words only')
})

test.each<[name: string, reply: Reply]>([
  ['says nothing', { kind: 'silence' }],
  ['is broken', { kind: 'status', status: 500 }],
  ['answers nonsense', { kind: 'text', text: '[]' }],
])('a service that %s keeps nobody waiting, and the turn says so', async (_, reply) => {
  const { ask } = await createPast()
  const { alike, reason } = await ask('was there a good price for your car', reply)
  expect(alike).toEqual([])
  expect(reason).toMatch(/searched by words only, because .+/)
})

test('a service that now answers in another dimension finds nothing until the vectors are made again', async () => {
  const { ask } = await createPast()
  const { alike } = await ask('was there a good price for your car', { kind: 'vectors', dimension: 12 })
  expect(alike).toEqual([])
})

test('a turn that goes on with a session is shown it too', async () => {
  const { ask } = await createPast({ sessions: true })
  await ask('good morning')
  const { alike } = await ask('was there a good price for your car')
  expect(alike.flatMap(({ messages }) => messages)).toContain(1)
})

test('/search answers at once by words, and then with what says the same', async () => {
  const { world, server } = await createPast()
  const told = async (count: number) => {
    await world.settle()
    return world.web.sent.slice(-count).map(({ body }) => body)
  }
  world.say('/search car')
  await expect
    .poll(() => told(2))
    .toEqual([
      expect.stringContaining('No results for "car"'),
      expect.stringMatching(/^Similar messages:\n.+automobile$/),
    ])

  server.script({ kind: 'status', status: 500 })
  const before = server.requests.length
  world.say('/search car')
  expect(await told(1)).toEqual([expect.stringContaining('No results for "car"')])
  expect(server.requests.length).toBeGreaterThan(before)
})

test('the tool of the model finds it, in the chats of the one who asks', async () => {
  const { world, embedQuery } = await createPast()
  const search = createSearch(world.db, world.clock, () => 'UTC')
  const library = createMessageReader({
    db: world.db,
    clock: world.clock,
    search,
    isSharedHistory: () => false,
    embedQuery,
  })
  const find = async (person: Person, name: string) => {
    const chat = makeChatId('web', name)
    const scope: Scope = {
      task: 0,
      chat,
      lane: rootLane(chat),
      person,
      timezone: 'UTC',
      trust: 'owner',
      foreign: [],
      noteForeign() {},
    }
    const usual = { order: 'best', offset: 0, limit: 5, neighbours: 0, cleared: false } as const
    const answer = await library.search(scope, { query: 'car', ...usual })
    return 'problem' in answer ? [] : answer.lines.map(({ text }) => text)
  }
  expect(await find(world.owner, 'a')).toContain(sold)
  expect(await find(world.owner, 'nobody knows whose')).toEqual([])
  const own = {
    id: makeChatId('web', 'elsewhere'),
    title: '',
    audience: 'private' as const,
    owner: localOwner,
    personId: world.owner.id,
  }
  ensureChat(world.db, own, world.clock.now())
  expect(await find(world.owner, 'elsewhere')).toContain(sold)
  expect(await find(world.member(7), 'b')).toEqual([])
})
