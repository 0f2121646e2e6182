import type { Command } from 'commander'
import type { RunningDaemon } from '../../../app/connect/connection.ts'
import { createConnections } from '../../../app/connect/connections.ts'
import { readConfig } from '../../../config/load.ts'
import { systemClock } from '../../../lib/time/clock.ts'
import { ownAccounts } from '../../../store/people/people.ts'
import { calls } from '../../../web/control/calls.ts'
import { connectDaemon, type Daemon, isRunning } from '../../daemon.ts'
import { type GlobalOptions, toJson } from '../../global-options.ts'
import { INTERRUPTED, printTo, type Terminal } from '../../prompts.ts'
import { withStoreToRead } from '../../store.ts'
import type { Wizard, WizardFlags } from './wizard-context.ts'
import { createWizardPrompts, LeftError, type WizardLines } from './wizard-prompts.ts'

export interface WizardDeps {
  env: NodeJS.ProcessEnv
  terminal: Terminal
  command: Command
}

/** Runs some steps of the wizard. When the person leaves, it says what was saved. */
export async function withWizard(
  globals: GlobalOptions,
  flags: WizardFlags,
  { env, terminal, command }: WizardDeps,
  work: (wizard: Wizard, daemon: Daemon | undefined) => Promise<void>,
): Promise<void> {
  const leaving = new AbortController()
  const onInterrupt = () => leaving.abort()
  // A Ctrl-C that arrives together with Enter: the question has its answer by then, and Node gets no signal.
  const onKey = (_typed: string | undefined, key: { ctrl?: boolean; name?: string }) => {
    if (key.ctrl && key.name === 'c') setImmediate(onInterrupt)
  }
  const daemon = connectDaemon(globals.dataDir)
  const running = (await isRunning(daemon)) ? daemon : undefined
  const wizard = await openWizard(globals, flags, { env, terminal, command, signal: leaving.signal, running })
  const { prompts, results } = wizard
  process.on('SIGINT', onInterrupt)
  process.stdin.on('keypress', onKey)
  try {
    await work(wizard, running)
  } catch (error) {
    if (!(error instanceof LeftError) && !leaving.signal.aborted) throw error
    const saved = results.filter(({ state }) => state === 'set').map(({ step }) => nameOfStep(step))
    const what = saved.length === 0 ? 'Nothing was changed.' : `Saved so far: ${saved.join(', ')}.`
    const words = `${what} Run "skein ${commandPath(command)}" again to go on.`
    if (prompts) prompts.left(words)
    else terminal.output.write(`${words}\n`)
    process.exitCode = INTERRUPTED
  } finally {
    process.off('SIGINT', onInterrupt)
    process.stdin.off('keypress', onKey)
    if (globals.json) console.log(toJson({ steps: results }))
  }
}

/** Names of steps for people. */
export function nameOfStep(step: string): string {
  return stepNames[step] ?? step
}

const stepNames: Record<string, string> = {
  brain: 'model',
  telegram: 'Telegram',
  talk: 'Nextcloud Talk',
  email: 'email',
  timezone: 'time zone',
}

function commandPath(command: Command): string {
  const parent = command.parent
  return parent?.parent ? `${commandPath(parent)} ${command.name()}` : command.name()
}

interface OpenDeps extends WizardDeps {
  signal: AbortSignal
  /** The running daemon. */
  running: Daemon | undefined
}

async function openWizard(
  globals: GlobalOptions,
  flags: WizardFlags,
  { env, terminal, signal, running }: OpenDeps,
): Promise<Wizard> {
  const { configFile, dataDir } = globals
  const config = () => readConfig(globals, env)
  const prompts = process.stdin.isTTY
    ? createWizardPrompts(process.stdin, terminal.output as NodeJS.WriteStream, signal)
    : undefined
  const print = printTo(terminal)
  const lines: WizardLines = prompts ?? { tell: print, succeed: print, fail: print }
  const connections = createConnections({
    config: config(),
    configFile,
    dataDir,
    env,
    clock: systemClock,
    storedRefreshToken: () => undefined,
    brainTrouble: () => undefined,
    daemon: running && (await runningDaemon(running, globals, config().telegram.token)),
  })
  return { flags, prompts, lines, connections, configFile, dataDir, env, config, signal, results: [] }
}

async function runningDaemon(
  daemon: Daemon,
  { dataDir }: GlobalOptions,
  token: string | undefined,
): Promise<RunningDaemon> {
  const { channels } = await daemon.ask(calls.status, {})
  return {
    // The daemon does not say which bot it polls. It is the saved one unless the token was changed without a restart.
    pollsBot: (id) => channels.includes('telegram') && token?.split(':', 1)[0] === id,
    makeCode: async () => (await daemon.ask(calls.pair, { role: 'owner' })).code,
    ownAccounts: (channel) => withStoreToRead(dataDir, (db) => ownAccounts(db, channel)),
  }
}
