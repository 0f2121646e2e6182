import type { SourceBlock } from '../../domain/job.ts'
import type { Database } from '../database.ts'

/** Each run keeps all that it found, so that a few of them are enough, also where one found nothing or failed. */
const LAST_RUNS = 20

/** What a job has found in its last runs, by the title of the block. What nobody was to hear of counts: it was judged. */
export function toldKeys(db: Database, jobId: number): Map<string, Set<string>> {
  const rows = db
    .statement(
      `SELECT sources FROM job_run WHERE job_id = ? AND sources IS NOT NULL AND state IN ('delivered', 'held', 'silent')
       ORDER BY instant DESC LIMIT ${LAST_RUNS}`,
    )
    .pluck()
    .all(jobId) as string[]
  const told = new Map<string, Set<string>>()
  for (const { title, keys = [] } of rows.flatMap((row) => JSON.parse(row) as SourceBlock[]))
    told.set(title, new Set([...(told.get(title) ?? []), ...keys]))
  return told
}
