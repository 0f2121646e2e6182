import type { Config } from '../config/config.ts'
import { chooseEmbedder } from '../memory/choose-embedder.ts'
import { healthMessages } from '../messages/health-messages.ts'
import type { AnyText } from '../messages/localized.ts'
import { loadVectors } from '../store/recall/vectors.ts'
import { createEmbedding, createQueryEmbedder, type Embedding, type EmbedQuery } from '../tasks/recall/embedding.ts'
import type { TaskDeps } from '../tasks/task-deps.ts'

export interface Vectors extends Embedding {
  /** Undefined if vectors are off. */
  embedQuery: EmbedQuery | undefined
  close(): Promise<void>
}

export interface OpenVectorsDeps extends Pick<TaskDeps, 'db' | 'log' | 'persist'> {
  config: Config
  dataDir: string
  trouble(sentence: AnyText): void
}

/** Opens vectors as configured. If something is missing, only the search by meaning is off. */
export function openVectors(deps: OpenVectorsDeps, signal: AbortSignal): Vectors {
  const { db, log, persist, trouble } = deps
  const chosen = chooseEmbedder(deps.config, deps.dataDir)
  if (chosen.status === 'off') return vectorsOff
  if (chosen.status === 'missing') {
    trouble(healthMessages.noVectors(chosen.sentence))
    return vectorsOff
  }
  const { problem } = loadVectors(db)
  if (problem !== undefined) {
    trouble(healthMessages.noVectorSearch(problem))
    return vectorsOff
  }
  const { embedder } = chosen
  return {
    ...createEmbedding({ db, log, persist, trouble, embedder }),
    embedQuery: createQueryEmbedder(embedder, signal),
    close: embedder.close,
  }
}

const vectorsOff: Vectors = { embedQuery: undefined, run: async () => {}, wake: () => {}, close: async () => {} }
