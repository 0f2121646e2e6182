import type { Config } from '../config/config.ts'
import { chooseEmbedder } from '../memory/choose-embedder.ts'
import { loadVectors } from '../store/recall/vectors.ts'
import { createEmbedding, type Embedding } from '../tasks/recall/embedding.ts'
import { createUnderstand, type Understand } from '../tasks/recall/understand.ts'
import type { Road } from '../tasks/road.ts'

export interface Vectors extends Embedding {
  /** Undefined where vectors are off. */
  understand: Understand | undefined
  close(): Promise<void>
}

export interface OpenVectorsDeps extends Road {
  config: Config
  dataDir: string
  trouble(sentence: string): void
}

/** Vectors as they are configured. What they need and is not there costs them alone: words find as before. */
export function openVectors(deps: OpenVectorsDeps, signal: AbortSignal): Vectors {
  const chosen = chooseEmbedder(deps.config, deps.dataDir)
  if (chosen.status === 'off') return none
  if (chosen.status === 'missing') {
    deps.trouble(`${chosen.sentence} Then start Skein again. Until then I find lines by their words only.`)
    return none
  }
  const { problem } = loadVectors(deps.db)
  if (problem !== undefined) {
    deps.trouble(`I find lines by their words only: SQLite cannot compare vectors here (${problem}).`)
    return none
  }
  const { embedder } = chosen
  return {
    ...createEmbedding({ ...deps, embedder }),
    understand: createUnderstand(embedder, signal),
    close: embedder.close,
  }
}

const none: Vectors = { understand: undefined, run: async () => {}, wake: () => {}, close: async () => {} }
