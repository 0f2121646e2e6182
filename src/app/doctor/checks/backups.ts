import { accessSync, constants, existsSync, statSync } from 'node:fs'
import type { Config } from '../../../config/config.ts'
import { reasonOf } from '../../../domain/errors.ts'
import { isRunnable } from '../../../lib/runnable.ts'
import { dateAndTime } from '../../../lib/time/calendar.ts'
import { backupMessages, sizeText } from '../../../messages/backup-messages.ts'
import { type BackupRecord, readRecord } from '../../backup/backup-record.ts'
import { hasNightlyBackups } from '../../backup/nightly-backups.ts'
import { bad, type CheckResult, configCheck, note, ok, shellCommand } from '../check.ts'
import { backupCheckMessages as texts } from '../words/backup-check-messages.ts'

const { check: sentences } = backupMessages
const DAY_MS = 86_400_000
const OVERDUE_MS = 2 * DAY_MS
const REHEARSAL_OVERDUE_MS = 15 * DAY_MS

/** When the last backup was made, and whether it succeeded. */
export function examineBackups(config: Config, dataDir: string, now: Date): CheckResult {
  const { backup, failure } = readRecord(dataDir)
  const isOn = hasNightlyBackups(config)
  if (failure) return bad(sentences.failed(timeText(failure.at, config), failure.why), 'skein backup')
  if (!backup) return isOn ? note(sentences.never, 'skein backup') : note(sentences.off, texts.last.turnOn)
  const last = sentences.last(timeText(backup.at, config), backup.archive, sizeText(backup.bytes))
  if (isOn && now.getTime() - backup.at.getTime() > OVERDUE_MS) return bad(sentences.overdue(last), 'skein backup')
  return ok(last)
}

/** The same for rehearsals. Nothing if there is no backup to rehearse. */
export function examineRehearsals(config: Config, dataDir: string, now: Date): CheckResult[] {
  const record = readRecord(dataDir)
  return record.backup || record.rehearsal ? [describeRehearsal(record, config, now)] : []
}

function describeRehearsal({ rehearsal, nightly, backup }: BackupRecord, config: Config, now: Date): CheckResult {
  const rehearse = (archive = (nightly ?? backup)?.archive ?? 'ARCHIVE') =>
    shellCommand('skein', 'restore', archive, '--check')
  if (!rehearsal) return note(sentences.notRehearsed, rehearse())
  const at = timeText(rehearsal.at, config)
  if (rehearsal.why !== undefined) return bad(sentences.rehearsalFailed(at, rehearsal.why), rehearse(rehearsal.archive))
  if (now.getTime() - rehearsal.at.getTime() > REHEARSAL_OVERDUE_MS)
    return note(sentences.rehearsalOverdue(at), rehearse())
  return ok(rehearsal.compared ? sentences.compared(at, rehearsal.archive) : sentences.rehearsed(at, rehearsal.archive))
}

const last = configCheck(
  'backups.last',
  { title: sentences.backups, why: texts.last.why },
  (config, { dataDir, machine }) => examineBackups(config, dataDir, machine.now()),
)

const rehearsal = configCheck(
  'backups.rehearsal',
  { title: sentences.rehearsal, why: texts.rehearsal.why },
  (config, { dataDir, machine }) => examineRehearsals(config, dataDir, machine.now()),
)

const folder = configCheck('backups.folder', texts.folder, ({ backup: { to } }) => {
  if (to === undefined) return undefined
  if (!existsSync(to)) return bad(texts.folder.missing(to), shellCommand('mkdir', '-p', to))
  try {
    accessSync(to, constants.W_OK | constants.X_OK)
    return ok(to)
  } catch (error) {
    return bad(texts.folder.unusable(to, reasonOf(error)), texts.folder.writable(to))
  }
})

const command = configCheck('backups.command', texts.command, ({ backup: { command: words } }, { env }) => {
  const [program] = words
  if (program === undefined) return undefined
  if (!isRunnable(program, env.PATH ?? '')) return bad(texts.command.missing(program), texts.command.install(program))
  return words.some((word) => word.includes('{archive}'))
    ? ok(program)
    : bad(texts.command.noArchive, texts.command.add)
})

/** Somebody may have removed it, or the disk is not there. */
const archive = configCheck('backups.archive', texts.archive, (_config, { dataDir }) => {
  const { nightly } = readRecord(dataDir)
  if (!nightly) return undefined
  const bytes = statSync(nightly.archive, { throwIfNoEntry: false })?.size
  if (bytes === undefined) return bad(texts.archive.missing(nightly.archive), 'skein backup')
  return bytes === nightly.bytes ? ok(nightly.archive) : bad(texts.archive.changed(nightly.archive), 'skein backup')
})

const otherDisk = configCheck('backups.other-disk', texts.otherDisk, ({ backup }, { dataDir, machine }) => {
  const { to } = backup
  if (backup.command.length > 0) return ok(texts.otherDisk.takenAway)
  if (to === undefined || !existsSync(to) || !existsSync(dataDir)) return undefined
  return machine.diskOf(to) === machine.diskOf(dataDir) ? note(texts.otherDisk.same(to), texts.otherDisk.move) : ok(to)
})

const encryption = configCheck('backups.encryption', texts.encryption, ({ backup }) => {
  const isEncrypted = backup.passphrase !== undefined || backup.recipient !== undefined
  if (isEncrypted) return ok(texts.encryption.on)
  return backup.command.length > 0 ? note(texts.encryption.off, texts.encryption.turnOn) : undefined
})

function timeText(at: Date, { timezone }: Config): string {
  return dateAndTime(at, timezone)
}

export const backupChecks = [last, rehearsal, folder, command, archive, otherDisk, encryption]
