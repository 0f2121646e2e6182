import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

// Which runner has a session, and which one has the files of a chat: the one that took the last turn.

export function noteRunner(db: Database, chat: ChatId, session: string | undefined, runner: string): void {
  db.transaction(() => {
    db.statement(
      `INSERT INTO chat_runner (chat, runner) VALUES (@chat, @runner)
       ON CONFLICT DO UPDATE SET runner = excluded.runner WHERE runner <> excluded.runner`,
    ).run({ chat, runner })
    if (session !== undefined)
      db.statement('UPDATE epoch SET runner = @runner WHERE session = @session AND runner IS NOT @runner').run({
        session,
        runner,
      })
  })
}

export function runnerOfSession(db: Database, session: string): string | undefined {
  return (db.statement('SELECT runner FROM epoch WHERE session = ?').pluck().get(session) as string | null) ?? undefined
}

export function runnerOfChat(db: Database, chat: ChatId): string | undefined {
  return db.statement('SELECT runner FROM chat_runner WHERE chat = ?').pluck().get(chat) as string | undefined
}
