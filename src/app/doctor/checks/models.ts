import type { Config } from '../../../config/config.ts'
import { systemClock } from '../../../lib/time/clock.ts'
import { type AnyText, joinTexts } from '../../../messages/localized.ts'
import { claudeOptions } from '../../../spawner/claude/options.ts'
import { type Probe, probeClaude } from '../../../spawner/claude/probe.ts'
import { describeBrainTrouble } from '../../../tasks/reports/overview.ts'
import { connectMessages } from '../../connect/connect-messages.ts'
import { bad, type CheckResult, check, configCheck, modelCheck, note, ok, within } from '../check.ts'
import type { Subject } from '../subject.ts'
import { compareTested, testedClaude } from '../tested-versions.ts'
import { chatServiceMessages } from '../words/chat-service-messages.ts'
import { modelMessages as texts } from '../words/model-messages.ts'

const PROBE_MS = 10_000
const INSTALL_CLAUDE = 'npm install -g @anthropic-ai/claude-code'

const claude = modelCheck('models.claude', texts.claude, async (config, subject, signal) => {
  const probe = await askClaude(config, subject, signal)
  if (probe.status === 'ready') return ok(connectMessages.cliReady(probe.version))
  const isWanted = config.brain.default === 'claude' || config.brain.failover.includes('claude')
  const step = probe.status === 'missing' ? `${INSTALL_CLAUDE} && ${texts.claude.setUp.en}` : texts.claude.setUp
  return (isWanted ? bad : note)(probe.sentence, step)
})

const claudeVersion = modelCheck('models.claude-version', texts.claudeVersion, async (config, subject, signal) => {
  const probe = await askClaude(config, subject, signal)
  if (probe.status !== 'ready') return undefined
  const { oldest, newest } = testedClaude
  const compared = compareTested(probe.version, testedClaude)
  if (compared === 'tested') return ok(probe.version)
  const says = chatServiceMessages.neverTested(probe.version, texts.claudeVersion.range(oldest, newest))
  return note(says, compared === 'older' ? INSTALL_CLAUDE : texts.claudeVersion.wait)
})

const answering = configCheck('models.default', texts.answering, async (config, subject, signal) => {
  const wanted = config.brain.default
  const running = await subject.daemon()
  const name = running?.brain.name ?? wanted ?? (await firstModel(config, subject, signal))
  if (name === undefined) return undefined
  return name === 'demo' ? note(texts.answering.demo, texts.answering.setUp) : ok(name)
})

async function firstModel(config: Config, subject: Subject, signal: AbortSignal): Promise<string | undefined> {
  if (!subject.runsModels) return undefined
  if ((await askClaude(config, subject, signal)).status === 'ready') return 'claude'
  return Object.keys(config.providers)[0] ?? 'demo'
}

function askClaude(config: Config, { dataDir, env, once }: Subject, signal: AbortSignal): Promise<Probe> {
  return once('claude', () => probeClaude(claudeOptions(config, dataDir, env), signal))
}

/** What the running daemon experienced when it last asked the model. */
const trouble = check('models.trouble', texts.trouble, async ({ daemon, machine }) => {
  const running = await daemon()
  if (!running) return undefined
  if (!running.brain.trouble) return ok(running.brain.name)
  const reader = { now: machine.now(), timezone: machine.zone, prefix: '/' } as const
  return bad(describeBrainTrouble(running.brain.trouble, reader), texts.trouble.status)
})

/** Without calling a model. */
const providers = modelCheck('models.providers', texts.providers, async (config, _subject, signal) => {
  const names = Object.keys(config.providers)
  if (names.length === 0) return undefined
  const { openProviders } = await import('../../native.ts')
  const standard = config.brain.default === 'native' ? (config.native.provider ?? names[0]) : config.brain.default
  const each = openProviders(config, systemClock).map(async ({ name, modelFor, probe }): Promise<CheckResult> => {
    const problem = await probe(within(PROBE_MS, signal))
    const what = texts.providers.one(name)
    if (problem === undefined) return { what, ...ok(texts.providers.ready(modelFor('general') ?? '')) }
    const isWanted = name === standard || config.brain.failover.includes(name)
    return { what, ...(isWanted ? bad : note)(problem, texts.providers.setUp) }
  })
  return Promise.all(each)
})

/** Connects to the MCP servers as the daemon would, and disconnects again. */
const tools = modelCheck('models.tools', texts.tools, async (config, { env }, signal) => {
  if (Object.keys(config.providers).length === 0 && Object.keys(config.mcp).length === 0) return undefined
  const { openNativeTools } = await import('../../native-tools.ts')
  const problems: AnyText[] = []
  const report = (sentence: AnyText) => void problems.push(sentence)
  const log = { info() {}, warn() {} }
  const opened = openNativeTools({ config, clock: systemClock, log, env, trouble: report })
  try {
    const found = await opened.list(within(PROBE_MS, signal))
    const names = texts.tools.list(found.map(({ name }) => name))
    return problems.length === 0 ? ok(names) : note(joinTexts([names, ...problems], ' '), texts.tools.correct)
  } finally {
    await opened.close()
  }
})

export const modelChecks = [claude, claudeVersion, answering, trouble, providers, tools]
