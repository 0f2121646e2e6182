import { existsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { ArchiveRefusal } from '../../app/backup/archive-refusal.ts'
import type { ArchiveKeys } from '../../app/backup/encryption.ts'
import { isOwnArchive, recordRehearsal } from '../../app/backup/rehearsal.ts'
import { type ArchiveReport, type CheckDeps, checkArchive, restoreArchive } from '../../app/backup/restore.ts'
import { readConfig } from '../../config/load.ts'
import { UsageError } from '../../domain/errors.ts'
import { makeFolder } from '../../lib/folders.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { machineZone } from '../../lib/time/machine-zone.ts'
import { type GlobalOptions, globalOptions, toJson } from '../global-options.ts'
import { interruptible } from '../prompts.ts'
import { describeCounts } from './counts.ts'
import { askPassphrase, type KeyOptions, readKeys } from './keys.ts'
import { createProgressLine } from './progress.ts'

interface RestoreFlags extends KeyOptions {
  check?: boolean
}

export function addRestore(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('restore <archive>')
    .description('restore a backup, or a copy of skein.db, into an empty data directory, or rehearse that')
    .addOption(new Option('--check', 'restore it into a scratch folder, check everything, and remove it again'))
    .option('--passphrase-file <file>', 'a file with the passphrase of an encrypted backup')
    .option('--identity <file>', 'a key file of age for an encrypted backup')
    .addHelpText(
      'after',
      '\nExamples:\n  skein restore skein-2026-03-14-030000.tar.gz --check\n  skein restore skein-2026-03-14-030000.tar.gz --data ~/skein-restored',
    )
    .action(async (given: string, flags: RestoreFlags, command: Command) => {
      const globals = globalOptions(command, env)
      const archive = resolve(given)
      if (!statSync(archive, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`There is no file ${archive}.`)
      const ownData = flags.check && existsSync(join(globals.dataDir, 'skein.db')) ? globals.dataDir : undefined
      const line = createProgressLine(flags.check ? 'Checking' : 'Restoring', process.stderr, systemClock)
      const work = (deps: CheckDeps) =>
        flags.check
          ? checkArchive(archive, deps, scratchFor(ownData))
          : restoreArchive(archive, globals.dataDir, { ...deps, env })
      const run = (keys: ArchiveKeys) =>
        interruptible((signal) => work({ keys, signal, progress: line.show })).finally(line.end)
      const withKeys = () => retryWithPassphrase(readKeys(flags, configuredPassphrase(globals, env)), run)
      const report = await (ownData !== undefined && isOwnArchive(ownData, archive)
        ? recordRehearsal({ dataDir: ownData, archive, clock: systemClock }, withKeys)
        : withKeys())
      if (globals.json) return console.log(toJson(report))
      console.log(describe(report, archive))
      if (!flags.check) for (const step of nextSteps(globals.dataDir, report)) console.log(step)
    })
}

/** A temporary folder may be in memory. The data directory is on the disk that holds stores. */
function scratchFor(dataDir: string | undefined): string {
  if (dataDir === undefined) return tmpdir()
  const folder = join(dataDir, 'backups')
  makeFolder(folder)
  return folder
}

/** An encrypted archive without a key: on a terminal we can ask. */
async function retryWithPassphrase<T>(keys: ArchiveKeys, run: (keys: ArchiveKeys) => Promise<T>): Promise<T> {
  try {
    return await run(keys)
  } catch (error) {
    if (!(error instanceof ArchiveRefusal) || error.kind !== 'locked') throw error
    const passphrase = await askPassphrase()
    if (passphrase === undefined) throw error
    return await run({ ...keys, passphrase })
  }
}

/** The configuration may be missing, or be the one that has to be restored. */
function configuredPassphrase(globals: GlobalOptions, env: NodeJS.ProcessEnv): string | undefined {
  try {
    return readConfig(globals, env).backup.passphrase
  } catch {
    return undefined
  }
}

function describe({ head, ...counts }: ArchiveReport, archive: string): string {
  const at = dateAndTime(head.takenAt, machineZone())
  return `${archive} is sound: ${describeCounts(counts)} as of ${at}.`
}

function nextSteps(dataDir: string, { head, leftOut }: ArchiveReport): string[] {
  const config = join(dataDir, 'config.toml')
  const start = existsSync(config)
    ? `skein start --data ${dataDir} --config ${config}`
    : `skein start --data ${dataDir}`
  return [
    `Restored into ${dataDir}.`,
    ...(leftOut === 0 ? [] : [`${leftOut} links and the like were not part of the backup.`]),
    ...(existsSync(config) ? [`The configuration is in ${config}.`] : []),
    ...(head.secrets
      ? []
      : ['Passwords and keys were not part of the backup: enter them again, for example with "skein setup".']),
    'Make sure that the old Skein does not run any more, then start this one:',
    `  ${start}`,
  ]
}
