import { and, desc, eq, lt, lte, sql } from 'drizzle-orm'
import type { ReportedCall } from '../../domain/context-use.ts'
import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { assembly } from '../schema/schema.ts'

type Row = typeof assembly.$inferSelect

/** What the model saw in one turn. The parts come from the gateway and are stored unchanged. */
export type StoredAssembly<Part, Left> = Omit<Row, 'parts' | 'leftOut' | 'at' | 'failed' | 'reported'> & {
  parts: Part[]
  leftOut: Left
  at: Date
  /** Steps of the assembly that failed, and what was used instead. */
  failures: FailedStep[]
  reported: ReportedCall | undefined
}

export interface FailedStep {
  step: string
  left: string
}

export type NewAssembly<Part, Left> = Omit<StoredAssembly<Part, Left>, 'id' | 'failures' | 'reported'> & {
  failures?: FailedStep[]
}

export function insertAssembly<Part, Left>(db: Database, values: NewAssembly<Part, Left>): number {
  const { parts, leftOut, failures, at, ...rest } = values
  const lists = { parts: JSON.stringify(parts), leftOut: JSON.stringify(leftOut), failed: toFailed(failures) }
  const row = { ...rest, ...lists, at: at.getTime() }
  return db.orm.insert(assembly).values(row).returning({ id: assembly.id }).get().id
}

/** Adds parts to a turn that took in more while it ran. */
export function extendAssembly<Part, Left>(
  db: Database,
  id: number,
  { parts, leftOut, failures, tokens, text }: Pick<StoredAssembly<Part, Left>, Extended>,
): void {
  const lists = { parts: JSON.stringify(parts), leftOut: JSON.stringify(leftOut), failed: toFailed(failures) }
  const values = { tokens, text, ...lists }
  db.orm.update(assembly).set(values).where(eq(assembly.id, id)).run()
}

type Extended = 'parts' | 'leftOut' | 'failures' | 'tokens' | 'text'

/** The error itself is in the log and not in the store. */
function toFailed(failures: FailedStep[] = []): string | null {
  return failures.length === 0 ? null : JSON.stringify(failures.map(({ step, left }) => ({ step, left })))
}

export function reportAssembly(db: Database, id: number, reported: ReportedCall): void {
  db.orm
    .update(assembly)
    .set({ reported: JSON.stringify(reported) })
    .where(eq(assembly.id, id))
    .run()
}

/** The last turn of a task, or its last one until a moment; a task that was retried has several. */
export function assemblyOfTask<Part, Left>(
  db: Database,
  taskId: number,
  until?: Date,
): StoredAssembly<Part, Left> | undefined {
  // If the clock was set back in between, the last turn is the best guess.
  const inTime = until === undefined ? sql`1` : sql`${assembly.at} <= ${until.getTime()}`
  return read(
    db.orm
      .select()
      .from(assembly)
      .where(eq(assembly.taskId, taskId))
      .orderBy(desc(inTime), desc(assembly.id))
      .limit(1)
      .get(),
  )
}

/** The last turn in a lane. */
export function latestAssembly<Part, Left>(db: Database, lane: Lane): StoredAssembly<Part, Left> | undefined {
  return read(db.orm.select().from(assembly).where(eq(assembly.lane, lane)).orderBy(desc(assembly.id)).limit(1).get())
}

/** The turn before a given one in the same lane. */
export function assemblyBefore<Part, Left>(
  db: Database,
  { lane, id }: Pick<Row, 'lane' | 'id'>,
): StoredAssembly<Part, Left> | undefined {
  const earlier = and(eq(assembly.lane, lane), lt(assembly.id, id))
  return read(db.orm.select().from(assembly).where(earlier).orderBy(desc(assembly.id)).limit(1).get())
}

/** The turns of an epoch up to a given one, oldest first. */
export function epochTurns<Part>(
  db: Database,
  epochId: number,
  upTo: number,
): (Pick<Row, 'id' | 'taskId' | 'opens' | 'text'> & { parts: Part[] })[] {
  const { id, taskId, opens, text, parts } = assembly
  const rows = db.orm
    .select({ id, taskId, opens, text, parts })
    .from(assembly)
    .where(and(eq(assembly.epochId, epochId), lte(id, upTo)))
    .orderBy(id)
    .all()
  return rows.map((row) => ({ ...row, parts: JSON.parse(row.parts) as Part[] }))
}

/** Every message that was shown to the model in this epoch, or only those in parts of one kind. */
export function shownIn(db: Database, epochId: number, kind?: string): Set<number> {
  const rows = db.orm.select({ parts: assembly.parts }).from(assembly).where(eq(assembly.epochId, epochId)).all()
  const parts = rows.flatMap((row) => JSON.parse(row.parts) as { kind: string; messages: number[] }[])
  return new Set(parts.flatMap((part) => (kind === undefined || part.kind === kind ? part.messages : [])))
}

/** Everything that was shown to the model in this epoch: messages, facts, and passages of the library. */
export function everythingShownIn(db: Database, epochId: number): ShownIds {
  const rows = db.orm.select({ parts: assembly.parts }).from(assembly).where(eq(assembly.epochId, epochId)).all()
  return shownBy(rows.flatMap((row) => JSON.parse(row.parts) as RecordedPart[]))
}

export function shownBy(parts: RecordedPart[]): ShownIds {
  return {
    ids: new Set(parts.flatMap(({ messages }) => messages)),
    facts: new Set(parts.flatMap(({ facts = [] }) => facts)),
    passages: new Set(parts.flatMap(({ passages = [] }) => passages.map(({ id }) => id))),
  }
}

interface RecordedPart {
  messages: number[]
  facts?: number[]
  passages?: { id: number }[]
}

interface ShownIds {
  ids: Set<number>
  facts: Set<number>
  passages: Set<number>
}

function read<Part, Left>(row: Row | undefined): StoredAssembly<Part, Left> | undefined {
  if (!row) return undefined
  const { parts, leftOut, at, failed, reported, ...rest } = row
  return {
    ...rest,
    parts: JSON.parse(parts) as Part[],
    leftOut: JSON.parse(leftOut) as Left,
    at: new Date(at),
    failures: failed === null ? [] : (JSON.parse(failed) as FailedStep[]),
    reported: reported === null ? undefined : (JSON.parse(reported) as ReportedCall),
  }
}
