import type { Config } from '../../config/config.ts'
import { findContainment } from '../../lib/process-tree.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { type AnyText, joinTexts } from '../../messages/localized.ts'
import { claudeOptions } from '../../spawner/claude/options.ts'
import { probeClaude } from '../../spawner/claude/probe.ts'
import { findSandbox, sandboxOptions } from '../../spawner/claude/sandbox.ts'
import { connectMessages } from '../connect/connect-messages.ts'
import type { CheckResult, Finding } from './check-rounds.ts'
import { doctorMessages as texts } from './doctor-messages.ts'

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
  if (probe.status === 'ready') return { verdict: 'ok', says: connectMessages.cliReady(probe.version) }
  return { verdict: config.brain.default === 'claude' ? 'bad' : 'note', says: probe.sentence }
}

export async function examineContainment(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<CheckResult> {
  const containment = await findContainment(env.PATH ?? '', signal)
  if (containment === 'bwrap') return { verdict: 'ok', says: texts.works }
  return { verdict: 'note', says: texts.noContainment }
}

export async function examineSandbox(
  config: Config,
  { dataDir, env }: DoctorPaths,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { command, tools } = config.brain.claude
  if (tools.length === 0) return { verdict: 'ok', says: texts.toolsOff }
  const options = sandboxOptions(claudeOptions(config, dataDir, env))
  const found = await findSandbox(command, options, signal)
  if ('missing' in found) return { verdict: 'note', says: texts.noSandbox(found.missing) }
  const { limits, network } = options
  return { verdict: 'ok', says: texts.sandboxed({ tools, uid: found.sandbox.account?.uid, ...limits, network }) }
}

const PROBE_TIMEOUT_MS = 10_000

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
    const problem = await probe(withProbeTimeout(signal))
    const what = texts.names.provider(name)
    if (problem === undefined) return { what, verdict: 'ok', says: texts.providerReady(modelFor('general') ?? '') }
    return { what, verdict: name === defaultProvider ? 'bad' : 'note', says: problem }
  })
  return [...(await Promise.all(each)), await examineTools(config, env, signal)]
}

/** Connects to the servers as the daemon would, and disconnects again. */
async function examineTools(config: Config, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Finding> {
  const { openNativeTools } = await import('../native-tools.ts')
  const problems: AnyText[] = []
  const trouble = (sentence: AnyText) => void problems.push(sentence)
  const log = { info() {}, warn() {} }
  const tools = openNativeTools({ config, clock: systemClock, log, env, trouble })
  try {
    const found = await tools.list(withProbeTimeout(signal))
    const names = texts.tools(found.map(({ name }) => name))
    return {
      what: texts.names.providerTools,
      verdict: problems.length === 0 ? 'ok' : 'note',
      says: joinTexts([names, ...problems], ' '),
    }
  } finally {
    await tools.close()
  }
}

function withProbeTimeout(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])
}
