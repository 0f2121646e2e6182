import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { makeBackup } from '../../app/backup/backup.ts'
import { configuredEncryption, recorded, runConfiguredBackup } from '../../app/backup/configured-backup.ts'
import type { Encryption } from '../../app/backup/encryption.ts'
import type { Config } from '../../config/config.ts'
import { readConfig } from '../../config/load.ts'
import { UsageError } from '../../domain/errors.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { backupMessages, sizeText } from '../../messages/backup-messages.ts'
import { globalOptions, toJson, version } from '../global-options.ts'
import { interruptible } from '../prompts.ts'
import { describeCounts } from './counts.ts'
import { readPassphrase } from './keys.ts'
import { createProgressLine } from './progress.ts'

interface BackupFlags {
  to?: string
  withSecrets?: boolean
  recipient?: string
  passphraseFile?: string
}

/** People who talk to the daemon meanwhile should not notice the backup. */
const LOW_PRIORITY = 10

export function addBackup(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('backup')
    .description('write everything Skein knows into one archive, with or without a running daemon')
    .option('--to <dir>', 'the folder for the archive (default: make the configured nightly backup now)')
    .option('--with-secrets', 'include passwords, keys and sign-ins (default: backup.secrets)')
    .addOption(new Option('--recipient <key>', 'encrypt with this public key of age').conflicts('passphraseFile'))
    .option('--passphrase-file <file>', 'encrypt with the passphrase in the first line of this file')
    .addHelpText('after', '\nExamples:\n  skein backup --to /mnt/usb\n  skein backup --to . --recipient age1…')
    .action(async (flags: BackupFlags, command: Command) => {
      const globals = globalOptions(command, env)
      if (flags.to === '') throw new UsageError('--to is empty. It needs a folder.')
      setPriority(LOW_PRIORITY)
      const config = readConfig(globals, env)
      const line = createProgressLine('Backing up', process.stderr, systemClock)
      const backup = await interruptible((signal) => {
        const { dataDir, configFile } = globals
        const common = { dataDir, configFile, env, version: version(), clock: systemClock, signal, progress: line.show }
        if (flags.to === undefined) {
          if (Object.keys(flags).length > 0) throw new UsageError(backupMessages.nowhere)
          return runConfiguredBackup({ ...common, config })
        }
        const withSecrets = flags.withSecrets ?? config.backup.secrets
        const options = { ...common, to: resolve(flags.to), encryption: encryptionFor(flags, config), withSecrets }
        return recorded(common, false, () => makeBackup({ ...options, nightly: false }))
      }).finally(line.end)
      if (globals.json) return console.log(toJson(backup))
      // The path alone on standard output, so that a script can use it.
      console.log(backup.archive)
      const left = backup.leftOut === 0 ? '' : ` ${backup.leftOut} links and the like were left out.`
      console.error(`${sizeText(backup.bytes).en} with ${describeCounts(backup)}, read back and checked.${left}`)
    })
}

function encryptionFor({ recipient, passphraseFile }: BackupFlags, config: Config): Encryption | undefined {
  if (recipient !== undefined) return { recipient }
  if (passphraseFile !== undefined) return { passphrase: readPassphrase(passphraseFile) }
  return configuredEncryption(config)
}
