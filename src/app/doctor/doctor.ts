import { type Config, secretsOf } from '../../config/config.ts'
import { readConfig } from '../../config/load.ts'
import { configWarnings } from '../../config/warning-messages.ts'
import { createScrubber } from '../../lib/text/secrets.ts'
import { machineZone } from '../../lib/time/machine-zone.ts'
import { type AnyText, mapText } from '../../messages/localized.ts'
import { describeStall, type Stall } from '../../tasks/health/stall-watch.ts'
import { examineClaude, examineContainment, examineProviders, examineSandbox } from './brains.ts'
import { examineMail, examineRooms, examineTelegramBot } from './channels.ts'
import { type Check, type CheckResult, reasonOf } from './check-rounds.ts'
import { doctorMessages as texts } from './doctor-messages.ts'
import { examineData, examineStore } from './store.ts'
import { examineVectors } from './vectors.ts'

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
