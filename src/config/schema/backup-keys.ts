import { commandLine, flag, secret, section, text, wholeNumber } from './shapes.ts'

export const backup = section({
  to: text()
    .optional()
    .meta({
      description:
        'The folder for a backup every night, best on another disk. Without it, and without a command, there are no nightly backups.',
      examples: ['/mnt/nas/skein'],
    }),
  command: commandLine()
    .default([])
    .describe(
      'A program that takes each nightly backup away, such as ["rclone", "copy", "{archive}", "nas:skein"]. {archive} stands for the file. Without backup.to, only the newest file stays on this machine.',
    ),
  hour: wholeNumber(0, 23)
    .default(3)
    .describe(
      'The hour, in your time zone, from which the nightly backup is made. If Skein was not running then, it is made later.',
    ),
  keep_days: wholeNumber(1, 1000).default(14).describe('Keep the last nightly backup of this many days.'),
  keep_weeks: wholeNumber(0, 1000).default(8).describe('Keep the last nightly backup of this many weeks.'),
  keep_months: wholeNumber(0, 1000).default(12).describe('Keep the last nightly backup of this many months.'),
  passphrase: secret()
    .optional()
    .meta({
      description:
        'Encrypt backups with this passphrase. Keep it in another place too: without it they cannot be restored.',
      examples: ['env:BACKUP_PASSPHRASE'],
    }),
  recipient: text()
    .optional()
    .meta({
      description:
        'Encrypt backups with this public key of age, instead of a passphrase. Only the owner of the private key can restore them.',
      examples: ['age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'],
    }),
  secrets: flag(false).describe(
    'Whether backups contain the passwords, keys and sign-ins of this installation. Without them you enter those again after a restore.',
  ),
}).describe('Backups of everything Skein knows, made every night and rehearsed every week.')
