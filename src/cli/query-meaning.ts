import type { Config } from '../config/config.ts'
import type { Meaning } from '../domain/recall.ts'
import { chooseEmbedder } from '../memory/choose-embedder.ts'
import { type AnyText, textIn } from '../messages/localized.ts'
import { createQueryEmbedder } from '../tasks/recall/embedding.ts'

/** A command can wait longer than a chat, for example while a model is loaded. */
const PATIENCE_MS = 10_000

/** Computes the embedding of a query. Undefined if embeddings are off or fail. A failure is reported. */
export async function meaningOfQuery(config: Config, dataDir: string, text: string): Promise<Meaning | undefined> {
  const chosen = chooseEmbedder(config, dataDir)
  if (chosen.status === 'off') return undefined
  if (chosen.status === 'missing') return byWords(chosen.sentence)
  const { embedder } = chosen
  try {
    const answer = await createQueryEmbedder(embedder, AbortSignal.timeout(PATIENCE_MS), PATIENCE_MS)(text)
    return 'meaning' in answer ? answer.meaning : byWords(answer.reason)
  } finally {
    await embedder.close()
  }
}

function byWords(reason: AnyText): undefined {
  console.error(`skein: searching by words only: ${textIn(reason, 'en')}`)
}
