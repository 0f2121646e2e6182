import { escapeMarkdown } from '../../channels/shared/markdown-text.ts'
import { truncate } from '../../lib/text/text.ts'
import { deliveryMessages } from '../../messages/delivery-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { chatTitles } from '../../store/messages/chats.ts'
import { newestVersion, readMessages, taskMessages } from '../../store/messages/messages.ts'
import type { OutboxRow } from '../../store/work/outbox.ts'

type Draft = Pick<OutboxRow, 'messageId' | 'taskId' | 'route'>

const MAX_DRAFT_LINES = 60
/** How many characters are shown of the message and of the draft that answers it. */
export const DRAFT_MAX_CHARS = { theirs: 1500, ours: 4000 }

/** What a person needs to decide about a draft: its subject, the message it answers, and its text. */
export function describeDraft(db: Database, draft: Draft, max: { theirs: number; ours: number }): LocalizedText {
  const subject = chatTitles(db, [draft.route.chat]).get(draft.route.chat) ?? ''
  const theirs = answeredText(db, draft)
  const ours = readMessages(db, [draft.messageId])[0]?.text ?? ''
  const parts = [
    ...(subject === '' ? [] : [deliveryMessages.subject(escapeMarkdown(subject))]),
    // The words of others must not look like our own sentence, a heading or a link.
    ...(theirs === '' ? [] : [deliveryMessages.theyWrote(quote(truncate(theirs, max.theirs), escapeMarkdown))]),
    deliveryMessages.draft(quote(truncate(ours, max.ours), (line) => line)),
  ]
  return joinTexts(parts, '\n\n')
}

function answeredText(db: Database, { taskId, route }: Draft): string {
  const texts = taskId === null ? [] : taskMessages(db, taskId).map(({ text }) => text)
  if (texts.length > 0) return texts.join('\n\n').trim()
  return route.replyTo === undefined ? '' : (newestVersion(db, route.chat, route.replyTo)?.text.trim() ?? '')
}

function quote(text: string, format: (line: string) => string): string {
  return text
    .split('\n')
    .slice(0, MAX_DRAFT_LINES)
    .map((line) => `> ${format(line)}`.trimEnd())
    .join('\n')
}
