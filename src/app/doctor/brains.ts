import type { Config } from '../../config/config.ts'
import { findContainment } from '../../lib/process-tree.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { probeClaude } from '../../spawner/claude/probe.ts'
import { findSandbox, type Sandbox, type SandboxOptions, sandboxOptions } from '../../spawner/claude/sandbox.ts'
import type { CheckResult, Finding } from './check-rounds.ts'

interface DoctorPaths {
  dataDir: string
  env: NodeJS.ProcessEnv
}

export async function examineClaude(
  config: Config,
  { dataDir, env }: DoctorPaths,
  signal: AbortSignal,
): Promise<CheckResult> {
  const probe = await probeClaude(claudeOptions(config, dataDir, env), signal)
  if (probe.status === 'ready') return { verdict: 'ok', says: `version ${probe.version}, with a credential` }
  return { verdict: config.brain.default === 'claude' ? 'bad' : 'note', says: probe.sentence }
}

export async function examineContainment(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<CheckResult> {
  const containment = await findContainment(env.PATH ?? '', signal)
  if (containment === 'bwrap') return { verdict: 'ok', says: 'works' }
  return {
    verdict: 'note',
    says: 'missing or not permitted; install bubblewrap to sandbox what the CLI starts',
  }
}

export async function examineSandbox(
  config: Config,
  { dataDir, env }: DoctorPaths,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { command, tools } = config.brain.claude
  if (tools.length === 0) return { verdict: 'ok', says: 'off in the configuration' }
  const options = sandboxOptions(claudeOptions(config, dataDir, env))
  const found = await findSandbox(command, options, signal)
  return 'sandbox' in found
    ? { verdict: 'ok', says: `${tools.join(', ')}, ${describeSandbox(found.sandbox, options)}` }
    : { verdict: 'note', says: `off, because there is no sandbox: ${found.missing}` }
}

function describeSandbox({ account }: Sandbox, { limits, network }: SandboxOptions): string {
  const user = account ? `user ${account.uid}, because Skein runs as root` : 'the user of Skein'
  const limitsPerProcess = `${limits.memoryMb} MB and ${limits.cpuSeconds} s of processor time for each process of a command`
  return `in a sandbox, as ${user}; ${limitsPerProcess}, at most ${limits.processes} of them, ${network ? 'with' : 'without'} the network`
}

const PROBE_MS = 10_000

/** Checks each provider without calling a model, and lists the tools of its models. */
export async function examineProviders(
  config: Config,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Finding[]> {
  const names = Object.keys(config.providers)
  if (names.length === 0) return []
  const { openProviders } = await import('../native.ts')
  const defaultProvider =
    config.brain.default === 'native' ? (config.native.provider ?? names[0]) : config.brain.default
  const each = openProviders(config, systemClock).map(async ({ name, modelFor, probe }): Promise<Finding> => {
    const problem = await probe(within(signal))
    const what = `provider ${name}`
    if (problem === undefined) return { what, verdict: 'ok', says: `reachable, with the model ${modelFor('general')}` }
    return { what, verdict: name === defaultProvider ? 'bad' : 'note', says: problem }
  })
  return [...(await Promise.all(each)), await examineTools(config, env, signal)]
}

/** Connects to the servers as the daemon would, and disconnects again. */
async function examineTools(config: Config, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Finding> {
  const { openNativeTools } = await import('../native-tools.ts')
  const problems: string[] = []
  const trouble = (sentence: AnyText) => void problems.push(textIn(sentence, 'en'))
  const log = { info() {}, warn() {} }
  const tools = openNativeTools({ config, clock: systemClock, log, env, trouble })
  try {
    const found = await tools.list(within(signal))
    const names = found.map(({ name }) => name).join(', ') || 'none'
    return {
      what: "the providers' tools",
      verdict: problems.length === 0 ? 'ok' : 'note',
      says: [`${names}.`, ...problems].join(' '),
    }
  } finally {
    await tools.close()
  }
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)])
}
