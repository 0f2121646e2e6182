import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../config/config.ts'
import { runChild } from '../../lib/child.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import { instantOf, wallAt } from '../../lib/time/zone.ts'
import { backupMessages } from '../../messages/backup-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { type BackupRecord, readRecord } from './backup-record.ts'

export interface NightlyBackupsDeps {
  dataDir: string
  configFile: string | undefined
  config: Config
  /** Complete, because secrets of the configuration may be in it. */
  env: NodeJS.ProcessEnv
  /** How this program is started again: Node's own arguments and the file. */
  program: string[]
  clock: Clock
  log: Log
  /** Tells the owner. */
  trouble(sentence: AnyText): void
  /** The pause before the first look and between two; shorter in tests. */
  lookEveryMs?: number
}

const LOOK_EVERY_MS = 5 * 60_000
const RETRY_MS = 3_600_000
const REHEARSE_EVERY_MS = 7 * 86_400_000
/** A backup to a slow disk may take hours. One that takes longer hangs. */
const LIMITS = { timeoutMs: 18 * 3_600_000, maxBytes: 1_000_000 }

/**
 * Makes the nightly backups and rehearses one every week. Each runs as a process of its own, `skein backup` and `skein
 * restore --check`, so that copying, compressing and encrypting never delay an answer.
 */
export function createNightlyBackups(deps: NightlyBackupsDeps): { run(signal: AbortSignal): Promise<void> } {
  const { dataDir, config, clock, log, trouble, lookEveryMs = LOOK_EVERY_MS } = deps
  const isOn = hasNightlyBackups(config)

  /** Both return whether it succeeded. */
  async function makeBackup(signal: AbortSignal): Promise<boolean> {
    const outcome = await runSkein(deps, ['backup'], signal)
    if (signal.aborted) return false
    const { failure, nightly } = readRecord(dataDir)
    if (!failure && outcome.status === 'exited' && outcome.code === 0) {
      log.info({ archive: nightly?.archive, bytes: nightly?.bytes }, 'the nightly backup was made')
      return true
    }
    log.error(outcome, 'the nightly backup failed')
    trouble(backupMessages.nightlyFailed(failure?.why ?? outcome.stderr.trim()))
    return false
  }

  async function rehearse(archive: string, before: BackupRecord, signal: AbortSignal): Promise<boolean> {
    const outcome = await runSkein(deps, ['restore', archive, '--check'], signal)
    if (signal.aborted) return false
    const { rehearsal } = readRecord(dataDir)
    // Nothing is recorded about an archive that is gone.
    const isRecorded = rehearsal !== undefined && !isDeepStrictEqual(rehearsal, before.rehearsal)
    if (isRecorded && rehearsal.why === undefined) {
      log.info({ archive }, 'a backup was rehearsed')
      return true
    }
    log.error(outcome, 'a rehearsal of a backup failed')
    trouble(backupMessages.rehearsalFailed(archive, (isRecorded && rehearsal.why) || outcome.stderr.trim()))
    return false
  }

  return {
    async run(signal) {
      let triedAt = Number.NEGATIVE_INFINITY
      while (isOn) {
        await sleep(lookEveryMs, signal)
        if (signal.aborted) return
        const record = readRecord(dataDir)
        const now = clock.now()
        if (clock.mono() - triedAt < RETRY_MS) continue
        const archive = record.nightly?.archive
        let isDone: boolean
        if (isBackupDue(record, now, config)) isDone = await makeBackup(signal)
        else if (archive !== undefined && isRehearsalDue(record, now)) isDone = await rehearse(archive, record, signal)
        else continue
        // A success makes nothing due for a while; a failure is tried again later. The rehearsal follows at the next look.
        triedAt = isDone ? Number.NEGATIVE_INFINITY : clock.mono()
      }
    },
  }
}

/** Whether the configuration says where nightly backups go. */
export function hasNightlyBackups({ backup }: Pick<Config, 'backup'>): boolean {
  return backup.to !== undefined || backup.command.length > 0
}

/** Whether the hour has come since the last nightly backup. After a pause only the newest night counts. */
export function isBackupDue(
  { nightly }: { nightly?: { at: Date } | undefined },
  now: Date,
  { backup, timezone }: Pick<Config, 'backup' | 'timezone'>,
): boolean {
  const { year, month, day } = wallAt(now, timezone)
  const clock = { hour: backup.hour, minute: 0, second: 0 }
  const today = instantOf({ year, month, day, ...clock }, timezone)
  const newest = today <= now ? today : instantOf({ year, month, day: day - 1, ...clock }, timezone)
  // A record from the future was written by a wrong clock.
  return nightly === undefined || nightly.at < newest || nightly.at > now
}

export function isRehearsalDue({ rehearsal }: Pick<BackupRecord, 'rehearsal'>, now: Date): boolean {
  return (
    !rehearsal || rehearsal.why !== undefined || Math.abs(now.getTime() - rehearsal.at.getTime()) >= REHEARSE_EVERY_MS
  )
}

async function runSkein(
  { dataDir, configFile, env, program }: NightlyBackupsDeps,
  args: string[],
  signal: AbortSignal,
) {
  const complete = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const globals = ['--data', dataDir, ...(configFile === undefined ? [] : ['--config', configFile])]
  const command = { file: process.execPath, args: [...program, ...globals, ...args], env: complete }
  return await runChild(command, LIMITS, signal)
}
