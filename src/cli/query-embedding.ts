import type { Config } from '../config/config.ts'
import type { Meaning } from '../domain/recall.ts'
import { chooseEmbedder } from '../memory/choose-embedder.ts'
import { type AnyText, textIn } from '../messages/localized.ts'
import { createQueryEmbedder } from '../tasks/recall/embedding.ts'

/** A command can wait longer than a chat, for example while a model is loaded. */
const TIMEOUT_MS = 10_000

/** Computes the embedding of a query. Undefined if embeddings are off or fail; a failure is printed. */
export async function embedQueryText(config: Config, dataDir: string, text: string): Promise<Meaning | undefined> {
  const choice = chooseEmbedder(config, dataDir)
  if (choice.status === 'off') return undefined
  if (choice.status === 'missing') return warnWordsOnly(choice.sentence)
  const { embedder } = choice
  try {
    const answer = await createQueryEmbedder(embedder, AbortSignal.timeout(TIMEOUT_MS), TIMEOUT_MS)(text)
    return 'meaning' in answer ? answer.meaning : warnWordsOnly(answer.reason)
  } finally {
    await embedder.close()
  }
}

function warnWordsOnly(reason: AnyText): undefined {
  console.error(`skein: searching by words only: ${textIn(reason, 'en')}`)
}
