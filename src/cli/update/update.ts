import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { systemLayout } from '../../app/service/layout.ts'
import { readRecord } from '../../app/service/unit-text.ts'
import { createCheckout } from '../../app/update/checkout.ts'
import { createCommands } from '../../app/update/commands.ts'
import { createPackage } from '../../app/update/package.ts'
import {
  installationOf,
  lockFolderOf,
  placeOf,
  readJournal,
  removeUpdateFolder,
  type UpdatePlace,
  versionText,
} from '../../app/update/place.ts'
import { findServiceOf, type Service } from '../../app/update/service.ts'
import type { Candidate } from '../../app/update/source.ts'
import { createUpdate, isCheckout, type Update, type UpdateResult } from '../../app/update/update.ts'
import { TryLaterError, UsageError, UserFacingError } from '../../domain/errors.ts'
import { installedPath } from '../../lib/folders.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { isLocked, lockDirectory } from '../../store/file/data-dir.ts'
import { type GlobalOptions, globalOptions, toJson } from '../global-options.ts'
import { confirm, interruptible } from '../prompts.ts'
import { createRunner, isRoot } from '../service/systemd.ts'
import { createDataSteps } from './data-steps.ts'
import { addUpdateSteps } from './step-commands.ts'
import { describeCandidate, describeResult } from './texts.ts'
import { createWaitLine } from './wait-line.ts'

interface UpdateFlags {
  check?: boolean
  to?: string
  yes?: boolean
  installation?: string
}

interface UpdateOptions extends UpdateFlags {
  /** Whether somebody named the conversations. */
  hasData: boolean
}

export function addUpdate(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('update')
    .description(
      'update Skein: backs up, tries the new version on a copy, switches, and goes back if it does not start',
    )
    .option('--check', 'only tell what would change')
    .option('--to <version>', 'a branch, tag or commit; of a package the file that "npm pack" made, or a version')
    .option('--yes', 'do not ask')
    .option('--installation <folder>', 'the Skein to update (default: the one of this command)')
    .addHelpText(
      'after',
      '\nExamples:\n  skein update --check\n  sudo skein update\n  skein update --to ./skein-0.2.0.tgz --yes',
    )
    .action(async (flags: UpdateFlags, command: Command) => {
      const hasData = command.optsWithGlobals<{ data?: string }>().data !== undefined || Boolean(env.SKEIN_DATA)
      await runUpdate({ ...flags, hasData }, globalOptions(command, env), env)
    })
  addUpdateSteps(program, env)
}

async function runUpdate(flags: UpdateOptions, globals: GlobalOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const folder = findInstallation(flags)
  const place = placeOf(folder)
  requireOwner(folder)
  // What the service must read must be readable by its user, and what was private stays so.
  process.umask((statSync(folder).mode & 0o005) === 0 ? 0o077 : 0o022)
  const commands = createCommands(env)
  const run = createRunner(env)
  const service = findServiceOf(folder, env, run)
  const dataDir = flags.hasData ? globals.dataDir : findData(service, globals, folder)
  const lock = takeLock(place)
  try {
    requireSameNode(service)
    const source = isCheckout(folder) ? createCheckout(place, commands) : createPackage(place, commands)
    const line = createWaitLine(globals.json ? undefined : process.stderr)
    const update = createUpdate({
      place,
      source,
      service,
      ...createDataSteps({
        place,
        commands,
        dataDir,
        globals,
        system: service?.layout.scope === 'system' && !flags.hasData ? service.layout : undefined,
      }),
      assertNoOtherDaemon(isServed) {
        if (isServed || !isLocked(dataDir)) return
        throw new TryLaterError(
          `Skein runs on ${dataDir}, started by hand and not by a service (process ${holderOf(dataDir)}). Stop it first, then run this command again.`,
        )
      },
      perform: line.perform,
      clock: systemClock,
    })
    const resumed = await resume(place, update, flags)
    if (resumed) return report(resumed, globals, place)
    await interruptible(async (signal) => {
      const candidate = await line.perform('Looking for a new version', () => source.find(flags.to, signal))
      if (candidate) await offer(candidate, update, { flags, globals, place, signal })
      else {
        removeUpdateFolder(place)
        console.log(globals.json ? toJson({ status: 'current' }) : 'This is the newest version.')
      }
    })
  } finally {
    lock.release()
  }
}

interface Offer {
  flags: UpdateFlags
  globals: GlobalOptions
  place: UpdatePlace
  signal: AbortSignal
}

async function offer(candidate: Candidate, update: Update, { flags, globals, place, signal }: Offer): Promise<void> {
  if (!globals.json) console.log(describeCandidate(candidate, place.folder).join('\n'))
  if (flags.check) {
    removeUpdateFolder(place)
    if (globals.json) console.log(toJson({ status: 'available', ...candidate }))
    return
  }
  try {
    if (!flags.yes) await askToGoOn()
    report(await update.apply(candidate, signal), globals, place)
  } catch (error) {
    // Before the journal, nothing of the installation was changed.
    if (!existsSync(place.journal)) removeUpdateFolder(place)
    if (signal.aborted) console.error('Interrupted. Nothing was changed.')
    throw error
  }
}

async function askToGoOn(): Promise<void> {
  const { stdin: input, stdout: output } = process
  if (!input.isTTY) throw new UsageError('Without a terminal, say --yes, or --check to change nothing.')
  if (!(await confirm('Update now?', { input, output }))) throw new UserFacingError('Nothing was changed.')
}

/** Goes on with an update that was interrupted. */
async function resume(place: UpdatePlace, update: Update, { check }: UpdateFlags): Promise<UpdateResult | undefined> {
  const journal = readJournal(place)
  if (!journal) {
    removeUpdateFolder(place)
    return undefined
  }
  const what = `The update from ${versionText(journal.from)} to ${versionText(journal.to)} was interrupted`
  if (check) throw new UserFacingError(`${what}. "skein update" goes on with it or takes it back.`)
  console.error(`${what}; going on with it.`)
  return await update.resume(journal)
}

function report(result: UpdateResult, { json }: GlobalOptions, place: UpdatePlace): void {
  if (json) console.log(toJson(result))
  else if (result.status === 'updated') console.log(describeResult(result, place).join('\n'))
  else console.error(describeResult(result, place).join('\n'))
  process.exitCode = result.status === 'updated' ? 0 : 1
}

function findInstallation({ installation }: UpdateFlags): string {
  const folder = installation === undefined ? installationOf(realpathSync(installedPath('.'))) : resolve(installation)
  if (!existsSync(resolve(folder, 'package.json'))) throw new UsageError(`There is no Skein in ${folder}.`)
  if (!isCheckout(folder) && existsSync(resolve(folder, 'src/main.ts')))
    throw new UserFacingError(
      `${folder} is neither a git checkout nor a package that npm installed, so there is nothing to update it from.`,
    )
  return realpathSync(folder)
}

function requireOwner(folder: string): void {
  const { uid } = statSync(folder)
  const ownUid = process.geteuid?.() ?? uid
  if (uid === ownUid) return
  const who = uid === 0 ? 'root: sudo npx skein update' : `its owner: sudo -u '#${uid}' npx skein update`
  throw new UserFacingError(`${folder} belongs to user ${uid}, and you are user ${ownUid}. Run this as ${who}`)
}

/** The data that the installation serves. */
function findData(service: Service | undefined, globals: GlobalOptions, folder: string): string {
  if (service?.layout.scope === 'system') {
    if (!isRoot())
      throw new UserFacingError(
        `The service of the system runs ${folder}, so only root can update it. Give it to root first: sudo chown -R root: ${folder}`,
      )
    return service.layout.data
  }
  const { unitFile } = systemLayout
  const isForOther =
    isRoot() && !service && existsSync(unitFile) && readRecord(readFileSync(unitFile, 'utf8')) !== undefined
  if (isForOther)
    throw new UsageError(
      `The service of the system runs another Skein than ${folder}. Update that one, or name the conversations of this one with --data.`,
    )
  return globals.dataDir
}

/** The driver of SQLite is made for one version of Node. */
function requireSameNode(service: Service | undefined): void {
  const node = service?.node
  if (node === undefined || !existsSync(node) || realpathSync(node) === realpathSync(process.execPath)) return
  throw new UserFacingError(
    `The service runs with ${node}, and this command with ${process.execPath}. Run it with the same one: ${node} ${installedPath('dist/main.js')} update`,
  )
}

/** The kernel releases it with the process, however that ends. */
function takeLock(place: UpdatePlace): { release(): void } {
  const lockFolder = lockFolderOf(place)
  try {
    mkdirSync(lockFolder, { recursive: true })
    const { release } = lockDirectory(lockFolder)
    return {
      release() {
        // Removed first: otherwise it could be the lock that somebody else has just taken.
        rmSync(lockFolder, { recursive: true, force: true })
        release()
      },
    }
  } catch (error) {
    if (error instanceof TryLaterError) throw new TryLaterError('Another "skein update" is at work here.')
    throw error
  }
}

function holderOf(dataDir: string): string {
  const file = resolve(dataDir, 'lock.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown'
}
