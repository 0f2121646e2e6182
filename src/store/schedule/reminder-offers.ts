import { inArray } from 'drizzle-orm'
import type { Button } from '../../domain/delivery.ts'
import { runOf } from '../../domain/outbox-key.ts'
import type { Database } from '../database.ts'
import { outbox } from '../schema/schema.ts'
import { readJob } from './jobs.ts'
import { lastUndone, readRun } from './runs.ts'

/** Which of these lines of ours are reminders that nobody has seen to yet, and what can be pressed below them. */
export function remindersIn(db: Database, messages: number[]): Map<number, Button[]> {
  const said = db.orm
    .select({ key: outbox.key, message: outbox.messageId, buttons: outbox.buttons })
    .from(outbox)
    .where(inArray(outbox.messageId, messages))
    .all()
  const open = said.flatMap(({ key, message, buttons }) => {
    const run = runOf(key)
    return run !== undefined && buttons && isOpen(db, run) ? [[message, buttons] as const] : []
  })
  return new Map(open)
}

/** Of a reminder that came again only the last line asks for something. */
function isOpen(db: Database, id: number): boolean {
  const run = readRun(db, id)
  const job = run && readJob(db, run.jobId)
  return job?.kind === 'reminder' && job.state === 'active' && job.againAt === null && lastUndone(db, job.id)?.id === id
}
