import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, secretsOf } from '../../config/config.ts'
import { readConfig } from '../../config/load.ts'
import { configWarnings } from '../../config/warning-messages.ts'
import { createScrubber } from '../../lib/text/secrets.ts'
import { machineZone } from '../../lib/time/machine-zone.ts'
import { chooseEmbedder } from '../../memory/choose-embedder.ts'
import type { Embedder } from '../../memory/embedder.ts'
import { backupMessages } from '../../messages/backup-messages.ts'
import { type AnyText, joinTexts, type LocalizedText, mapText } from '../../messages/localized.ts'
import { openReadOnly } from '../../store/database.ts'
import { countVectors } from '../../store/recall/vector-index.ts'
import { loadVectors } from '../../store/recall/vectors.ts'
import { describeStall, type Stall } from '../../tasks/health/stall-watch.ts'
import { examineBackups, examineRehearsals } from './backups.ts'
import { examineClaude, examineContainment, examineProviders, examineSandbox } from './brains.ts'
import { examineMail, examineRooms, examineTelegramBot } from './channels.ts'
import { type Check, type CheckResult, reasonOf } from './check-rounds.ts'
import { doctorMessages as texts } from './doctor-messages.ts'
import { examineData, examineStore } from './store.ts'

export interface DoctorOptions {
  /** Undefined means the default file, which may not exist. */
  configFile: string | undefined
  dataDir: string
  env: NodeJS.ProcessEnv
  /** The longest stall of the running daemon, if known. */
  worstStall?(): { worstStall?: Stall }
}

/** The time limit of one check. */
const CHECK_TIMEOUT_MS = 60_000

/** All checks, for the command line and the page. They use the current file, which may differ from what is running. */
export function createChecks(options: DoctorOptions): Check[] {
  const { dataDir, env } = options
  const { config, results } = checkConfig(options)
  const scrubber = createScrubber()
  for (const secret of config ? secretsOf(config) : []) scrubber.add(secret)
  const scrub = (says: AnyText) => mapText(says, scrubber.scrub)
  const check = (
    what: AnyText,
    look: (signal: AbortSignal) => Promise<(CheckResult & { what?: AnyText })[]>,
  ): Check => ({
    what,
    async look(signal) {
      try {
        const bounded = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)])
        return (await look(bounded)).map((result) => ({ what, ...result, says: scrub(result.says) }))
      } catch (error) {
        return [{ what, verdict: 'bad', says: scrub(texts.notChecked(reasonOf(error))) }]
      }
    },
  })
  return [
    check('node', async () => [{ verdict: 'ok', says: process.version }]),
    check(texts.names.configuration, async () => results),
    check(texts.names.dataDirectory, async () => [examineData(dataDir)]),
    ...stallChecks(options).map((says) => check(texts.names.pauses, async () => [{ verdict: 'note', says }])),
    check(texts.names.store, (signal) => examineStore(dataDir, signal)),
    ...(config
      ? [
          check(backupMessages.check.backups, async () => [examineBackups(config, dataDir, new Date())]),
          check(backupMessages.check.rehearsal, async () => examineRehearsals(config, dataDir, new Date())),
          check(texts.names.claude, async (signal) => [await examineClaude(config, { dataDir, env }, signal)]),
          check(texts.names.providers, (signal) => examineProviders(config, env, signal)),
          check('Telegram', (signal) => examineTelegramBot(config, signal)),
          check('Nextcloud Talk', (signal) => examineRooms(config, dataDir, signal)),
          check(texts.names.mail, (signal) => examineMail(config, dataDir, signal)),
          check(texts.names.vectors, (signal) => examineVectors(config, dataDir, signal)),
        ]
      : []),
    check('bwrap', async (signal) => [await examineContainment(env, signal)]),
    ...(config
      ? [check(texts.names.cliTools, async (signal) => [await examineSandbox(config, { dataDir, env }, signal)])]
      : []),
  ]
}

function stallChecks({ worstStall }: DoctorOptions): AnyText[] {
  const stall = worstStall?.().worstStall
  return stall ? [describeStall(stall, machineZone())] : []
}

function checkConfig({ configFile, dataDir, env }: DoctorOptions): { config?: Config; results: CheckResult[] } {
  try {
    const config = readConfig({ configFile, dataDir }, env)
    const warnings = config.warnings.map((says): CheckResult => ({ verdict: 'note', says }))
    return { config, results: [{ verdict: 'ok', says: config.file ?? configWarnings.noFile }, ...warnings] }
  } catch (error) {
    return { results: [{ verdict: 'bad', says: reasonOf(error) }] }
  }
}

const ASK_MS = 10_000

/** Checks that the embedding service of `[recall]` answers. No finding if vectors are off. */
async function examineVectors(config: Config, dataDir: string, signal: AbortSignal): Promise<CheckResult[]> {
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
