import { z } from 'zod'
import type { ChatId } from '../../../domain/ids.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { replyTarget } from '../../../store/messages/messages.ts'

/** The number of the line that is answered. */
export const replyToSchema = z.number().int().positive().optional()

/** What the channel is told of it. Only a line of the same chat can be answered there. */
export function pointAt(
  db: Database,
  chat: ChatId,
  line: number | undefined,
): { replyTo?: string } | { error: AnyText } {
  if (line === undefined) return {}
  const replyTo = replyTarget(db, chat, line)
  return replyTo === undefined ? { error: webMessages.noSuchLine } : { replyTo }
}
