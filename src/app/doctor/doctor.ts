import { type Config, secretsOf } from '../../config/config.ts'
import { readConfig } from '../../config/load.ts'
import { createScrubber } from '../../lib/text/secrets.ts'
import { machineZone } from '../../lib/time/machine-zone.ts'
import { describeStall, type Stall } from '../../tasks/health/stall-watch.ts'
import { examineClaude, examineContainment, examineProviders, examineSandbox } from './brains.ts'
import { examineMail, examineRooms, examineTelegramBot } from './channels.ts'
import { type Check, type CheckResult, reasonOf } from './check-rounds.ts'
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
export function checksOf(patient: DoctorOptions): Check[] {
  const { dataDir, env } = patient
  const { config, found } = findConfig(patient)
  const scrubber = createScrubber()
  for (const secret of config ? secretsOf(config) : []) scrubber.add(secret)
  const check = (what: string, look: (signal: AbortSignal) => Promise<(CheckResult & { what?: string })[]>): Check => ({
    what,
    async look(signal) {
      try {
        const bounded = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)])
        return (await look(bounded)).map((one) => ({ what, ...one, says: scrubber.scrub(one.says) }))
      } catch (error) {
        return [{ what, verdict: 'bad', says: `could not be checked: ${scrubber.scrub(reasonOf(error))}` }]
      }
    },
  })
  return [
    check('node', async () => [{ verdict: 'ok', says: process.version }]),
    check('configuration', async () => found),
    check('data directory', async () => [examineData(dataDir)]),
    ...stallChecks(patient).map(({ what, says }) => check(what, async () => [{ verdict: 'note', says }])),
    check('store', (signal) => examineStore(dataDir, signal)),
    ...(config
      ? [
          check('claude CLI', async (signal) => [await examineClaude(config, { dataDir, env }, signal)]),
          check('providers', (signal) => examineProviders(config, env, signal)),
          check('Telegram', (signal) => examineTelegramBot(config, signal)),
          check('Nextcloud Talk', (signal) => examineRooms(config, dataDir, signal)),
          check('mail', (signal) => examineMail(config, dataDir, signal)),
          check('vectors', (signal) => examineVectors(config, dataDir, signal)),
        ]
      : []),
    check('bwrap', async (signal) => [await examineContainment(env, signal)]),
    ...(config
      ? [check("the CLI's tools", async (signal) => [await examineSandbox(config, { dataDir, env }, signal)])]
      : []),
  ]
}

function stallChecks({ worstStall }: DoctorOptions): { what: string; says: string }[] {
  const { worstStall: worst } = worstStall?.() ?? {}
  return worst ? [{ what: 'pauses', says: describeStall(worst, machineZone()).en }] : []
}

function findConfig({ configFile, dataDir, env }: DoctorOptions): { config?: Config; found: CheckResult[] } {
  try {
    const config = readConfig({ configFile, dataDir }, env)
    const warnings = config.warnings.map((says): CheckResult => ({ verdict: 'note', says }))
    return { config, found: [{ verdict: 'ok', says: config.file ?? 'none, the defaults hold' }, ...warnings] }
  } catch (error) {
    return { found: [{ verdict: 'bad', says: reasonOf(error) }] }
  }
}
