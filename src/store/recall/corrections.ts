import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { correction } from '../schema/schema.ts'

export interface NewCorrection {
  summary: number
  /** Nothing hides it. */
  text: string
  personId: number
}

/** Takes the place of what was said of it before. */
export function correctSummary(db: Database, { summary, text, personId }: NewCorrection, now: Date): void {
  db.transaction(() => {
    undoCorrection(db, summary, now)
    db.orm.insert(correction).values({ summaryId: summary, text, personId, at: now.getTime() }).run()
  })
}

/** It stands as it was made. What was said in its place is kept, as every row is. */
export function undoCorrection(db: Database, summary: number, now: Date): void {
  db.orm
    .update(correction)
    .set({ undoneAt: now.getTime() })
    .where(and(eq(correction.summaryId, summary), isNull(correction.undoneAt)))
    .run()
}
