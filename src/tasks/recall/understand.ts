import type { Meaning } from '../../domain/recall.ts'
import type { Embedder } from '../../memory/embedder.ts'
import { HEAD_CHARS } from '../../store/recall/vector-index.ts'

export type Understood = { meaning: Meaning } | { reason: string }

/** What a question is about, in time or not at all: without it, its words are enough. */
export type Understand = (text: string, signal?: AbortSignal) => Promise<Understood>

/** People wait for what comes after. */
const PATIENCE_MS = 1000

export function createUnderstand(embedder: Embedder, stopping: AbortSignal, patienceMs = PATIENCE_MS): Understand {
  return async (text, signal = stopping) => {
    if (text.trim() === '') return { reason: 'there are no words to understand' }
    const soon = AbortSignal.any([stopping, signal, AbortSignal.timeout(patienceMs)])
    const embedded = await embedder.embed([text.slice(0, HEAD_CHARS)], soon)
    if (embedded.status === 'failed') return { reason: embedded.reason }
    const [meaning] = embedded.meanings
    return meaning ? { meaning } : { reason: 'nothing came back' }
  }
}

/** For those who need no reason. */
export async function meaningOf(
  understand: Understand | undefined,
  text: string,
  signal?: AbortSignal,
): Promise<Meaning | undefined> {
  const answer = await understand?.(text, signal)
  return answer && 'meaning' in answer ? answer.meaning : undefined
}
