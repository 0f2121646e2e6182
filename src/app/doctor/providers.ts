import type { Config } from '../../config/config.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import type { Finding } from './finding.ts'

const ASK_MS = 10_000

/** Each provider, without a call to a model, and what its models can use here. */
export async function examineProviders(
  config: Config,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Finding[]> {
  const names = Object.keys(config.providers)
  if (names.length === 0) return []
  const { openProviders } = await import('../native.ts')
  const wanted = config.brain.default === 'native' ? (config.native.provider ?? names[0]) : config.brain.default
  const each = openProviders(config, systemClock).map(async ({ name, modelFor, probe }): Promise<Finding> => {
    const problem = await probe(within(signal))
    const what = `provider ${name}`
    if (problem === undefined) return { what, verdict: 'ok', says: `reachable, with the model ${modelFor('general')}` }
    return { what, verdict: name === wanted ? 'bad' : 'note', says: problem }
  })
  return [...(await Promise.all(each)), await examineTools(config, env, signal)]
}

/** Servers are connected to, as the daemon would, and left again. */
async function examineTools(config: Config, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Finding> {
  const { openNativeTools } = await import('../native-tools.ts')
  const troubles: string[] = []
  const trouble = (sentence: AnyText) => void troubles.push(textIn(sentence, 'en'))
  const log = { info() {}, warn() {} }
  const tools = openNativeTools({ config, clock: systemClock, log, env, trouble })
  try {
    const found = await tools.list(within(signal))
    const names = found.map(({ name }) => name).join(', ') || 'none'
    return {
      what: "the providers' tools",
      verdict: troubles.length === 0 ? 'ok' : 'note',
      says: [`${names}.`, ...troubles].join(' '),
    }
  } finally {
    await tools.close()
  }
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
}
