import type { FactKind, FactScope, FactWriter, StoredFact } from '../../domain/fact.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'

/** A row of the table `fact`, as SQL returns it. */
export interface FactRow {
  id: number
  subject: string
  statement: string
  kind: FactKind
  about_id: number | null
  told_by_id: number
  message_id: number | null
  said_at: number
  valid_until: number | null
  replaced_by: number | null
  replaced_at: number | null
  trust: Trust
  scope: FactScope
  chat: ChatId | null
  count: number
  written_by: FactWriter
  shown_at: number | null
  shown_count: number
  forgotten_at: number | null
  created_at: number
}

export function toStoredFact(row: FactRow): StoredFact {
  const { id, subject, statement, kind, trust, scope, count } = row
  return {
    id,
    subject,
    statement,
    kind,
    aboutId: row.about_id ?? undefined,
    toldById: row.told_by_id,
    messageId: row.message_id ?? undefined,
    saidAt: new Date(row.said_at),
    validUntil: toDate(row.valid_until),
    replacedBy: row.replaced_by ?? undefined,
    replacedAt: toDate(row.replaced_at),
    trust,
    scope,
    chat: row.chat ?? undefined,
    count,
    writtenBy: row.written_by,
    shownAt: toDate(row.shown_at),
    shownCount: row.shown_count,
    forgottenAt: toDate(row.forgotten_at),
    createdAt: new Date(row.created_at),
  }
}

function toDate(ms: number | null): Date | undefined {
  return ms === null ? undefined : new Date(ms)
}
