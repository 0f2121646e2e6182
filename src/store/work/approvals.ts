import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Button, OutboxState } from '../../domain/delivery.ts'
import type { Lane } from '../../domain/ids.ts'
import { approvalOf, type KeyRange } from '../../domain/outbox-key.ts'
import type { Database } from '../database.ts'
import { allowance, approval, outbox, person } from '../schema/schema.ts'

export type Approval = typeof approval.$inferSelect
export type NewApproval = Pick<
  Approval,
  'taskId' | 'generation' | 'personId' | 'lane' | 'hash' | 'tool' | 'effect' | 'gist' | 'rule' | 'expiresAt'
>

export function insertApproval(db: Database, row: NewApproval, now: Date): Approval {
  return db.orm
    .insert(approval)
    .values({ ...row, state: 'open', createdAt: now.getTime() })
    .returning()
    .get()
}

export function readApproval(db: Database, id: number): Approval | undefined {
  return db.orm.select().from(approval).where(eq(approval.id, id)).get()
}

/** The newest question about exactly this action in this generation of the task. */
export function findApproval(
  db: Database,
  asked: Pick<Approval, 'taskId' | 'generation' | 'hash'>,
): Approval | undefined {
  const { taskId, generation, hash } = asked
  return db.orm
    .select()
    .from(approval)
    .where(and(eq(approval.taskId, taskId), eq(approval.generation, generation), eq(approval.hash, hash)))
    .orderBy(desc(approval.id))
    .get()
}

/** Oldest first. Runs for every arriving message and usually finds none. */
export function openApprovals(db: Database, lane: Lane): Approval[] {
  const ids = db
    .statement(`SELECT id FROM approval INDEXED BY approval_open WHERE lane = ? AND state = 'open'`)
    .pluck()
    .all(lane) as number[]
  if (ids.length === 0) return []
  return db.orm.select().from(approval).where(inArray(approval.id, ids)).orderBy(approval.id).all()
}

export function openApprovalsOf(db: Database, taskIds: number[]): Approval[] {
  return db.orm
    .select()
    .from(approval)
    .where(and(inArray(approval.taskId, taskIds), eq(approval.state, 'open')))
    .all()
}

/** All questions of a task, oldest first. */
export function approvalsOf(db: Database, taskId: number): Approval[] {
  return db.orm.select().from(approval).where(eq(approval.taskId, taskId)).orderBy(approval.id).all()
}

/** Returns false if it was no longer open, because each question is answered once. */
export function answerApproval(
  db: Database,
  id: number,
  answer: { state: 'yes' | 'no' | 'expired'; by: number | null; settled: string },
  now: Date,
): boolean {
  const { changes } = db.orm
    .update(approval)
    .set({ state: answer.state, answeredBy: answer.by, settled: answer.settled, answeredAt: now.getTime() })
    .where(and(eq(approval.id, id), eq(approval.state, 'open')))
    .run()
  return changes === 1
}

/** An approval is good for one use. Returns false if it was used already. */
export function useApproval(db: Database, id: number): boolean {
  const { changes } = db.orm
    .update(approval)
    .set({ state: 'used' })
    .where(and(eq(approval.id, id), eq(approval.state, 'yes')))
    .run()
  return changes === 1
}

/** A question as shown below the line that asked it. */
export interface AskedLine {
  buttons: Button[]
  state: Approval['state']
  expiresAt: Approval['expiresAt']
  /** The line that replaces it once it is settled; null in older rows. */
  settled: string | null
}

/** The questions in these lines of ours, with their buttons and state. */
export function questionsIn(db: Database, messages: number[]): Map<number, AskedLine> {
  const rows = db.orm
    .select({ key: outbox.key, message: outbox.messageId, buttons: outbox.buttons })
    .from(outbox)
    .where(inArray(outbox.messageId, messages))
    .all()
  const questions = rows.flatMap(({ key, message, buttons }) => {
    const question = approvalOf(key)
    const row = question === undefined ? undefined : readApproval(db, question)
    if (!row) return []
    const { state, settled, expiresAt } = row
    return [[message, { buttons: buttons ?? [], state, settled, expiresAt }] as const]
  })
  return new Map(questions)
}

/** A line of ours that has buttons. */
export interface OfferedLine {
  message: number
  /** The platform's id, once it was sent. */
  remoteId?: string
}

/** Removes the buttons of lines with these keys. Unsent lines are sent without them. */
export function takeOffers(db: Database, range: KeyRange): OfferedLine[] {
  const rows = db
    .statement(
      `SELECT message_id AS message, remote_id AS remoteId FROM outbox
       WHERE key >= @from AND key < @to AND buttons IS NOT NULL`,
    )
    .all(range) as { message: number; remoteId: string | null }[]
  db.statement(
    `UPDATE outbox SET buttons = NULL
     WHERE key >= @from AND key < @to AND state IN ('pending', 'retry') AND buttons IS NOT NULL`,
  ).run(range)
  return rows.map(({ message, remoteId }) => ({ message, ...(remoteId === null ? {} : { remoteId }) }))
}

/** The platform's ids of the lines with these keys; empty while a part of them cannot have been seen yet. */
export function seenUnder(db: Database, range: KeyRange): (string | null)[] {
  const parts = db
    .statement('SELECT remote_id AS remoteId, state FROM outbox WHERE key >= @from AND key < @to')
    .all(range) as { remoteId: string | null; state: OutboxState }[]
  const isUnseen = parts.some(({ state }) => state === 'pending' || state === 'retry' || state === 'dead')
  return isUnseen ? [] : parts.map(({ remoteId }) => remoteId)
}

/** The platform's ids of sent lines with these keys that have no buttons. */
export function sentBeside(db: Database, range: KeyRange): string[] {
  return db
    .statement(
      `SELECT remote_id FROM outbox WHERE key >= @from AND key < @to AND buttons IS NULL AND remote_id IS NOT NULL`,
    )
    .pluck()
    .all(range) as string[]
}

/** Something that a person allowed permanently. */
interface Allowance {
  id: number
  personId: number
  name: string
  rule: string
  at: Date
}

export function insertAllowance(db: Database, personId: number, rule: string, now: Date): void {
  db.orm.insert(allowance).values({ personId, rule, createdAt: now.getTime() }).onConflictDoNothing().run()
}

export function hasAllowance(db: Database, personId: number, rule: string): boolean {
  return (
    db.orm
      .select({ rule: allowance.rule })
      .from(allowance)
      .where(and(eq(allowance.personId, personId), eq(allowance.rule, rule)))
      .get() !== undefined
  )
}

/** Oldest first; of one person, or of everybody. */
export function listAllowances(db: Database, personId?: number): Allowance[] {
  return db.orm
    .select({ id: allowance.id, personId: person.id, name: person.name, rule: allowance.rule, at: allowance.createdAt })
    .from(allowance)
    .innerJoin(person, eq(person.id, allowance.personId))
    .where(personId === undefined ? undefined : eq(allowance.personId, personId))
    .orderBy(allowance.id)
    .all()
    .map((row) => ({ ...row, at: new Date(row.at) }))
}

/** Returns false if there is no such number or it belongs to somebody else. */
export function removeAllowance(db: Database, id: number, personId?: number): boolean {
  const whose = personId === undefined ? undefined : eq(allowance.personId, personId)
  return (
    db.orm
      .delete(allowance)
      .where(and(eq(allowance.id, id), whose))
      .run().changes === 1
  )
}
