import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { reasonOf, UsageError } from '../../domain/errors.ts'
import { runChild } from '../../lib/child.ts'
import { backupMessages } from '../../messages/backup-messages.ts'
import { type Backup, type BackupOptions, makeBackup } from './backup.ts'
import { updateRecord } from './backup-record.ts'
import type { Encryption } from './encryption.ts'
import { pruneArchives } from './retention.ts'

export interface ConfiguredOptions
  extends Pick<BackupOptions, 'dataDir' | 'configFile' | 'env' | 'version' | 'clock' | 'signal' | 'progress'> {
  config: Config
}

/** How the configuration wants backups to be encrypted. */
export function configuredEncryption({ backup }: Config): Encryption | undefined {
  const { passphrase, recipient } = backup
  if (passphrase !== undefined && recipient !== undefined) throw new UsageError(backupMessages.twoKeys)
  if (recipient !== undefined) return { recipient }
  return passphrase === undefined ? undefined : { passphrase }
}

/** The backup that `[backup]` describes: made, taken away by the person's command, and older ones removed. */
export async function runConfiguredBackup({ config, ...options }: ConfiguredOptions): Promise<Backup> {
  const { backup: settings, timezone } = config
  const to = settings.to ?? (settings.command.length > 0 ? join(options.dataDir, 'backups', 'nightly') : undefined)
  if (to === undefined) throw new UsageError(backupMessages.nowhere)
  return await recorded(options, true, async () => {
    const encryption = configuredEncryption(config)
    const backup = await makeBackup({ ...options, to, encryption, nightly: true, withSecrets: settings.secrets })
    const kept = settings.to
      ? { days: settings.keepDays, weeks: settings.keepWeeks, months: settings.keepMonths }
      : { days: 1, weeks: 0, months: 0 }
    await pruneArchives(to, kept, timezone)
    if (settings.command.length > 0) await takeAway(settings.command, backup.archive, options)
    return backup
  })
}

/** Makes a backup and records what became of it. */
export async function recorded(
  { dataDir, clock }: Pick<BackupOptions, 'dataDir' | 'clock'>,
  nightly: boolean,
  make: () => Promise<Backup>,
): Promise<Backup> {
  try {
    const made = await make()
    const at = clock.now()
    const { archive, bytes, sha256 } = made
    const backup = { at, archive, bytes, sha256 }
    updateRecord(dataDir, { backup, ...(nightly && { nightly: backup, failure: undefined }) })
    return made
  } catch (error) {
    // Somebody who asked for a backup reads the reason at once.
    if (nightly) updateRecord(dataDir, { failure: { at: clock.now(), why: reasonOf(error) } })
    throw error
  }
}

/** An upload over a slow line may take hours. One that takes longer hangs. */
const COMMAND_LIMITS = { timeoutMs: 12 * 3_600_000, maxBytes: 1_000_000 }
const MAX_REASON_CHARS = 500

async function takeAway(
  [file = '', ...args]: readonly string[],
  archive: string,
  { env, signal }: Pick<BackupOptions, 'env' | 'signal'>,
): Promise<void> {
  // The person's own program reads its settings and keys from the same environment as in their shell.
  const inherited = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const filled = args.map((arg) => arg.replaceAll('{archive}', archive))
  const { stderr, stdout, ...outcome } = await runChild({ file, args: filled, env: inherited }, COMMAND_LIMITS, signal)
  if (outcome.status === 'exited' && outcome.code === 0) return
  const why = (stderr.trim() || stdout.trim() || JSON.stringify(outcome)).slice(-MAX_REASON_CHARS)
  throw new CommandFailure(file, why)
}

class CommandFailure extends UsageError {
  override name = 'CommandFailure'

  constructor(program: string, why: string) {
    super(backupMessages.commandFailed(program, why))
  }
}
