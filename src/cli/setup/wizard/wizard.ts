import type { Command } from 'commander'
import { storeHello } from '../../../app/setup/page-hello.ts'
import { setupMessages } from '../../../app/setup/setup-messages.ts'
import { readSetupSteps, validName, validTime, validZone } from '../../../app/setup/setup-steps.ts'
import { configPlace } from '../../../config/config-place.ts'
import { UsageError } from '../../../domain/errors.ts'
import { calls } from '../../../web/control/calls.ts'
import type { SetupStep, SetupStepState } from '../../../web/page/wire/setup-wire.ts'
import type { Daemon } from '../../daemon.ts'
import type { GlobalOptions } from '../../global-options.ts'
import { chooseChannels, connectChannel, type SetUpChannel } from './channel-step.ts'
import { offerService, sayHello } from './ending.ts'
import { chooseModel } from './model-step.ts'
import { askBriefing, askName, askTimezone } from './profile-steps.ts'
import type { StepResult, Wizard, WizardFlags } from './wizard-context.ts'
import { LeftError } from './wizard-prompts.ts'
import { nameOfStep, type WizardDeps, withWizard } from './wizard-session.ts'

// `skein setup`. Each step shows what is set, asks, tries the answer and saves it before the next one, so that leaving
// with Ctrl-C loses nothing and a second run keeps everything. The connections are those of the page (app/connect),
// the other answers are saved by app/setup. Without a terminal every answer is a flag.

/** `skein setup`: all steps. */
export async function runWizard(globals: GlobalOptions, flags: WizardFlags, deps: WizardDeps): Promise<void> {
  await withWizard(globals, flags, deps, async (wizard, daemon) => {
    const { prompts, results } = wizard
    refuseWrong(flags)
    if (!prompts) refuseMissing(wizard)
    prompts?.begin('Skein setup')
    prompts?.tell('Every answer is saved at once. Ctrl-C leaves; run "skein setup" again to go on.')
    tellProgress(wizard)
    results.push(await chooseModel(wizard))
    await chooseChannels(wizard)
    results.push(await askName(wizard))
    results.push(await askTimezone(wizard))
    results.push(await askBriefing(wizard))
    await finish(wizard, deps.command, daemon)
  })
}

/** One channel alone, for `skein setup telegram`. */
export async function runChannelStep(
  globals: GlobalOptions,
  channel: SetUpChannel,
  flags: WizardFlags,
  deps: WizardDeps,
): Promise<void> {
  await withWizard(globals, flags, deps, async (wizard, daemon) => {
    await connectChannel(wizard, channel)
    if (wizard.results.length === 0) wizard.lines.tell('Nothing was changed.')
    else if (daemon) await offerRestart(wizard, daemon)
  })
}

/** The steps that the wizard can look up. Whether there is a service, `skein service status` knows. */
function stepsOf({ connections, config }: Wizard): SetupStepState[] {
  const facts = { config: config(), ...connections.list(), isService: false }
  return readSetupSteps(facts).filter(({ step }) => step !== 'service')
}

/** In a second run: what is done already. */
function tellProgress(wizard: Wizard): void {
  const steps = stepsOf(wizard)
  const named = (isWanted: boolean) =>
    steps.flatMap(({ step, isDone }) => (isDone === isWanted ? [nameOfStep(step)] : [])).join(', ')
  const [done, open] = [named(true), named(false)]
  if (done) wizard.prompts?.tell(`Done already: ${done}. ${open ? `Still open: ${open}.` : 'Nothing is open.'}`)
}

/** Before anything is saved. */
function refuseWrong({ name, timezone, briefing = 'none', channel = 'none', service = 'none' }: WizardFlags): void {
  if (name !== undefined) validName(name.trim())
  if (timezone !== undefined) validZone(timezone.trim())
  if (briefing !== 'none') validTime(briefing.trim())
  if (channel !== 'none')
    throw new UsageError(
      '--channel takes only "none". A channel is connected with flags such as --telegram-token-file.',
    )
  if (!['install', 'none'].includes(service)) throw new UsageError('--service must be install or none.')
}

/** Without a terminal nothing can be asked, so everything without a default has to be set or given. */
function refuseMissing(wizard: Wizard): void {
  const { flags } = wizard
  const isDone = (wanted: SetupStep) => stepsOf(wizard).some(({ step, isDone }) => isDone && step === wanted)
  const hasChannel = Object.entries(flags).some(
    ([flag, value]) => value && /^(?:channel|telegram|talk|email)/.test(flag),
  )
  const missing = [
    ...(flags.model || isDone('brain') ? [] : ['--model KIND (or none)']),
    ...(hasChannel || isDone('channel')
      ? []
      : ['--telegram-token-file FILE, --talk-url ADDRESS or --email-address ADDRESS (or --channel none)']),
    ...(flags.name || isDone('name') ? [] : ['--name NAME']),
  ]
  if (missing.length > 0)
    throw new UsageError(
      `Without a terminal every answer is a flag. Missing: ${missing.join('; ')}. Nothing was changed.`,
    )
}

/** Writes to the owner, then starts or restarts the daemon. */
async function finish(wizard: Wizard, command: Command, daemon: Daemon | undefined): Promise<void> {
  const { prompts, results } = wizard
  // First the message: a service of the system has a configuration and a store of its own.
  if (results.some(({ state }) => state === 'set')) await greetOwner(wizard, daemon)
  if (daemon) await offerRestart(wizard, daemon)
  else results.push(...(await offerService(wizard, command)))
  const isStarted = daemon !== undefined || results.some(({ step, state }) => step === 'service' && state === 'set')
  prompts?.box(summaryOf(results), 'Your Skein')
  const next = isStarted ? 'Open the page with "skein link".' : 'Start Skein with "skein start".'
  const { file, dataDir, isFileWritable } = configPlace(wizard, wizard.env)
  const where = isFileWritable ? file : `${dataDir}, because Skein cannot write to ${file}`
  prompts?.end(`${next} The configuration is in ${where}.`)
}

async function greetOwner(wizard: Wizard, daemon: Daemon | undefined): Promise<void> {
  const isSent = await sayHello(wizard)
  if (wizard.signal.aborted) throw new LeftError()
  if (isSent) return
  const { owner, conversation } = wizard.config()
  if (daemon) await daemon.ask(calls.hello, {})
  else storeHello(wizard.dataDir, owner.name, conversation.activeMinutes * 60_000)
  wizard.lines.succeed(setupMessages.helloOnPage)
}

async function offerRestart({ prompts, lines, results }: Wizard, daemon: Daemon): Promise<void> {
  if (!results.some(({ state }) => state === 'set')) return
  if (prompts && !(await prompts.confirm('Restart Skein now to apply this?', true)))
    return lines.tell('Restart Skein to apply.')
  await daemon.ask(calls.restart, {})
  lines.succeed('Skein restarts now.')
}

function summaryOf(results: StepResult[]): string {
  return results
    .map(
      ({ step, state, value }) =>
        `${nameOfStep(step).padEnd(16)}${state === 'skipped' ? 'not now' : (value ?? 'done')}`,
    )
    .join('\n')
}
