import { inArray } from 'drizzle-orm'
import type { Button } from '../../domain/delivery.ts'
import { runOf } from '../../domain/outbox-key.ts'
import type { Database } from '../database.ts'
import { readJob } from '../schedule/jobs.ts'
import { lastUndone, readRun } from '../schedule/runs.ts'
import { outbox } from '../schema/schema.ts'

/** The reminders among these lines that nobody has handled yet, with their buttons. */
export function remindersIn(db: Database, messages: number[]): Map<number, Button[]> {
  const rows = db.orm
    .select({ key: outbox.key, message: outbox.messageId, buttons: outbox.buttons })
    .from(outbox)
    .where(inArray(outbox.messageId, messages))
    .all()
  const open = rows.flatMap(({ key, message, buttons }) => {
    const run = runOf(key)
    return run !== undefined && buttons && isOpen(db, run) ? [[message, buttons] as const] : []
  })
  return new Map(open)
}

/** If a reminder was repeated, only its last line still has buttons. */
function isOpen(db: Database, id: number): boolean {
  const run = readRun(db, id)
  const job = run && readJob(db, run.jobId)
  return job?.kind === 'reminder' && job.state === 'active' && job.againAt === null && lastUndone(db, job.id)?.id === id
}

/** The lines among these with buttons for a task that was not retried since. Stop is offered until it has ended. */
export function taskOffersIn(db: Database, messages: number[]): Map<number, Button[]> {
  const rows = db
    .statement(
      `SELECT outbox.message_id AS message, outbox.buttons, task.id, task.generation, finished_at AS finishedAt FROM outbox JOIN task ON task.id = outbox.task_id
       WHERE outbox.message_id IN (SELECT value FROM json_each(?)) AND outbox.buttons IS NOT NULL`,
    )
    .all(JSON.stringify(messages)) as OfferingRow[]
  const open = rows.flatMap(({ message, buttons, id, generation, finishedAt }) => {
    const offered = (JSON.parse(buttons) as Button[]).filter(
      ({ data }) => data.endsWith(` ${id} ${generation}`) && (finishedAt === null || !data.startsWith('stop ')),
    )
    return offered.length > 0 ? [[message, offered] as const] : []
  })
  return new Map(open)
}

interface OfferingRow {
  message: number
  buttons: string
  id: number
  generation: number
  finishedAt: number | null
}
