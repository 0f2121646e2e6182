import type { Config } from '../../config/config.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { backupMessages, sizeText } from '../../messages/backup-messages.ts'
import { type BackupRecord, readRecord } from '../backup/backup-record.ts'
import { hasNightlyBackups } from '../backup/nightly-backups.ts'
import type { CheckResult } from './check-rounds.ts'

const { check: texts } = backupMessages
const DAY_MS = 86_400_000
const OVERDUE_MS = 2 * DAY_MS
const REHEARSAL_OVERDUE_MS = 15 * DAY_MS

/** When the last backup was made, and whether it succeeded. */
export function examineBackups(config: Config, dataDir: string, now: Date): CheckResult {
  const { backup, failure } = readRecord(dataDir)
  const isOn = hasNightlyBackups(config)
  if (failure) return { verdict: 'bad', says: texts.failed(timeText(failure.at, config), failure.why) }
  if (!backup) return { verdict: 'note', says: isOn ? texts.never : texts.off }
  const last = texts.last(timeText(backup.at, config), backup.archive, sizeText(backup.bytes))
  if (isOn && now.getTime() - backup.at.getTime() > OVERDUE_MS) return { verdict: 'bad', says: texts.overdue(last) }
  return { verdict: 'ok', says: last }
}

/** The same for rehearsals. Nothing if there is no backup to rehearse. */
export function examineRehearsals(config: Config, dataDir: string, now: Date): CheckResult[] {
  const record = readRecord(dataDir)
  return record.backup || record.rehearsal ? [describeRehearsal(record, config, now)] : []
}

function describeRehearsal({ rehearsal }: BackupRecord, config: Config, now: Date): CheckResult {
  if (!rehearsal) return { verdict: 'note', says: texts.notRehearsed }
  const at = timeText(rehearsal.at, config)
  if (rehearsal.why !== undefined) return { verdict: 'bad', says: texts.rehearsalFailed(at, rehearsal.why) }
  if (now.getTime() - rehearsal.at.getTime() > REHEARSAL_OVERDUE_MS)
    return { verdict: 'note', says: texts.rehearsalOverdue(at) }
  const says = rehearsal.compared ? texts.compared(at, rehearsal.archive) : texts.rehearsed(at, rehearsal.archive)
  return { verdict: 'ok', says }
}

function timeText(at: Date, { timezone }: Config): string {
  return dateAndTime(at, timezone)
}
