import type { Config } from '../config/config.ts'
import type { Meaning } from '../domain/recall.ts'
import { chooseEmbedder } from '../memory/choose-embedder.ts'
import { createUnderstand } from '../tasks/recall/understand.ts'

/** A command may wait for a model that has to be loaded first. */
const PATIENCE_MS = 10_000

/** What a text is about, for a command that ends afterwards; undefined where vectors are off, and said where they fail. */
export async function understandOnce(config: Config, dataDir: string, text: string): Promise<Meaning | undefined> {
  const chosen = chooseEmbedder(config, dataDir)
  if (chosen.status === 'off') return undefined
  if (chosen.status === 'missing') return byWords(chosen.sentence)
  const { embedder } = chosen
  try {
    const answer = await createUnderstand(embedder, AbortSignal.timeout(PATIENCE_MS), PATIENCE_MS)(text)
    return 'meaning' in answer ? answer.meaning : byWords(answer.reason)
  } finally {
    await embedder.close()
  }
}

function byWords(reason: string): undefined {
  console.error(`skein: found by words alone: ${reason}`)
}
