import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { sessionResult, sessionStep, sessionTurn, sessionView, task } from '../schema/schema.ts'

type TurnRow = typeof sessionTurn.$inferSelect
type StepRow = typeof sessionStep.$inferSelect
type ResultRow = typeof sessionResult.$inferSelect

export interface StoredStep extends Pick<StepRow, 'said' | 'calls' | 'trust'> {
  joined: string | undefined
  results: Pick<ResultRow, 'call' | 'text' | 'failed'>[]
}

export interface StoredTurn extends Pick<TurnRow, 'id' | 'text' | 'files'> {
  task: number
  answer: string | undefined
  at: Date
  steps: StoredStep[]
}

export function sessionTurns(db: Database, session: string): StoredTurn[] {
  const rows = db.orm
    .select()
    .from(sessionTurn)
    .where(eq(sessionTurn.session, session))
    .orderBy(asc(sessionTurn.id))
    .all()
  const steps = stepsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, taskId, text, files, answer, at }) => ({
    id,
    task: taskId,
    text,
    files,
    answer: answer ?? undefined,
    at: new Date(at),
    steps: steps.get(id) ?? [],
  }))
}

/**
 * Begins a turn. If an earlier attempt in the same generation was interrupted, its steps are copied, so that its work
 * is not repeated. Messages that had joined it are part of the text by now.
 */
export function beginSessionTurn(
  db: Database,
  row: Pick<TurnRow, 'session' | 'taskId' | 'text' | 'files'>,
  now: Date,
): { id: number; steps: StoredStep[]; lastStep: number } {
  return db.transaction(() => {
    const { generation } = db.orm
      .select({ generation: task.generation })
      .from(task)
      .where(eq(task.id, row.taskId))
      .get() ?? { generation: 1 }
    const [before] = db.orm
      .select({ id: sessionTurn.id })
      .from(sessionTurn)
      .where(
        and(
          eq(sessionTurn.taskId, row.taskId),
          eq(sessionTurn.generation, generation),
          isNull(sessionTurn.answer),
          // Skips an attempt that got nowhere.
          sql`exists (select 1 from session_step where turn_id = ${sessionTurn.id})`,
        ),
      )
      .orderBy(desc(sessionTurn.id))
      .limit(1)
      .all()
    const { id } = db.orm
      .insert(sessionTurn)
      .values({ ...row, generation, at: now.getTime() })
      .returning({ id: sessionTurn.id })
      .get()
    const steps = before ? (stepsOf(db, [before.id]).get(before.id) ?? []) : []
    let lastStep = 0
    for (const { said, calls, trust, results } of steps) {
      lastStep = addSessionStep(db, id, { said, calls, trust }, now)
      for (const result of results) addSessionResult(db, lastStep, { ...result, trust }, now)
    }
    return { id, steps: steps.map((step) => ({ ...step, joined: undefined })), lastStep }
  })
}

export function addSessionStep(
  db: Database,
  turnId: number,
  step: Pick<StoredStep, 'said' | 'calls' | 'trust'>,
  now: Date,
): number {
  const row = { ...step, turnId, at: now.getTime() }
  return db.orm.insert(sessionStep).values(row).returning({ id: sessionStep.id }).get().id
}

/** Also lowers the trust of the step, because the next request will include its results. */
export function addSessionResult(
  db: Database,
  stepId: number,
  { trust, ...result }: Pick<ResultRow, 'call' | 'text' | 'failed'> & Pick<StepRow, 'trust'>,
  now: Date,
): void {
  db.transaction(() => {
    db.orm
      .insert(sessionResult)
      .values({ ...result, stepId, at: now.getTime() })
      .run()
    db.orm.update(sessionStep).set({ trust }).where(eq(sessionStep.id, stepId)).run()
  })
}

/** Appends what the person sent while a step ran. */
export function addJoinedText(db: Database, stepId: number, text: string): void {
  db.orm
    .update(sessionStep)
    .set({ joined: sql`case when joined is null then ${text} else joined || char(10, 10) || ${text} end` })
    .where(eq(sessionStep.id, stepId))
    .run()
}

export function finishSessionTurn(db: Database, id: number, answer: string): void {
  db.orm.update(sessionTurn).set({ answer }).where(eq(sessionTurn.id, id)).run()
}

export function readSessionView(db: Database, session: string): string | undefined {
  return db.orm.select().from(sessionView).where(eq(sessionView.session, session)).get()?.view
}

export function keepSessionView(db: Database, session: string, view: string, now: Date): void {
  const set = { view, at: now.getTime() }
  db.orm
    .insert(sessionView)
    .values({ session, ...set })
    .onConflictDoUpdate({ target: sessionView.session, set })
    .run()
}

function stepsOf(db: Database, turns: number[]): Map<number, StoredStep[]> {
  const ofTurns = inArray(sessionStep.turnId, turns)
  const results = new Map<number, StoredStep['results']>()
  const rows = db.orm
    .select({ result: sessionResult })
    .from(sessionResult)
    .innerJoin(sessionStep, eq(sessionStep.id, sessionResult.stepId))
    .where(ofTurns)
    .all()
  for (const { stepId, call, text, failed } of rows.map(({ result }) => result))
    results.set(stepId, [...(results.get(stepId) ?? []), { call, text, failed }])
  const steps = new Map<number, StoredStep[]>()
  for (const row of db.orm.select().from(sessionStep).where(ofTurns).orderBy(asc(sessionStep.id)).all()) {
    const { id, turnId, said, calls, trust, joined } = row
    const step = { said, calls, trust, joined: joined ?? undefined, results: results.get(id) ?? [] }
    steps.set(turnId, [...(steps.get(turnId) ?? []), step])
  }
  return steps
}
