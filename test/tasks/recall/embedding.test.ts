import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createEndpointEmbedder } from '../../../src/memory/endpoint-embedder.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { importMessages } from '../../../src/store/messages/import-messages.ts'
import { countVectors } from '../../../src/store/recall/vector-index.ts'
import { createEmbedding, type EmbeddingDeps } from '../../../src/tasks/recall/embedding.ts'
import { type EmbeddingsServer, startEmbeddings } from '../../peers/embeddings/server.ts'
import { createRecallWorld, noon } from '../../store/recall/recall-world.ts'

/** The machine may have other things to do. */

const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const { stop } of running.splice(0)) await stop()
})

async function createService(): Promise<EmbeddingsServer> {
  const server = await startEmbeddings()
  onTestFinished(server.close)
  return server
}

/** The loop over a real store and a real service, and what it says meanwhile. */
function createLoop(world: ReturnType<typeof createRecallWorld>, server: EmbeddingsServer, model = 'peer-model') {
  const troubles: string[] = []
  const logged: object[] = []
  const note = (fields: object, text: string) => void logged.push({ ...fields, text })
  const deps: EmbeddingDeps = {
    db: world.db,
    persist: async (write) => write(),
    embedder: createEndpointEmbedder({ url: server.url, model }),
    log: { warn: note, info: note },
    trouble: (sentence) => void troubles.push(textIn(sentence, 'en')),
    pauses: { idleMs: 60_000, retryMs: 1, maxRetryMs: 4 },
  }
  const start = () => {
    const embedding = createEmbedding(deps)
    const leave = new AbortController()
    const done = embedding.run(leave.signal)
    const stop = async () => {
      leave.abort()
      await done
    }
    running.push({ stop })
    return { wake: embedding.wake, stop }
  }
  return { start, troubles, logged, lines: () => countVectors(world.db)?.lines ?? 0 }
}

test('what was said, what is said and what is imported have their vectors soon after', async () => {
  const [world, server] = [createRecallWorld(), await createService()]
  for (let n = 0; n < 70; n++) world.say(n, `line ${n}`)
  const { start, lines } = createLoop(world, server)
  const { wake } = start()
  await expect.poll(lines).toBe(70)
  expect(server.requests.map((texts) => texts.length)).toEqual([32, 32, 6])

  world.say(80, 'something new')
  wake()
  await expect.poll(lines).toBe(71)

  const past = { chat: world.chat, from: 'Ben', role: 'human', replyTo: undefined, topic: undefined } as const
  importMessages(world.db, [{ ...past, id: 'x1', at: new Date(0), text: 'from long ago' }], {
    owner: world.owner,
    now: noon,
  })
  wake()
  await expect.poll(lines).toBe(72)
  expect(server.faults).toEqual([])
})

test('it stops at once, and another life goes on where it stopped', async () => {
  const [world, server] = [createRecallWorld(), await createService()]
  for (let n = 0; n < 64; n++) world.say(n, `line ${n}`)
  server.script({ kind: 'vectors' }, { kind: 'silence' })
  const { start, lines } = createLoop(world, server)
  const first = start()
  await server.received(2)
  await first.stop()
  expect(lines()).toBe(32)

  server.script({ kind: 'vectors' })
  start()
  await expect.poll(lines).toBe(64)
  const asked = server.requests.flat()
  expect(asked.filter((text) => text === 'line 63')).toHaveLength(1)
})

test('a service that fails is asked again, and the owner is told once', async () => {
  const [world, server] = [createRecallWorld(), await createService()]
  world.say(0, 'the car')
  server.script({ kind: 'status', status: 503 })
  const { start, troubles, logged, lines } = createLoop(world, server)
  start()
  await server.received(8)
  expect(troubles).toEqual([expect.stringContaining('the embeddings endpoint answered with status 503')])
  server.script({ kind: 'vectors' })
  await expect.poll(lines).toBe(1)
  expect(troubles).toHaveLength(1)
  expect(logged.at(-1)).toMatchObject({ text: 'vectors are computed again' })
})

test('a stumble is nobody’s trouble', async () => {
  const [world, server] = [createRecallWorld(), await createService()]
  world.say(0, 'the car')
  server.script({ kind: 'status', status: 500 }, { kind: 'text', text: 'garbage' }, { kind: 'vectors' })
  const { start, troubles, lines } = createLoop(world, server)
  start()
  await expect.poll(lines).toBe(1)
  expect(troubles).toEqual([])
})

test('the wait that a service asks for is kept, whatever is said meanwhile', async () => {
  const [world, server] = [createRecallWorld(), await createService()]
  world.say(0, 'the car')
  server.script({ kind: 'status', status: 429, retryAfter: 1 }, { kind: 'vectors' })
  const { start, lines } = createLoop(world, server)
  const began = performance.now()
  const { wake } = start()
  await server.received(1)
  world.say(1, 'the roof')
  wake()
  await server.received(2)
  expect(performance.now() - began).toBeGreaterThan(800)
  await expect.poll(lines).toBe(2)
})

test('one line that is not wanted does not keep the others from being understood', async () => {
  const [world, server] = [createRecallWorld(), await createService()]
  for (const text of ['the car', 'poison', 'the roof']) world.say(0, text)
  server.script({ kind: 'picky', word: 'poison' })
  const { start, troubles, lines } = createLoop(world, server)
  const { wake } = start()
  await expect.poll(lines).toBe(2)
  world.say(1, 'poison alone')
  world.say(2, 'the dog')
  wake()
  await expect.poll(lines).toBe(3)
  expect(troubles).toEqual([])
})

test('a service that wants nothing at all loses no line', async () => {
  const [world, server] = [createRecallWorld(), await createService()]
  world.say(0, 'the car')
  server.script({ kind: 'status', status: 400 })
  const { start, lines, troubles } = createLoop(world, server)
  start()
  // Each try is three: the line, the line alone, and a word that nobody refuses.
  await server.received(10)
  expect([lines(), troubles.length]).toEqual([0, 1])
  server.script({ kind: 'vectors' })
  await expect.poll(lines).toBe(1)
})

test('a model that answers in another dimension begins anew', async () => {
  const [world, server] = [createRecallWorld(), await createService()]
  world.say(0, 'the car')
  const { start, lines } = createLoop(world, server)
  const { wake } = start()
  await expect.poll(lines).toBe(1)
  server.script({ kind: 'vectors', dimension: 24 })
  world.say(1, 'the roof')
  wake()
  await expect.poll(() => countVectors(world.db)).toEqual({ model: 'peer-model', dimension: 24, lines: 2 })
  expect(server.requests.flat().filter((text) => text === 'the car')).toHaveLength(2)
})
