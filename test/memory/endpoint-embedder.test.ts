import { expect, onTestFinished, test } from 'vitest'
import { createEndpointEmbedder } from '../../src/memory/endpoint-embedder.ts'
import { type Reply, startEmbeddings } from '../peers/embeddings/server.ts'

const apiKey = 'canary-4f1d77aa90'

async function createService(...replies: Reply[]) {
  const server = await startEmbeddings({ apiKey })
  onTestFinished(server.close)
  if (replies.length > 0) server.script(...replies)
  const embedder = createEndpointEmbedder({ url: `${server.url}/`, model: 'peer-model', apiKey })
  const embed = (texts: string[], signal = new AbortController().signal) => embedder.embed(texts, signal)
  return { server, embed }
}

test('each text has its vector, of length one, in the order of the texts', async () => {
  const { server, embed } = await createService({ kind: 'vectors' }, { kind: 'shuffled' })
  const straight = await embed(['one car', 'two dogs', 'three'])
  const shuffled = await embed(['one car', 'two dogs', 'three'])
  expect(server.faults).toEqual([])
  expect(shuffled).toEqual(straight)
  if (straight.status !== 'made') throw new Error(straight.reason.en)
  for (const { model, vector } of straight.meanings) {
    expect([model, vector.length]).toEqual(['peer-model', 60])
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
  }
})

test.each<[name: string, reply: Reply, reason: RegExp]>([
  ['not JSON', { kind: 'text', text: 'out of order' }, /sent an answer in an unexpected format/],
  [
    'JSON that is none of it',
    { kind: 'text', text: '{"data":[{"embedding":"AAAA"}]}' },
    /sent an answer in an unexpected format/,
  ],
  [
    'a number that is none',
    { kind: 'text', text: '{"data":[{"index":0,"embedding":[1e999,1]}]}' },
    /unexpected format|no vectors/,
  ],
  ['fewer than were asked for', { kind: 'fewer' }, /missing or repeated indexes/],
  [
    'the same index twice',
    { kind: 'text', text: '{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}' },
    /missing or repeated indexes/,
  ],
  ['vectors of two dimensions', { kind: 'uneven' }, /valid vectors/],
  ['vectors that point nowhere', { kind: 'zeros' }, /valid vectors/],
  ['no vectors at all', { kind: 'text', text: '{"data":[]}' }, /valid vectors/],
  ['more than fits any answer', { kind: 'endless' }, /answer that is too large/],
  ['an error', { kind: 'status', status: 500 }, /answered with status 500/],
])('%s is a failure with a reason', async (_, reply, reason) => {
  const { embed } = await createService(reply)
  const answer = await embed(['one', 'two'])
  expect(answer).toEqual({ status: 'failed', reason: { en: expect.stringMatching(reason), de: expect.any(String) } })
})

test('texts are not carried on to another place', async () => {
  const elsewhere = await startEmbeddings()
  onTestFinished(elsewhere.close)
  const { embed } = await createService({ kind: 'redirect', to: `${elsewhere.url}/embeddings` })
  expect(await embed(['one'])).toMatchObject({ status: 'failed' })
  expect(elsewhere.requests).toEqual([])
})

test('a service that asks for patience is told apart, and so is one that does not want the texts', async () => {
  const { embed } = await createService(
    { kind: 'status', status: 429, retryAfter: 17 },
    { kind: 'status', status: 413 },
    { kind: 'status', status: 401 },
  )
  expect(await embed(['a'])).toMatchObject({ status: 'failed', waitMs: 17_000 })
  expect(await embed(['a'])).toMatchObject({ status: 'failed', refused: true })
  expect(await embed(['a'])).toEqual({
    status: 'failed',
    reason: {
      en: 'the embeddings endpoint answered with status 401',
      de: 'der Embeddings-Dienst hat mit Status 401 geantwortet',
    },
  })
})

test('a service that says nothing is not waited for longer than the caller wants', async () => {
  const { server, embed } = await createService({ kind: 'silence' })
  const leave = new AbortController()
  const asked = embed(['a'], leave.signal)
  await server.received(1)
  leave.abort()
  expect(await asked).toMatchObject({ status: 'failed' })
})

test('neither key, nor address, nor text is in a reason, whatever goes wrong', async () => {
  const { server, embed } = await createService()
  const wrong: Reply[] = [
    { kind: 'status', status: 400 },
    { kind: 'status', status: 500 },
    { kind: 'text', text: `{"error":"${apiKey}"}` },
    { kind: 'redirect', to: `http://127.0.0.1:1/?key=${apiKey}` },
  ]
  const told: unknown[] = []
  for (const reply of wrong) {
    server.script(reply)
    told.push(await embed(['my private words']))
  }
  await server.close()
  told.push(await embed(['my private words']))
  expect(told).toHaveLength(5)
  expect(JSON.stringify(told)).not.toMatch(/canary|private|127\.0\.0\.1/)
})
