import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { type Meaning, onlyIn } from '../../../src/domain/recall.ts'
import { createRecall, type RecallQuery } from '../../../src/gateway/recall/recall.ts'
import { createEndpointEmbedder } from '../../../src/memory/endpoint-embedder.ts'
import type { Database } from '../../../src/store/database.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { createRecallSource } from '../../../src/store/recall/recall-source.ts'
import { beginVectors, keepVectors, nextUnembedded } from '../../../src/store/recall/vector-index.ts'
import { createHistorySource } from '../../../src/tasks/context/history.ts'
import { createQueryEmbedder } from '../../../src/tasks/recall/embedding.ts'
import { vectorOf } from '../../peers/embeddings/meaning-space.ts'
import { startEmbeddings } from '../../peers/embeddings/server.ts'
import { createRecallWorld, noon } from '../../store/recall/recall-world.ts'

const DAY = 24 * 60
const meaningOf = (text: string): Meaning => ({
  model: 'peer-model',
  vector: Float32Array.from(vectorOf(text, 60)),
})

function embedAll(db: Database): void {
  beginVectors(db, 'peer-model')
  for (let lines = nextUnembedded(db, 500); lines.length > 0; lines = nextUnembedded(db, 500)) {
    keepVectors(
      db,
      'peer-model',
      lines,
      lines.map(({ text }) => meaningOf(text)),
    )
  }
}

function createPast() {
  const world = createRecallWorld()
  const { recall: recallWithRelevance, search } = createRecall(createRecallSource(world.db))
  const recall = (query: RecallQuery) => recallWithRelevance(query).hits
  const query = (text: string, extra: Partial<RecallQuery> = {}): RecallQuery => ({
    text,
    chats: onlyIn(world.chat),
    bound: { asOf: new Date(noon.getTime() + 400 * DAY * 60_000) },
    timezone: 'UTC',
    limit: 10,
    meaning: meaningOf(text),
    ...extra,
  })
  const chatter = (from: number, count: number) => {
    for (let n = 0; n < count; n++) world.say(from + n * 40, `small talk, part ${n} of the series`)
  }
  return { ...world, recall, search, query, chatter, embed: () => embedAll(world.db) }
}

test('what was said in other words is found, though it shares none of them', () => {
  const { say, chatter, recall, query, embed } = createPast()
  say(0, 'We finally sold the automobile')
  chatter(DAY, 1300)
  embed()
  const asked = 'what happened to your car'
  expect(recall(query(asked))[0]).toMatchObject({
    line: { text: 'We finally sold the automobile' },
    reason: { en: expect.stringContaining('has a similar meaning') },
  })
  const byWords = recall(query(asked, { meaning: undefined })).map(({ line }) => line.text)
  expect(byWords).not.toContain('We finally sold the automobile')
})

test('without a meaning everything is as if there were no vectors', () => {
  const { say, chatter, recall, search, query, embed } = createPast()
  say(0, 'The plumber is called Ferrante')
  say(1, 'We finally sold the automobile')
  chatter(DAY, 100)
  const questions = ['who is the plumber?', 'what happened to your car', 'part 7'].map((text) =>
    query(text, { meaning: undefined }),
  )
  const before = questions.map((question) => [recall(question), search(question)])
  embed()
  expect(questions.map((question) => [recall(question), search(question)])).toEqual(before)
})

test('vectors of another model count for nothing', () => {
  const { say, chatter, recall, query, embed } = createPast()
  say(0, 'We finally sold the automobile')
  chatter(DAY, 100)
  embed()
  const asked = query('your car', { meaning: undefined })
  const other = { ...meaningOf('your car'), model: 'other-model' }
  expect(recall({ ...asked, meaning: other })).toEqual(recall(asked))
})

test('a search finds it too, and what holds the words comes first', () => {
  const { say, chatter, search, query, embed } = createPast()
  say(0, 'We finally sold the automobile')
  say(1, 'the car needs a new tyre')
  chatter(DAY, 100)
  embed()
  const found = search(query('car')).map(({ line }) => line.text)
  expect(found.slice(0, 2)).toEqual(['the car needs a new tyre', 'We finally sold the automobile'])
  expect(search(query('car', { meaning: undefined }))).toHaveLength(1)
})

test('a cleared context, a moment in the past and what is in sight hide what they hide', () => {
  const { db, lane, say, chatter, recall, query, embed } = createPast()
  say(0, 'We finally sold the automobile')
  db.statement('UPDATE lane SET cleared_at = ? WHERE key = ?').run(noon.getTime() + 60_000, lane)
  const seen = say(DAY, 'That vehicle was old')
  say(3 * DAY, 'I miss the automobile')
  chatter(4 * DAY, 60)
  embed()
  const texts = (extra: Partial<RecallQuery>) => recall(query('car', extra)).map(({ line }) => line.text)
  expect(texts({})).toEqual(expect.arrayContaining(['That vehicle was old', 'I miss the automobile']))
  expect(texts({})).not.toContain('We finally sold the automobile')
  expect(texts({ exclude: new Set([seen]) })).not.toContain('That vehicle was old')
  const asOf = new Date(noon.getTime() + 2 * DAY * 60_000)
  expect(texts({ bound: { asOf } })).toEqual(['That vehicle was old'])
  expect(texts({ bound: { asOf: new Date(noon.getTime() + 400 * DAY * 60_000), before: seen } })).toEqual([])
})

test('what means the same in a chat that is not theirs to read stays there', () => {
  const { db, chat, owner, say, chatter, recall, search, query, embed } = createPast()
  const other = makeChatId('web', 'other')
  ensureChat(db, { id: other, title: 'Other', audience: 'private', personId: owner.id }, noon)
  ensureLane(db, rootLane(other), other)
  say(0, 'the secret automobile', { chat: other, lane: rootLane(other) })
  chatter(1, 20)
  embed()
  for (const find of [recall, search]) {
    expect(find(query('car')).map(({ line }) => line.text)).not.toContain('the secret automobile')
    const both = find(query('car', { chats: { here: chat, allChatsOf: owner.id } }))
    expect(both.map(({ line }) => line.text)).toContain('the secret automobile')
  }
})

test('a question is understood in time or not at all', async () => {
  const server = await startEmbeddings()
  onTestFinished(server.close)
  const embedder = createEndpointEmbedder({ url: server.url, model: 'peer-model' })
  const embedQuery = createQueryEmbedder(embedder, new AbortController().signal)
  expect(await embedQuery('the car')).toMatchObject({ meaning: { model: 'peer-model' } })
  expect(await embedQuery('x'.repeat(100_000))).toHaveProperty('meaning')
  expect(await embedQuery('  ')).toHaveProperty('reason')
  server.script({ kind: 'silence' })
  const hasty = createQueryEmbedder(embedder, new AbortController().signal, 50)
  expect(await hasty('the car')).toMatchObject({ reason: { en: expect.stringContaining('in time') } })
  expect(server.faults).toEqual([])
})

test('the nearest lines of a chat are told to who asks whether a message goes on, once there are enough to choose from', () => {
  const { db, chat, say, chatter, embed } = createPast()
  const config = loadConfig(undefined, { HOME: '/nonexistent' })
  const { nearest } = createHistorySource(db, () => config)
  const seen = say(0, 'Milo saw the doctor')
  const asked = { meaning: meaningOf('which physician'), chat, bound: { asOf: noon, before: 1_000_000 }, limit: 1 }
  const later = { ...asked, bound: { ...asked.bound, asOf: new Date(noon.getTime() + 400 * DAY * 60_000) } }
  embed()
  expect(nearest(later)).toEqual([])
  chatter(60, 80)
  embed()
  expect(nearest(later)).toEqual([seen])
  expect(nearest({ ...later, meaning: { ...later.meaning, model: 'another' } })).toEqual([])
})
