import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type InstallPlan, missingCredentials, planInstallation } from '../../app/service/install-plan.ts'
import {
  findPersonalData,
  type Installation,
  isLingering,
  type PersonalData,
  readInstallation,
} from '../../app/service/installation.ts'
import { type ServiceLayout, systemLayout, userLayout } from '../../app/service/layout.ts'
import { findPlaceProblem } from '../../app/service/program-place.ts'
import { canEncryptKey } from '../../app/service/secrets-key.ts'
import { describeActions, runSteps, type StepResult } from '../../app/service/steps.ts'
import { readUnitTemplate } from '../../app/service/unit-text.ts'
import { installationOf } from '../../app/update/place.ts'
import { defaultPaths } from '../../config/paths.ts'
import { ConfigError, TryLaterError, UsageError, UserFacingError } from '../../domain/errors.ts'
import { installedPath } from '../../lib/folders.ts'
import { connectDaemon, isRunning } from '../daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from '../global-options.ts'
import { ask, confirm, interruptible } from '../prompts.ts'
import { lastLines } from './logs.ts'
import { createRunner, isRoot, requireSystemd, requireUserManager } from './systemd.ts'

/** Conversations that move to another disk take long. What systemd does has limits of its own. */
const STEP_TIMEOUT_MS = 6 * 3_600_000

interface InstallFlags {
  user?: boolean
  credential: Credential[]
  existing?: 'move' | 'keep'
  linger?: boolean
  dryRun?: boolean
}

interface Credential {
  name: string
  source: string
}

export function addInstall(service: Command, env: NodeJS.ProcessEnv): void {
  service
    .command('install')
    .description('install and start the service, or bring an installed one up to date')
    .option('--user', 'a service of your own user (default without root)')
    .option(
      '--credential <name=file>',
      'give the service this secret; a name like brain.claude.api_key also writes it into the configuration (repeatable)',
      collectCredential,
      [],
    )
    .addOption(
      new Option('--existing <choice>', 'what becomes of conversations that you already have').choices([
        'move',
        'keep',
      ]),
    )
    .option('--linger', 'with --user: also run while you are logged out')
    .option('--no-linger', 'with --user: only run while you are logged in')
    .option('--dry-run', 'print the unit and the commands, and change nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  sudo skein service install\n  sudo skein service install --credential brain.claude.api_key=/root/key\n  skein service install --user --linger',
    )
    .action(async (flags: InstallFlags, command: Command) => {
      await install(flags, globalOptions(command, env), env)
    })
}

async function install(flags: InstallFlags, globals: GlobalOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const layout = flags.user || !isRoot() ? ownLayout(globals, env) : systemLayout
  if (layout.scope === 'system' && (globals.configFile || globals.dataDir !== defaultPaths(env).data))
    throw new UsageError(
      `The service of the system uses ${layout.configFile} and ${layout.data}. Leave out --config and --data.`,
    )
  const program = findProgram(layout)
  requireSystemd()
  const run = createRunner(env)
  if (layout.scope === 'user') await requireUserManager(run, layout.account)
  const found = await readInstallation(layout, run)
  const missing = missingCredentials(layout, found, flags.credential)
  if (missing.length > 0)
    throw new UsageError(
      `${layout.configFile} reads the credential ${missing[0]}, which the service would not have. ` +
        `Add "--credential ${missing[0]}=FILE", or remove that line.`,
    )
  const wishes = {
    program,
    credentials: flags.credential,
    canEncryptKey: await canEncryptKey(layout, flags.dryRun === true, run),
    move:
      layout.scope === 'system'
        ? await chooseData(flags, layout, found, await findPersonalData(env, layout, run))
        : undefined,
    options: layout.scope === 'user' ? pathOptions(globals, env) : [],
    environment: layout.scope === 'user' && env.PATH !== undefined ? { PATH: env.PATH } : {},
    linger: layout.scope === 'user' && (await chooseLingering(flags, layout)),
  }
  const template = readUnitTemplate(layout.configFile, found.config ?? wishes.move?.config)
  const plan = planInstallation(template, layout, found, wishes)
  if (flags.dryRun) return printPlan(plan, layout, globals.json)
  for (const folder of [layout.data, wishes.move?.data ?? layout.data])
    if (!found.isActive && (await isRunning(connectDaemon(folder))))
      throw new TryLaterError(`Another Skein runs on ${folder}. Stop it first, then run this command again.`)
  await carryOut(plan, layout, found, globals.json, run)
}

function ownLayout(globals: GlobalOptions, env: NodeJS.ProcessEnv): ServiceLayout {
  return userLayout(env, { config: globals.configFile ?? defaultPaths(env).config, data: globals.dataDir })
}

/** The program that runs this command, if a service can run it too. */
function findProgram({ scope }: ServiceLayout) {
  const folder = installationOf(realpathSync(installedPath('.')))
  const node = process.execPath
  const problem = findPlaceProblem({ node, folder, npmName: 'skein' }, scope)
  if (problem) throw new ConfigError([problem.says, ...problem.steps].join('\n'))
  if (!existsSync(join(folder, 'dist/main.js')))
    throw new ConfigError(`${folder} was not built yet. Run "npm run build" there, then this command again.`)
  return { node, folder, hasPerl: existsSync('/usr/bin/perl') }
}

/** A user's daemon reads what the person who installs it reads. */
function pathOptions({ configFile, dataDir }: GlobalOptions, env: NodeJS.ProcessEnv): string[] {
  const usual = defaultPaths({ HOME: env.HOME })
  const used = defaultPaths(env)
  const config = configFile ?? used.config
  return [
    ...(config === usual.config ? [] : ['--config', config]),
    ...(dataDir === usual.data ? [] : ['--data', dataDir]),
  ]
}

/** Conversations of a person are moved or kept as that person says, and never mixed with those of the service. */
async function chooseData(
  { existing, dryRun }: InstallFlags,
  layout: ServiceLayout,
  found: Installation,
  personal: PersonalData | undefined,
): Promise<PersonalData | undefined> {
  if (!personal) {
    if (existing === 'move') throw new UsageError('There are no conversations to move.')
    return undefined
  }
  if (found.hasData) {
    if (existing === 'move')
      throw new UsageError(
        `The service already has conversations in ${layout.data}. Those in ${personal.data} cannot be mixed with them.`,
      )
    console.error(`${personal.data} has conversations too. The service does not use them; they stay where they are.`)
    return undefined
  }
  const choice = existing ?? (process.stdin.isTTY && !dryRun ? await askForData(personal, layout) : undefined)
  if (choice === 'move') return personal
  if (choice === 'keep') return undefined
  throw new UsageError(
    `There are conversations in ${personal.data}. Say "--existing move" to give them to the service, ` +
      'or "--existing keep" to leave them there and start with none.',
  )
}

async function askForData({ data }: PersonalData, layout: ServiceLayout): Promise<string | undefined> {
  console.log(`There are conversations in ${data}.`)
  console.log(`  move  they become those of the service, in ${layout.data}`)
  console.log('  keep  they stay there, and the service starts with none')
  return await ask('Move or keep? ', { input: process.stdin, output: process.stdout })
}

async function chooseLingering({ linger, dryRun }: InstallFlags, { account }: ServiceLayout): Promise<boolean> {
  if (isLingering(account)) return false
  if (linger !== undefined) return linger
  if (!process.stdin.isTTY || dryRun) {
    console.error('The service will only run while you are logged in; "--linger" changes that.')
    return false
  }
  console.log('A service of your own user ends when you log out, and starts when you log in.')
  console.log('With "lingering", systemd runs your services from boot on, whether you are logged in or not.')
  return await confirm('Switch lingering on?', { input: process.stdin, output: process.stdout })
}

function printPlan({ unit, steps }: InstallPlan, { unitFile }: ServiceLayout, json: boolean): void {
  const commands = describeActions(steps)
  if (json) return console.log(toJson({ unitFile, unit, commands }))
  console.log(`# ${unitFile}\n${unit}\n# Commands\n${commands.join('\n')}`)
}

async function carryOut(
  { steps }: InstallPlan,
  layout: ServiceLayout,
  found: Installation,
  json: boolean,
  run: ReturnType<typeof createRunner>,
): Promise<void> {
  const startedAt = new Date()
  const print = (line: string) => (json ? undefined : console.log(line))
  const runStep: typeof run = (command, signal) => run(command, signal, STEP_TIMEOUT_MS)
  const result = await interruptible((signal) => runSteps(steps, { run: runStep, print, signal }))
  if (result.status === 'done') {
    if (json) return console.log(toJson({ installed: true, scope: layout.scope, unitFile: layout.unitFile }))
    return console.log(describeInstalled(layout, found).join('\n'))
  }
  const lines = await lastLines(layout, startedAt, run)
  const text = describeFailure(result, found, lines)
  // The daemon's own exit code for what only a person can repair.
  if (lines.some((line) => line.includes('status=78/'))) throw new ConfigError(text)
  throw new UserFacingError(text)
}

function describeFailure(
  { command, reason, notTakenBack, leaves }: Extract<StepResult, { status: 'failed' }>,
  found: Installation,
  lines: string[],
): string {
  const after = found.unit === undefined ? 'Nothing was installed.' : 'The unit is the one from before.'
  return [
    `The service could not be installed: "${command}" failed: ${reason}`,
    ...(lines.length === 0 ? [] : ['The last lines of its log:', ...lines.map((line) => `  ${line}`)]),
    leaves.length === 0 ? after : `${after} Still there: ${leaves.join(', ')}.`,
    ...notTakenBack.map((failure) => `Not taken back: "${failure.command}" failed: ${failure.reason}`),
  ].join('\n')
}

function describeInstalled({ scope, unitFile, configFile, data }: ServiceLayout, found: Installation): string[] {
  const skein = `${scope === 'system' ? 'sudo ' : ''}${process.execPath} ${installedPath('dist/main.js')}`
  return [
    '',
    `  unit           ${unitFile}`,
    `  configuration  ${configFile}${existsSync(configFile) ? '' : ' (not needed yet)'}`,
    `  conversations  ${data}`,
    '',
    ...(found.unit === undefined
      ? ['Next, sign in to the page with the link that this prints:', `  ${skein} link`]
      : ['See how it is doing:', `  ${skein} service status`]),
  ]
}

function collectCredential(text: string, before: Credential[]): Credential[] {
  const [, name, file] = /^([A-Za-z0-9][\w.-]{0,100})=(.+)$/.exec(text) ?? []
  if (name === undefined || file === undefined)
    throw new InvalidArgumentError('It must look like brain.claude.api_key=/root/key.')
  const source = resolve(file)
  const stats = statSync(source, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new InvalidArgumentError(`There is no file ${source}.`)
  return [...before.filter((other) => other.name !== name), { name, source }]
}
