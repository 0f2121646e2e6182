import { expect, onTestFinished, test } from 'vitest'
import { createEndpointEmbedder } from '../../../src/memory/endpoint-embedder.ts'
import { createLibrarySearch } from '../../../src/tasks/library/library-search.ts'
import { createEmbedding, createQueryEmbedder } from '../../../src/tasks/recall/embedding.ts'
import { startEmbeddings } from '../../peers/embeddings/server.ts'
import { createLibraryWorld } from './library-world.ts'

const never = new AbortController().signal

test('passages get vectors, and are found by their meaning', async () => {
  const server = await startEmbeddings()
  onTestFinished(server.close)
  const fillers = Array.from({ length: 50 }, (_, at) => [`${at}.txt`, `Page ${at} is about the weather of day ${at}.`])
  const world = createLibraryWorld({ 'sale.md': 'We sold the automobile.', ...Object.fromEntries(fillers) })
  await world.until(() => expect(world.paths()).toHaveLength(51))
  const vectors = () => world.db.raw.prepare('SELECT count(*) FROM library_vector').pluck().get()

  const embedder = createEndpointEmbedder({ url: server.url, model: 'peer-model' })
  const stop = new AbortController()
  const log = { warn() {}, info() {} }
  const persist = async <T>(write: () => T) => write()
  const running = createEmbedding({ db: world.db, persist, embedder, log, trouble() {} }).run(stop.signal)
  await expect.poll(vectors).toBe(51)
  stop.abort()
  await running

  const answer = await createQueryEmbedder(embedder, never)('car')
  if (!('meaning' in answer)) throw new Error('no meaning')
  const folders = [{ path: world.folder, name: 'notes', isTrusted: false }]
  const { search } = createLibrarySearch(world.db, folders)
  expect(search({ text: 'car', limit: 5 })).toEqual([])
  const [best] = search({ text: 'car', meaning: answer.meaning, limit: 5 })
  expect(best).toMatchObject({ isSimilar: true, words: [], passage: { path: 'sale.md' } })

  // Whatever is removed takes its vector with it.
  await world.until(() => expect(vectors()).toBe(0), { folders: [] })
})
