import type { Config } from '../config/config.ts'
import { chooseEmbedder } from '../memory/choose-embedder.ts'
import { healthMessages } from '../messages/health-messages.ts'
import type { AnyText } from '../messages/localized.ts'
import { loadVectors } from '../store/recall/vectors.ts'
import { createEmbedding, type Embedding } from '../tasks/recall/embedding.ts'
import { createUnderstand, type Understand } from '../tasks/recall/understand.ts'
import type { Road } from '../tasks/road.ts'

export interface Vectors extends Embedding {
  /** Undefined where vectors are off. */
  understand: Understand | undefined
  close(): Promise<void>
}

export interface OpenVectorsDeps extends Pick<Road, 'db' | 'log' | 'persist'> {
  config: Config
  dataDir: string
  trouble(sentence: AnyText): void
}

/** Vectors as they are configured. What they need and is not there costs them alone: words find as before. */
export function openVectors(deps: OpenVectorsDeps, signal: AbortSignal): Vectors {
  const { db, log, persist, trouble } = deps
  const chosen = chooseEmbedder(deps.config, deps.dataDir)
  if (chosen.status === 'off') return none
  if (chosen.status === 'missing') {
    trouble(healthMessages.noVectors(chosen.sentence))
    return none
  }
  const { problem } = loadVectors(db)
  if (problem !== undefined) {
    trouble(healthMessages.noVectorSearch(problem))
    return none
  }
  const { embedder } = chosen
  return {
    ...createEmbedding({ db, log, persist, trouble, embedder }),
    understand: createUnderstand(embedder, signal),
    close: embedder.close,
  }
}

const none: Vectors = { understand: undefined, run: async () => {}, wake: () => {}, close: async () => {} }
