import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { isOnOtherBranch } from './branch-path.ts'

/** A line as it is given to people: everything that was said, with its earlier versions and what was deleted elsewhere. */
export interface ExportedLine {
  id: number
  at: string
  author: 'human' | 'bot'
  name: string
  kind: string
  origin: string
  lane: string
  text: string
  platformId?: string
  repliesTo?: string
  /** When it was deleted on its platform. */
  deletedAt?: string
  /** The line that holds the text after an edit. */
  replacedBy?: number
  /** It belongs to a version that is not the chosen one. */
  otherVersion?: true
  files?: { name: string; hash: string }[]
  actions?: string[]
  model?: string
}

interface Row extends Pick<ExportedLine, 'id' | 'author' | 'name' | 'kind' | 'origin' | 'lane' | 'text'> {
  at: number
  remoteId: string | null
  replyTo: string | null
  deletedAt: number | null
  replacedBy: number | null
  otherVersion: 0 | 1
  files: string
  actions: string
  model: string | null
}

/** The lines of a chat that still have words: all of them, or those of one person and the answers to them. */
export function exportedLines(db: Database, chat: ChatId, person?: number): ExportedLine[] {
  const rows = db
    .statement(
      `SELECT id, at, author, name, kind, origin, lane, text, remote_id AS remoteId, reply_to AS replyTo,
         (SELECT at FROM deleted_message WHERE message_id = message.id) AS deletedAt,
         (SELECT max(newer.id) FROM message AS newer WHERE newer.chat = message.chat AND newer.remote_id = message.remote_id
            AND newer.author = message.author AND newer.id > message.id) AS replacedBy,
         ${isOnOtherBranch('message.id')} AS otherVersion,
         (SELECT json_group_array(json_object('name', name, 'hash', hash)) FROM message_file WHERE message_id = message.id) AS files,
         (SELECT json_group_array(line) FROM action WHERE message_id = message.id) AS actions,
         (SELECT model FROM answer WHERE message_id = message.id) AS model
       FROM message WHERE chat = @chat AND id NOT IN (SELECT message_id FROM erased_message)
         AND (@person IS NULL OR author = 'human' AND person_id = @person OR id IN (
           SELECT outbox.message_id FROM outbox JOIN task_message ON task_message.task_id = outbox.task_id
           JOIN message AS asked ON asked.id = task_message.message_id WHERE asked.chat = @chat AND asked.person_id = @person))
       ORDER BY at, id`,
    )
    .all({ chat, person: person ?? null }) as Row[]
  return rows.map(({ at, remoteId, replyTo, deletedAt, replacedBy, otherVersion, files, actions, model, ...row }) => {
    const [fileList, actionList] = [JSON.parse(files) as ExportedLine['files'], JSON.parse(actions) as string[]]
    return {
      ...row,
      at: new Date(at).toISOString(),
      ...(remoteId !== null && { platformId: remoteId }),
      ...(replyTo !== null && { repliesTo: replyTo }),
      ...(deletedAt !== null && { deletedAt: new Date(deletedAt).toISOString() }),
      ...(replacedBy !== null && { replacedBy }),
      ...(otherVersion === 1 && { otherVersion: true as const }),
      ...(fileList && fileList.length > 0 && { files: fileList }),
      ...(actionList.length > 0 && { actions: actionList }),
      ...(model !== null && { model }),
    }
  })
}

/** The chats with lines of a person. `isOwn`: nobody else reads it, so all of it is theirs. */
export function chatsOfPerson(db: Database, person: number): { chat: ChatId; isOwn: boolean }[] {
  const rows = db
    .statement(
      `SELECT id AS chat, audience = 'private' AND owner_id = @person AS isOwn FROM chat
       WHERE audience = 'private' AND owner_id = @person
         OR EXISTS (SELECT 1 FROM message WHERE message.chat = chat.id AND person_id = @person) ORDER BY created_at, id`,
    )
    .all({ person }) as { chat: ChatId; isOwn: 0 | 1 }[]
  return rows.map(({ chat, isOwn }) => ({ chat, isOwn: isOwn === 1 }))
}

/** The rest of what the store knows about a chat or a person, each as plain rows. */
export function exportedRecords(
  db: Database,
  { chat, person }: { chat?: ChatId; person?: number },
): Record<'facts' | 'summaries' | 'jobs' | 'proposals', Record<string, unknown>[]> {
  const scope = { chat: chat ?? null, person: person ?? null }
  return {
    facts: db
      .statement(
        `SELECT id, subject, statement, kind, scope, chat, message_id AS message, said_at AS saidAt,
           valid_until AS validUntil, replaced_by AS replacedBy, count FROM fact WHERE forgotten_at IS NULL
           AND (chat = @chat OR about_id = @person OR told_by_id = @person
             OR message_id IN (SELECT id FROM message WHERE chat = @chat)) ORDER BY id`,
      )
      .all(scope) as Record<string, unknown>[],
    summaries: db
      .statement(
        `SELECT summary.id, lane, coalesce((SELECT text FROM correction WHERE summary_id = summary.id AND undone_at IS NULL
             ORDER BY id DESC LIMIT 1), text) AS text, from_at AS fromAt, to_at AS toAt, messages
         FROM summary WHERE lane IN (SELECT key FROM lane WHERE chat = @chat) AND @person IS NULL ORDER BY id`,
      )
      .all(scope) as Record<string, unknown>[],
    jobs: db
      .statement(
        `SELECT id, kind, name, text, state, due, timezone, next_at AS nextAt FROM job
         WHERE state <> 'removed' AND (chat = @chat OR person_id = @person) ORDER BY id`,
      )
      .all(scope) as Record<string, unknown>[],
    proposals: db
      .statement(
        `SELECT id, file, section, before, text, reason, message_id AS message, state, at FROM proposal
         WHERE chat = @chat OR person_id = @person ORDER BY id`,
      )
      .all(scope) as Record<string, unknown>[],
  }
}
