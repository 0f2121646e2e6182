import type { ProfileFile } from '../../domain/profile.ts'
import type { Proposal, ProposalState } from '../../domain/proposal.ts'
import type { Database } from '../database.ts'

export type NewProposal = Omit<Proposal, 'id' | 'state' | 'at'>

export function addProposal(db: Database, proposal: NewProposal, now: Date): number {
  const { file, section, before, text, reason, personId, chat, messageId, taskId } = proposal
  return Number(
    db
      .statement(
        `INSERT INTO proposal (file, section, before, text, reason, person_id, chat, message_id, task_id, state, at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
      )
      .run(file, section, before, text, reason, personId, chat, messageId ?? null, taskId, now.getTime())
      .lastInsertRowid,
  )
}

const columns = `id, file, section, before, text, reason, person_id AS personId, chat, message_id AS messageId,
  task_id AS taskId, state, at`
type Row = Omit<Proposal, 'at' | 'messageId'> & { at: number; messageId: number | null }

export function readProposal(db: Database, id: number): Proposal | undefined {
  const row = db.statement(`SELECT ${columns} FROM proposal WHERE id = ?`).get(id) as Row | undefined
  return row && toProposal(row)
}

/** Newest first. */
export function openProposals(db: Database): Proposal[] {
  const rows = db.statement(`SELECT ${columns} FROM proposal WHERE state = 'open' ORDER BY id DESC`).all() as Row[]
  return rows.map(toProposal)
}

export function countOpenProposals(db: Database): number {
  return db.statement(`SELECT count(*) FROM proposal WHERE state = 'open'`).pluck().get() as number
}

export function hasProposalSince(db: Database, since: Date): boolean {
  return db.statement('SELECT 1 FROM proposal WHERE at >= ? LIMIT 1').get(since.getTime()) !== undefined
}

/** Whether somebody declined exactly this text before. */
export function wasDeclined(
  db: Database,
  { file, section, text }: { file: ProfileFile; section: string; text: string },
): boolean {
  return (
    db
      .statement(`SELECT 1 FROM proposal WHERE state = 'declined' AND file = ? AND section = ? AND text = ? LIMIT 1`)
      .get(file, section, text) !== undefined
  )
}

export function decideProposal(
  db: Database,
  id: number,
  { state, personId }: { state: ProposalState; personId: number },
  now: Date,
): void {
  db.statement('UPDATE proposal SET state = ?, decided_by = ?, decided_at = ? WHERE id = ?').run(
    state,
    personId,
    now.getTime(),
    id,
  )
}

function toProposal({ at, messageId, ...row }: Row): Proposal {
  return { ...row, messageId: messageId ?? undefined, at: new Date(at) }
}
