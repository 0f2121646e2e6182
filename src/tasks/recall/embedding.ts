import type { Meaning } from '../../domain/recall.ts'
import { createWake, sleep } from '../../lib/time/timers.ts'
import type { Embedded, Embedder } from '../../memory/embedder.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import type { AnyText, LocalizedText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import {
  beginVectors,
  HEAD_CHARS,
  keepVectors,
  nextUnembedded,
  type Unembedded,
} from '../../store/recall/vector-index.ts'
import type { TaskDeps } from '../task-deps.ts'

export interface EmbeddingDeps {
  db: Database
  persist: TaskDeps['persist']
  embedder: Embedder
  log: { warn(fields: object, text: string): void; info(fields: object, text: string): void }
  /** Tells the owner. */
  trouble(sentence: AnyText): void
  pauses?: EmbeddingPauses
}

export interface EmbeddingPauses {
  /** Between two looks when nobody said that there is something new. */
  idleMs: number
  /** After the first failure; doubled with each that follows. */
  retryMs: number
  mostMs: number
}

export interface Embedding {
  /** Until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
  /** Something was said. */
  wake(): void
}

const BATCH_SIZE = 32
/** A service that stumbles once or twice is nobody's trouble. */
const FAILURES_UNTIL_TOLD = 3
const defaultPauses: EmbeddingPauses = { idleMs: 10_000, retryMs: 5_000, mostMs: 600_000 }

/**
 * Gives every line its vector, some at a time and after the fact: nobody waits for it. Where it stopped is in the store,
 * so that it goes on there after a restart; what was imported is found in the same way.
 */
export function createEmbedding({
  db,
  persist,
  embedder,
  log,
  trouble,
  pauses = defaultPauses,
}: EmbeddingDeps): Embedding {
  const wake = createWake()
  return {
    wake: wake.ring,
    async run(signal) {
      for (let failures = 0; !signal.aborted; ) {
        if (!(await persist(() => beginVectors(db, embedder.model)))) {
          await sleep(0, signal)
          continue
        }
        const lines = nextUnembedded(db, BATCH_SIZE)
        if (lines.length === 0) {
          await wake.wait(pauses.idleMs, signal)
          continue
        }
        const made = await embedAll(embedder, lines, signal)
        if (signal.aborted) return
        if (made.status === 'made') {
          await persist(() => keepVectors(db, embedder.model, lines, made.meanings))
          if (failures > 0) log.info({ failures }, 'vectors are made again')
          failures = 0
          continue
        }
        failures++
        log.warn({ failures, why: made.reason }, 'no vectors were made')
        if (failures === FAILURES_UNTIL_TOLD) trouble(sentence(made.reason))
        const pause = Math.min(pauses.mostMs, pauses.retryMs * 2 ** (failures - 1))
        // A new line is no reason to ask again sooner.
        await sleep(Math.max(pause, made.waitMs ?? 0), signal)
      }
    },
  }
}

type Made = { status: 'made'; meanings: (Meaning | undefined)[] } | Extract<Embedded, { status: 'failed' }>

/** One text that is not wanted must not keep the others from being understood: then each is asked for alone. */
async function embedAll(embedder: Embedder, lines: Unembedded[], signal: AbortSignal): Promise<Made> {
  const texts = lines.map(({ text }) => text)
  const together = await embedder.embed(texts, signal)
  if (together.status === 'made' || !together.refused) return together
  const meanings: (Meaning | undefined)[] = []
  for (const text of texts) {
    const alone = await embedder.embed([text], signal)
    if (alone.status === 'failed' && !alone.refused) return alone
    meanings.push(alone.status === 'made' ? alone.meanings[0] : undefined)
  }
  // Giving a line up is for good. A service that does not even want this word is set up wrongly.
  const works = meanings.some(Boolean) || (await embedder.embed(['hello'], signal)).status === 'made'
  return works ? { status: 'made', meanings } : together
}

function sentence(reason: string): LocalizedText {
  return healthMessages.noEmbeddings(reason)
}

export type QueryMeaning = { meaning: Meaning } | { reason: string }

/** What a question is about, in time or not at all: without it, its words are enough. */
export type EmbedQuery = (text: string, signal?: AbortSignal) => Promise<QueryMeaning>

/** People wait for what comes after. */
const EMBEDDING_TIMEOUT_MS = 1000

export function createQueryEmbedder(
  embedder: Embedder,
  stopping: AbortSignal,
  patienceMs = EMBEDDING_TIMEOUT_MS,
): EmbedQuery {
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
  understand: EmbedQuery | undefined,
  text: string,
  signal?: AbortSignal,
): Promise<Meaning | undefined> {
  const answer = await understand?.(text, signal)
  return answer && 'meaning' in answer ? answer.meaning : undefined
}
