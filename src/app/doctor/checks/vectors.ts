import { join } from 'node:path'
import { chooseEmbedder } from '../../../memory/choose-embedder.ts'
import { openReadOnly } from '../../../store/database.ts'
import { countVectors } from '../../../store/recall/vector-index.ts'
import { loadVectors } from '../../../store/recall/vectors.ts'
import { bad, configCheck, note, ok, within } from '../check.ts'
import { modelMessages } from '../words/model-messages.ts'

const { vectors: texts } = modelMessages
const ASK_MS = 10_000

/** Checks that the embedding model of `[recall]` answers, and what is stored of it. No finding if vectors are off. */
const vectors = configCheck('models.vectors', texts, async (config, { dataDir, store }, signal) => {
  const chosen = chooseEmbedder(config, dataDir)
  const nextStep = config.recall.vectors === 'local' ? texts.installModel : texts.checkService
  if (chosen.status === 'off') return undefined
  if (chosen.status === 'missing') return bad(chosen.sentence, nextStep)
  const { embedder } = chosen
  const answer = await embedder.embed(['hello'], within(ASK_MS, signal))
  await embedder.close()
  if (answer.status === 'failed') return bad(answer.reason, nextStep)
  const dimension = answer.meanings[0]?.vector.length ?? 0
  const works = texts.modelWorks(embedder.model, dimension)
  const stored = store.status === 'missing' ? undefined : readStored(join(dataDir, 'skein.db'))
  if (typeof stored === 'string') return bad(texts.noComparison(stored), texts.reinstall)
  if (!stored) return ok(texts.noVectorsYet(works))
  if (stored.model !== embedder.model || (stored.dimension !== 0 && stored.dimension !== dimension))
    return note(texts.otherVectors(works, stored), texts.restart)
  return ok(texts.haveVectors(works, stored.lines))
})

/** Undefined if there are no vectors yet; a text if there is a problem. */
function readStored(file: string): ReturnType<typeof countVectors> | string {
  const db = openReadOnly(file)
  try {
    // A store of an older version has no table for vectors until the new version starts.
    const known = db.statement("SELECT 1 FROM sqlite_master WHERE name = 'vector_model'").get()
    return loadVectors(db).problem ?? (known === undefined ? undefined : countVectors(db))
  } finally {
    db.close()
  }
}

export const vectorChecks = [vectors]
