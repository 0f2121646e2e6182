import { UsageError } from '../../src/domain/errors.ts'
import type { Meaning } from '../../src/domain/recall.ts'
import { createLocalEmbedder, findLocalModel } from '../../src/memory/local-embedder.ts'
import { beginVectors, HEAD_CHARS, keepVectors, nextUnembedded } from '../../src/store/recall/vector-index.ts'
import type { ArmOptions } from './arms.ts'
import type { Conversation } from './conversation.ts'
import type { StoredConversation } from './store.ts'

const BATCH = 500

export interface Meanings {
  embed(stored: StoredConversation, conversation: Conversation): Promise<ArmOptions['meaningOf']>
  close(): Promise<void>
}

/** What lines and questions mean, by the local model. The small talk of all conversations is read once. */
export function createMeanings(): Meanings {
  const model = findLocalModel([])
  if (!model) throw new UsageError('--vectors needs the local model; docs/operating.md says how to install it.')
  const embedder = createLocalEmbedder(model)
  const known = new Map<string, Meaning>()

  async function learn(text: string): Promise<Meaning> {
    const head = text.slice(0, HEAD_CHARS)
    const before = known.get(head)
    if (before) return before
    const made = await embedder.embed([head], new AbortController().signal)
    if (made.status === 'failed') throw new Error(made.reason.en)
    const [meaning] = made.meanings
    if (!meaning) throw new Error('the local model gave no vector')
    known.set(head, meaning)
    return meaning
  }

  return {
    async embed({ db }, { questions }) {
      beginVectors(db, embedder.model)
      for (let lines = nextUnembedded(db, BATCH); lines.length > 0; lines = nextUnembedded(db, BATCH)) {
        const meanings: Meaning[] = []
        for (const { text } of lines) meanings.push(await learn(text))
        keepVectors(db, embedder.model, lines, meanings)
      }
      for (const { text } of questions) await learn(text)
      return (text) => known.get(text.slice(0, HEAD_CHARS))
    },
    close: embedder.close,
  }
}
