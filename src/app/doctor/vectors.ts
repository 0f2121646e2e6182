import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { chooseEmbedder } from '../../memory/choose-embedder.ts'
import type { Embedder } from '../../memory/embedder.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { openReadOnly } from '../../store/database.ts'
import { countVectors } from '../../store/recall/vector-index.ts'
import { loadVectors } from '../../store/recall/vectors.ts'
import type { CheckResult } from './check-rounds.ts'
import { doctorMessages as texts } from './doctor-messages.ts'

const ASK_MS = 10_000

/** Checks that the embedding service of `[recall]` answers. No finding if vectors are off. */
export async function examineVectors(config: Config, dataDir: string, signal: AbortSignal): Promise<CheckResult[]> {
  const chosen = chooseEmbedder(config, dataDir)
  if (chosen.status === 'off') return []
  if (chosen.status === 'missing') return [{ verdict: 'bad', says: chosen.sentence }]
  return [await tryOut(chosen.embedder, config, dataDir, AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]))]
}

async function tryOut(embedder: Embedder, config: Config, dataDir: string, signal: AbortSignal): Promise<CheckResult> {
  const answer = await embedder.embed(['hello'], signal)
  await embedder.close()
  if (answer.status === 'failed') return { verdict: 'bad', says: joinTexts([answer.reason, nextStep(config)], '; ') }
  const dimension = answer.meanings[0]?.vector.length ?? 0
  const stored = readStored(join(dataDir, 'skein.db'))
  if (typeof stored === 'string') return { verdict: 'bad', says: texts.noComparison(stored) }
  const works = texts.modelWorks(embedder.model, dimension)
  if (!stored) return { verdict: 'ok', says: texts.noVectorsYet(works) }
  if (stored.model !== embedder.model || (stored.dimension !== 0 && stored.dimension !== dimension))
    return { verdict: 'note', says: texts.otherVectors(works, stored) }
  return { verdict: 'ok', says: texts.haveVectors(works, stored.lines) }
}

/** Undefined if there are no vectors yet; a text if there is a problem. */
function readStored(file: string): ReturnType<typeof countVectors> | string {
  if (!existsSync(file)) return undefined
  const db = openReadOnly(file)
  try {
    // A store of an older version has no table for vectors until the new version starts.
    const known = db.statement("SELECT 1 FROM sqlite_master WHERE name = 'vector_model'").get()
    return loadVectors(db).problem ?? (known === undefined ? undefined : countVectors(db))
  } finally {
    db.close()
  }
}

function nextStep({ recall }: Config): LocalizedText {
  return recall.vectors === 'local' ? texts.installModel : texts.checkService
}
