import { desc, eq, sql } from 'drizzle-orm'
import type { Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { assembly } from '../schema/schema.ts'

type Row = typeof assembly.$inferSelect

/** What the model saw on one turn. The parts are the gateway's, kept as they are. */
export type StoredAssembly<Part, Left> = Omit<Row, 'parts' | 'leftOut' | 'at'> & {
  parts: Part[]
  leftOut: Left
  at: Date
}

export type NewAssembly<Part, Left> = Omit<StoredAssembly<Part, Left>, 'id' | 'reported'>

export function insertAssembly<Part, Left>(db: Database, values: NewAssembly<Part, Left>): number {
  const { parts, leftOut, at, ...rest } = values
  const row = { ...rest, parts: JSON.stringify(parts), leftOut: JSON.stringify(leftOut), at: at.getTime() }
  return db.orm.insert(assembly).values(row).returning({ id: assembly.id }).get().id
}

/** The turn took in more while it ran. */
export function extendAssembly<Part, Left>(
  db: Database,
  id: number,
  { parts, leftOut, ...rest }: Pick<StoredAssembly<Part, Left>, 'parts' | 'leftOut' | 'tokens' | 'text'>,
): void {
  const values = { ...rest, parts: JSON.stringify(parts), leftOut: JSON.stringify(leftOut) }
  db.orm.update(assembly).set(values).where(eq(assembly.id, id)).run()
}

/** Of the last turn of a task, or of the last one until a moment: a task that was tried again has several. */
export function assemblyOfTask<Part, Left>(
  db: Database,
  taskId: number,
  until?: Date,
): StoredAssembly<Part, Left> | undefined {
  // Of a clock that was set back in between, the last turn is the best there is.
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

/** Of the last turn in a lane. */
export function latestAssembly<Part, Left>(db: Database, lane: Lane): StoredAssembly<Part, Left> | undefined {
  return read(db.orm.select().from(assembly).where(eq(assembly.lane, lane)).orderBy(desc(assembly.id)).limit(1).get())
}

/** Every message that a turn of this epoch has put before the model, or those that parts of one kind name. */
export function shownIn(db: Database, epochId: number, kind?: string): Set<number> {
  const rows = db.orm.select({ parts: assembly.parts }).from(assembly).where(eq(assembly.epochId, epochId)).all()
  const parts = rows.flatMap((row) => JSON.parse(row.parts) as { kind: string; messages: number[] }[])
  return new Set(parts.flatMap((part) => (kind === undefined || part.kind === kind ? part.messages : [])))
}

function read<Part, Left>(row: Row | undefined): StoredAssembly<Part, Left> | undefined {
  if (!row) return undefined
  const { parts, leftOut, at, ...rest } = row
  return { ...rest, parts: JSON.parse(parts) as Part[], leftOut: JSON.parse(leftOut) as Left, at: new Date(at) }
}
