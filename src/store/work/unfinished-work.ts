import { type AnyText, serializeText } from '../../messages/localized.ts'
import type { Database } from '../database.ts'
import { type OutboxRow, readOutboxRow } from './outbox.ts'
import { readTasks, type Task } from './tasks.ts'

// What a store that was restored from a backup must not simply continue with, because it may have been finished after
// the backup was made.

/** Holds every delivery that had not been sent. Returns them. */
export function holdUnsent(db: Database, reason: AnyText): OutboxRow[] {
  const ids = db
    .statement("SELECT id FROM outbox WHERE state IN ('pending', 'sending', 'retry', 'unknown') ORDER BY id")
    .pluck()
    .all() as number[]
  const hold = db.statement("UPDATE outbox SET state = 'held', error = ? WHERE id = ?")
  for (const id of ids) hold.run(serializeText(reason), id)
  return ids.map((id) => readOutboxRow(db, id))
}

export function unfinishedTasks(db: Database): Task[] {
  const ids = db.statement('SELECT id FROM task WHERE finished_at IS NULL ORDER BY id').pluck().all() as number[]
  return readTasks(db, ids)
}

/** Results of jobs that wait for the end of quiet hours, and runs whose tasks were under way. */
export function skipOpenRuns(db: Database, reason: AnyText, now: Date): void {
  db.statement(
    `UPDATE job_run SET state = 'skipped', reason = ?, finished_at = ?, held_until = NULL
     WHERE state IN ('queued', 'held')`,
  ).run(serializeText(reason), now.getTime())
}

/** The person who restored the store sees on the page what it contains. */
export function skipPendingPushes(db: Database): void {
  db.statement("UPDATE push SET state = 'done' WHERE state <> 'done'").run()
}

/** Questions, codes and sign-ins may have been answered, used or revoked since. */
export function voidOldRights(db: Database): void {
  db.statement("UPDATE approval SET state = 'expired' WHERE state = 'open'").run()
  db.statement('DELETE FROM pairing').run()
  db.statement('DELETE FROM web_session').run()
}

/** The daemon that was running when the backup was made did not crash. */
export function endEarlierInstances(db: Database, own: number, at: Date): void {
  db.statement('UPDATE instance SET ended_at = ? WHERE ended_at IS NULL AND id <> ?').run(at.getTime(), own)
}
