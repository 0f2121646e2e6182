import { z } from 'zod'
import type { Delivery } from '../../domain/delivery.ts'
import type { ChatId } from '../../domain/ids.ts'
import { withoutControls } from '../../lib/markdown.ts'
import { parseJson } from '../../lib/text/json.ts'
import { channelMessages } from '../../messages/channel-messages.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnswerFooter } from '../channel.ts'
import { footerParagraphs } from '../shared/markdown-text.ts'
import { MAX_TALK_CHARS, splitMarkdown } from './send/markdown-splitter.ts'

/** One message as the outbox stores it. It is split only once, as Markdown; the final format depends on the server. */
export type TalkBody = z.infer<typeof bodySchema>

const bodySchema = z.object({
  text: z.string(),
  /** An answer too long for a chat, sent as a file. The text is then its beginning. */
  document: z.object({ name: z.string(), content: z.string() }).optional(),
})

/** With more messages than this in a row, a file with its beginning is easier to read. */
const MAX_PARTS = 4
/** The most characters below a file. */
export const MAX_CAPTION_CHARS = 1000

/** The bodies for one text. An empty text still gets one body, because files may be attached to it. */
export function toParts(text: string, foot: AnswerFooter = {}): string[] {
  return toBodies(text, foot).map((body) => JSON.stringify(body))
}

function toBodies(text: string, foot: AnswerFooter): TalkBody[] {
  const clean = withoutControls(text.toWellFormed())
  const fullText = [...(clean.trim() === '' ? [] : [clean]), ...footerParagraphs(foot)].join('\n\n')
  if (fullText === '') return [{ text: '' }]
  if (fullText.length > MAX_PARTS * MAX_TALK_CHARS) return [asDocument(fullText, foot.language)]
  const parts = splitMarkdown(fullText)
  return parts.length > MAX_PARTS ? [asDocument(fullText, foot.language)] : parts.map((part) => ({ text: part }))
}

/** The beginning of the text as the caption, and all of it in a file. */
export function asDocument(text: string, language: Language = 'en'): TalkBody {
  const [start = ''] = splitMarkdown(text, MAX_CAPTION_CHARS - 100)
  const note = channelMessages.wholeAnswerInFile[language]
  return { text: `${start}\n\n${note}`, document: { name: 'answer.md', content: text } }
}

/** Bodies that do not parse were stored as plain Markdown while the channel was not configured. */
export function readBody(body: string): TalkBody {
  const parsed = bodySchema.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  return body.length <= MAX_PARTS * MAX_TALK_CHARS ? { text: body } : asDocument(body)
}

/** Adds the note that this may be a duplicate. */
export function markRepeat(text: string, language: Language): string {
  return `${text}\n\n*${channelMessages.sentAgain[language]}*`.trimStart()
}

/** The message and the thread that a new message belongs to. */
export interface ReplyTarget {
  replyTo?: number
  threadId?: number
}

/** Only the first part is a reply. The thread is kept in case the original message is gone. */
export function toReplyTarget({ route, part }: Pick<Delivery, 'route' | 'part'>): ReplyTarget {
  const replyTo = part === 0 ? idOf(route.replyTo) : undefined
  const threadId = idOf(route.topic)
  return { ...(replyTo === undefined ? {} : { replyTo }), ...(threadId === undefined ? {} : { threadId }) }
}

/** The server's id of a message; undefined for anything else. */
export function idOf(text: string | undefined): number | undefined {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function tokenOf(chat: ChatId): string {
  return chat.slice('talk:'.length)
}
