import type { StoredFact } from '../../domain/fact.ts'
import type { ChatId } from '../../domain/ids.ts'
import { plainWords } from '../../lib/text/words.ts'
import { type Steady, steadyMs } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { isOnOtherBranch } from '../messages/branch-path.ts'
import { isPrivateTo } from '../messages/chats.ts'
import { readMessages, type StoredMessage } from '../messages/messages.ts'
import { fact } from '../schema/schema.ts'
import { type FactRow, toStoredFact } from './fact-rows.ts'

/** A fact as its writer gives it. */
export type NewFact = Pick<StoredFact, 'statement' | 'kind' | 'toldById' | 'saidAt' | 'trust' | 'scope' | 'writtenBy'> &
  Partial<Pick<StoredFact, 'subject' | 'aboutId' | 'messageId' | 'validUntil' | 'chat'>>

export interface SavedFact {
  fact: StoredFact
  /** It was known already, and only its count went up. */
  isRepeated: boolean
}

/** Stores a fact, or counts it once more if it is known already where it would be shown. */
export function insertFact(db: Database, given: NewFact, now: Date): SavedFact {
  return db.transaction(() => {
    const known = findSameFact(db, given, now)
    if (known) return { fact: repeatFact(db, known.id, given), isRepeated: true }
    return { fact: addFact(db, given, now), isRepeated: false }
  })
}

/** Counts a fact once more, unless it is the same message again. Its source is the message in which it was said last. */
export function repeatFact(
  db: Database,
  id: number,
  { messageId, saidAt, validUntil }: Pick<NewFact, 'messageId' | 'saidAt' | 'validUntil'>,
): StoredFact {
  db.statement(
    `UPDATE fact SET count = count + (message_id IS NULL OR message_id IS NOT @messageId), message_id = coalesce(@messageId, message_id), said_at = max(said_at, @saidAt),
       valid_until = coalesce(@validUntil, valid_until) WHERE id = @id`,
  ).run({ id, messageId: messageId ?? null, saidAt: saidAt.getTime(), validUntil: validUntil?.getTime() ?? null })
  return readFact(db, id)
}

/**
 * Stores a fact that takes the place of older ones. They are kept, and shown only if somebody asks for them. If the new
 * one says the same as one of them, that one is counted once more and stays.
 */
export function replaceFacts(db: Database, older: number[], given: NewFact, now: Date): SavedFact {
  return db.transaction(() => {
    const saved = insertFact(db, given, now)
    markReplaced(db, older, saved.fact.id, now)
    return saved
  })
}

/** Puts one fact in the place of others that still hold. */
export function markReplaced(db: Database, older: readonly number[], by: number, now: Date): void {
  const replace = db.statement(
    `UPDATE fact SET replaced_by = @by, replaced_at = @at WHERE id = @id AND id <> @by AND ${isCurrent}`,
  )
  for (const id of older) replace.run({ id, by, at: now.getTime() })
}

/**
 * Deletes what a fact says for good, and what its earlier versions said. The rows stay, so that their numbers are never
 * used again. Returns the numbers that are forgotten now.
 */
export function forgetFact(db: Database, id: number, now: Date): number[] {
  return db.transaction(() => {
    return clearFacts(db, [id, ...findOlderVersions(db, id).map((older) => older.id)], now)
  })
}

/** Every open session that was shown one of these facts begins anew, because it would still know them. */
export function endSessionsWith(db: Database, ids: number[], steady: Steady): void {
  db.statement(
    `UPDATE lane SET anew_at = @steady WHERE key IN (
       SELECT epoch.lane FROM epoch JOIN assembly ON assembly.epoch_id = epoch.id
       WHERE epoch.closed_at IS NULL AND EXISTS (
         SELECT 1 FROM json_each(assembly.parts) AS part, json_each(part.value, '$.facts') AS shown
         WHERE shown.value IN (SELECT value FROM json_each(@ids))))`,
  ).run({ steady: steadyMs(steady), ids: JSON.stringify(ids) })
}

/** Deletes what these rows say. Returns the numbers of those that still said something. */
export function clearFacts(db: Database, ids: number[], now: Date): number[] {
  const clear = db.statement(
    `UPDATE fact SET subject = '', statement = '', key = '', message_id = NULL, forgotten_at = @at
     WHERE id = @id AND forgotten_at IS NULL`,
  )
  return ids.filter((id) => clear.run({ id, at: now.getTime() }).changes > 0)
}

/** Forgets the facts whose source is this message. */
export function forgetFactsFrom(db: Database, messageId: number, now: Date): void {
  const ids = db.statement('SELECT id FROM fact WHERE message_id = ?').pluck().all(messageId) as number[]
  for (const id of ids) forgetFact(db, id, now)
}

/** Counts that a model saw these facts. */
export function noteFactsShown(db: Database, ids: number[], now: Date): void {
  const note = db.statement('UPDATE fact SET shown_at = ?, shown_count = shown_count + 1 WHERE id = ?')
  for (const id of ids) note.run(now.getTime(), id)
}

/** Where facts are shown: that decides which of them may be. */
export interface FactReader {
  /** The person whose private facts may be shown; undefined if others can read the answer. */
  privateTo: number | undefined
  chat: ChatId
}

/** What this person may see in this chat. Private facts only where they are the only reader. */
export function factReader(db: Database, personId: number, chat: ChatId): FactReader {
  return { privateTo: isPrivateTo(db, chat, personId) ? personId : undefined, chat }
}

export interface FactFilter {
  /**
   * Only facts that hold then: neither replaced nor expired, nor said in a version that is not chosen. Without it,
   * everything that is not forgotten.
   */
  validAt?: Date
  /** Only this one. */
  id?: number
}

/** The facts that may be shown there, newest first. */
export function findFacts(db: Database, reader: FactReader, { validAt, id }: FactFilter = {}): StoredFact[] {
  const rows = db
    .statement(
      `SELECT * FROM fact WHERE ${isVisible} AND forgotten_at IS NULL
         AND (@validAt IS NULL OR ${isCurrent} AND NOT ${isOnOtherBranch('fact.message_id')}
           AND (valid_until IS NULL OR valid_until > @validAt))
         AND (@id IS NULL OR id = @id)
       ORDER BY said_at DESC, id DESC`,
    )
    .all({
      privateTo: reader.privateTo ?? null,
      chat: reader.chat,
      validAt: validAt?.getTime() ?? null,
      id: id ?? null,
    }) as FactRow[]
  return rows.map(toStoredFact)
}

/** A fact that may be shown there, even if it is replaced or expired. */
export function findFact(db: Database, reader: FactReader, id: number): StoredFact | undefined {
  return findFacts(db, reader, { id })[0]
}

/** The message in which a fact was said last. */
export function findSource(db: Database, { messageId }: Pick<StoredFact, 'messageId'>): StoredMessage | undefined {
  return messageId === undefined ? undefined : readMessages(db, [messageId])[0]
}

/** The messages in which a fact and its earlier versions were said, oldest first. */
export function findSources(db: Database, id: number): StoredMessage[] {
  const ids = db
    .statement(
      `SELECT DISTINCT message_id FROM fact WHERE id IN (${versionsOf('@id')}) AND message_id IS NOT NULL ORDER BY message_id`,
    )
    .pluck()
    .all({ id }) as number[]
  return readMessages(db, ids)
}

/** What it replaced, and what that replaced, newest first. */
export function findOlderVersions(db: Database, id: number): StoredFact[] {
  return findFactsWith(db, id, []).filter((fact) => fact.id !== id)
}

/** A fact with its earlier versions, and the facts from these messages with theirs; newest first, but the fact before all. */
export function findFactsWith(db: Database, id: number, messageIds: number[]): StoredFact[] {
  const from = 'fact.message_id IN (SELECT value FROM json_each(@messages))'
  const rows = db
    .statement(
      `SELECT * FROM fact WHERE id IN (${versionsOf(`@id UNION SELECT id FROM fact WHERE ${from}`)}) AND forgotten_at IS NULL
       ORDER BY id = @id DESC, said_at DESC, id DESC`,
    )
    .all({ id, messages: JSON.stringify(messageIds) }) as FactRow[]
  return rows.map(toStoredFact)
}

/** The ids of a fact, of what it replaced, of what that replaced, and so on. */
export const versionsOf = (id: string) =>
  `WITH RECURSIVE version (id) AS (
     SELECT ${id} UNION SELECT fact.id FROM fact JOIN version ON fact.replaced_by = version.id)
   SELECT id FROM version`

/** The living fact that says the same in the same place, if there is one. */
export function findSameFact(db: Database, given: NewFact, now: Date): StoredFact | undefined {
  const row = db
    .statement(
      `SELECT * FROM fact WHERE key = @key AND scope = @scope AND about_id IS @aboutId AND chat IS @chat
         AND forgotten_at IS NULL AND replaced_by IS NULL AND (valid_until IS NULL OR valid_until > @now)
       ORDER BY id LIMIT 1`,
    )
    .get({
      key: keyOf(given.statement),
      scope: given.scope,
      aboutId: given.aboutId ?? null,
      chat: given.chat ?? null,
      now: now.getTime(),
    }) as FactRow | undefined
  return row && toStoredFact(row)
}

/** SQL condition on a fact: nothing that was said on the chosen path has replaced it. */
const isCurrent = `(fact.replaced_by IS NULL OR EXISTS (SELECT 1 FROM fact AS newer
  WHERE newer.id = fact.replaced_by AND ${isOnOtherBranch('newer.message_id')}))`

/** Three conditions, so that each can use its own index. */
const isVisible = `(scope = 'private' AND about_id = @privateTo OR scope = 'room' AND chat = @chat OR scope = 'everyone')`

/** Only case, accents, punctuation and white space may differ. A sign may be all that makes a difference: -5, C++. */
function keyOf(statement: string): string {
  return [...plainWords(statement), ...(statement.match(/[-−](?=\d)|[\p{S}#]/gu) ?? [])].join(' ')
}

/** Adds a row even if the same is known. */
export function addFact(db: Database, given: NewFact, now: Date): StoredFact {
  const { validUntil, saidAt } = given
  const row = db.orm
    .insert(fact)
    .values({
      ...given,
      subject: given.subject ?? '',
      key: keyOf(given.statement),
      saidAt: saidAt.getTime(),
      validUntil: validUntil?.getTime() ?? null,
      createdAt: now.getTime(),
    })
    .returning({ id: fact.id })
    .get()
  return readFact(db, row.id)
}

export function readFact(db: Database, id: number): StoredFact {
  return toStoredFact(db.statement('SELECT * FROM fact WHERE id = ?').get(id) as FactRow)
}
