import type { Meaning } from '../../domain/recall.ts'
import { reasonMessages } from '../../gateway/reason-messages.ts'
import { createWaker, sleep } from '../../lib/time/timers.ts'
import type { Embedded, Embedder } from '../../memory/embedder.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import {
  dropOtherPassageVectors,
  keepPassageVectors,
  nextUnembeddedPassages,
} from '../../store/library/library-vectors.ts'
import { beginVectors, HEAD_CHARS, keepVectors, nextUnembedded } from '../../store/recall/vector-index.ts'
import type { TaskDeps } from '../task-deps.ts'

export interface EmbeddingDeps {
  db: Database
  persist: TaskDeps['persist']
  embedder: Embedder
  log: { warn(fields: object, text: string): void; info(fields: object, text: string): void }
  trouble(sentence: AnyText): void
  pauses?: EmbeddingPauses
}

export interface EmbeddingPauses {
  /** How long to wait before looking for new messages without being woken. */
  idleMs: number
  /** The pause after the first failure. It doubles with each further one. */
  retryMs: number
  maxRetryMs: number
}

export interface Embedding {
  /** Runs until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** Call it after a new message. */
  wake(): void
}

const BATCH_SIZE = 32
/** The owner is told after this many failures in a row. */
const FAILURES_UNTIL_NOTICE = 3
const defaultPauses: EmbeddingPauses = { idleMs: 10_000, retryMs: 5_000, maxRetryMs: 600_000 }

/**
 * Computes the vector of every message in the background, in batches. The store knows which messages have none, so it
 * continues after a restart and also handles imported messages.
 */
export function createEmbedding({
  db,
  persist,
  embedder,
  log,
  trouble,
  pauses = defaultPauses,
}: EmbeddingDeps): Embedding {
  const waker = createWaker()
  return {
    wake: waker.wake,
    async run(signal) {
      for (let failures = 0; !signal.aborted; ) {
        const { model } = embedder
        if (!(await persist(() => beginVectors(db, model) && !dropOtherPassageVectors(db, model)))) {
          await sleep(0, signal)
          continue
        }
        const batch = nextBatch(db, embedder.model)
        if (!batch) {
          await waker.wait(pauses.idleMs, signal)
          continue
        }
        const result = await embedAll(embedder, batch.texts, signal)
        if (signal.aborted) return
        if (result.status === 'made') {
          await persist(() => batch.keep(result.meanings))
          if (failures > 0) log.info({ failures }, 'vectors are computed again')
          failures = 0
          continue
        }
        failures++
        log.warn({ failures, why: result.reason.en }, 'no vectors could be computed')
        if (failures === FAILURES_UNTIL_NOTICE) trouble(healthMessages.noEmbeddings(result.reason))
        const pause = Math.min(pauses.maxRetryMs, pauses.retryMs * 2 ** (failures - 1))
        // A new message does not shorten the pause.
        await sleep(Math.max(pause, result.waitMs ?? 0), signal)
      }
    },
  }
}

interface Batch {
  texts: string[]
  keep(meanings: (Meaning | undefined)[]): void
}

/** Messages come first, then the passages of the library. */
function nextBatch(db: Database, model: string): Batch | undefined {
  const lines = nextUnembedded(db, BATCH_SIZE)
  if (lines.length > 0)
    return { texts: lines.map(({ text }) => text), keep: (meanings) => keepVectors(db, model, lines, meanings) }
  const passages = nextUnembeddedPassages(db, BATCH_SIZE)
  if (passages.length === 0) return undefined
  return {
    texts: passages.map(({ text }) => text),
    keep: (meanings) => keepPassageVectors(db, model, passages, meanings),
  }
}

type EmbeddedTexts = { status: 'made'; meanings: (Meaning | undefined)[] } | Extract<Embedded, { status: 'failed' }>

/** If the service refuses a batch, each text is tried alone, so that one bad text does not block the others. */
async function embedAll(embedder: Embedder, texts: string[], signal: AbortSignal): Promise<EmbeddedTexts> {
  const together = await embedder.embed(texts, signal)
  if (together.status === 'made' || !together.refused) return together
  const meanings: (Meaning | undefined)[] = []
  for (const text of texts) {
    const alone = await embedder.embed([text], signal)
    if (alone.status === 'failed' && !alone.refused) return alone
    meanings.push(alone.status === 'made' ? alone.meanings[0] : undefined)
  }
  // A refused message is never tried again, so first make sure that the service works at all.
  const works = meanings.some(Boolean) || (await embedder.embed(['hello'], signal)).status === 'made'
  return works ? { status: 'made', meanings } : together
}

export type QueryMeaning = { meaning: Meaning } | { reason: AnyText }

/** Computes the embedding of a query within a short time. Without it, the search goes by words. */
export type EmbedQuery = (text: string, signal?: AbortSignal) => Promise<QueryMeaning>

/** How long to wait for the embedding, because a person waits for the result. */
const EMBEDDING_TIMEOUT_MS = 1000

export function createQueryEmbedder(
  embedder: Embedder,
  stopping: AbortSignal,
  timeoutMs = EMBEDDING_TIMEOUT_MS,
): EmbedQuery {
  return async (text, signal = stopping) => {
    if (text.trim() === '') return { reason: reasonMessages.found.noWords }
    const deadline = AbortSignal.any([stopping, signal, AbortSignal.timeout(timeoutMs)])
    const embedded = await embedder.embed([text.slice(0, HEAD_CHARS)], deadline)
    if (embedded.status === 'failed') return { reason: embedded.reason }
    const [meaning] = embedded.meanings
    return meaning ? { meaning } : { reason: reasonMessages.found.nothingBack }
  }
}

/** The same without the reason. */
export async function embedOrUndefined(
  embedQuery: EmbedQuery | undefined,
  text: string,
  signal?: AbortSignal,
): Promise<Meaning | undefined> {
  const answer = await embedQuery?.(text, signal)
  return answer && 'meaning' in answer ? answer.meaning : undefined
}
