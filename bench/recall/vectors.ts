import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Meaning } from '../../src/domain/recall.ts'
import { createLocalEmbedder, findLocalModel } from '../../src/memory/local-embedder.ts'
import type { Database } from '../../src/store/database.ts'
import { beginVectors, HEAD_CHARS, keepVectors, nextUnembedded } from '../../src/store/recall/vector-index.ts'
import type { RecallSet } from './data.ts'

export interface Vectors {
  meaningOf(text: string): Meaning | undefined
  /** Gives every line of the store that has none its vector. */
  embed(db: Database): void
}

interface Known {
  key: string
  vector: string
}

/** What every text of a set means, by the local model. Kept in a temporary file, because it takes minutes to make. */
export async function readVectors(set: RecallSet, models: string | undefined): Promise<Vectors | undefined> {
  const model = findLocalModel(models === undefined ? [] : [models])
  if (!model) return undefined
  const cache = join(tmpdir(), `skein-bench-vectors-${set.name}.jsonl`)
  const lines = existsSync(cache) ? readFileSync(cache, 'utf8').split('\n').filter(Boolean) : []
  const known = new Map(lines.map((line) => JSON.parse(line) as Known).map(({ key, vector }) => [key, vector]))
  const embedder = createLocalEmbedder(model)
  for (const text of textsOf(set)) {
    if (known.has(keyOf(text))) continue
    const made = await embedder.embed([text], new AbortController().signal)
    if (made.status === 'failed') throw new Error(made.reason.en)
    const vector = Buffer.from(made.meanings[0]?.vector.buffer ?? new ArrayBuffer()).toString('base64')
    known.set(keyOf(text), vector)
    appendFileSync(cache, `${JSON.stringify({ key: keyOf(text), vector } satisfies Known)}\n`)
  }
  await embedder.close()

  const meaningOf = (text: string): Meaning | undefined => {
    const bytes = Buffer.from(known.get(keyOf(text)) ?? '', 'base64')
    if (bytes.length === 0) return undefined
    return { model: embedder.model, vector: new Float32Array(new Uint8Array(bytes).buffer) }
  }
  return {
    meaningOf,
    embed(db) {
      beginVectors(db, embedder.model)
      for (let rows = nextUnembedded(db, 500); rows.length > 0; rows = nextUnembedded(db, 500)) {
        keepVectors(
          db,
          embedder.model,
          rows,
          rows.map(({ text }) => meaningOf(text)),
        )
      }
    },
  }
}

function textsOf(set: RecallSet): string[] {
  const said = [...set.chats.values()].flat().map(({ line }) => (JSON.parse(line) as { text: string }).text)
  return [...said, ...set.questions.map(({ text }) => text)].filter((text) => text.trim() !== '')
}

/** By what the model is shown of it. */
function keyOf(text: string): string {
  return createHash('sha256').update(text.slice(0, HEAD_CHARS)).digest('hex')
}
