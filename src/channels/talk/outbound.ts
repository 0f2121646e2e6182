import { z } from 'zod'
import type { Delivery } from '../../domain/delivery.ts'
import type { ChatId } from '../../domain/ids.ts'
import { withoutControls } from '../../lib/markdown.ts'
import type { AnswerFooter } from '../channel.ts'
import { footerParagraphs } from '../shared/answer-footer.ts'
import { splitMarkdown, TEXT_LIMIT } from './send/splitting.ts'

/** One message of ours as the outbox keeps it: cut once, in Markdown; how it is written there depends on the server. */
export type Parcel = z.infer<typeof parcel>

const parcel = z.object({
  text: z.string(),
  /** An answer too long for a chat, as a file of its own; the text is then its beginning. */
  document: z.object({ name: z.string(), content: z.string() }).optional(),
})

/** More messages in a row than this are a wall; a file with its beginning reads better. */
const MOST_PARTS = 4
/** Characters below a file. */
export const CAPTION_LIMIT = 1000

/** The bodies of one text. A text that is empty still has one: files may hang on it. */
export function toParts(text: string, foot: AnswerFooter = {}): string[] {
  return toParcels(text, foot).map((one) => JSON.stringify(one))
}

function toParcels(text: string, foot: AnswerFooter): Parcel[] {
  const clean = withoutControls(text.toWellFormed())
  const whole = [...(clean.trim() === '' ? [] : [clean]), ...footerParagraphs(foot)].join('\n\n')
  if (whole === '') return [{ text: '' }]
  if (whole.length > MOST_PARTS * TEXT_LIMIT) return [asDocument(whole)]
  const parts = splitMarkdown(whole)
  return parts.length > MOST_PARTS ? [asDocument(whole)] : parts.map((part) => ({ text: part }))
}

/** The beginning as it is, and all of it in a file. */
export function asDocument(text: string): Parcel {
  const [start = ''] = splitMarkdown(text, CAPTION_LIMIT - 100)
  return { text: `${start}\n\n… The whole answer is in the file.`, document: { name: 'answer.md', content: text } }
}

/** A body that is no parcel was written while the channel was not set up; it is Markdown. */
export function readParcel(body: string): Parcel {
  try {
    return parcel.parse(JSON.parse(body))
  } catch {
    return body.length <= MOST_PARTS * TEXT_LIMIT ? { text: body } : asDocument(body)
  }
}

/** The same words, with the warning that they may be there already. */
export function markRepeat(text: string): string {
  return `${text}\n\n*(sent again after an interruption; you may have this twice)*`.trimStart()
}

/** Where in the room it goes. */
export interface Place {
  replyTo?: number
  threadId?: number
}

/** Only the first part answers by reply. The thread is for when what it answers is gone. */
export function toPlace({ route, part }: Pick<Delivery, 'route' | 'part'>): Place {
  const replyTo = part === 0 ? idOf(route.replyTo) : undefined
  const threadId = idOf(route.topic)
  return { ...(replyTo === undefined ? {} : { replyTo }), ...(threadId === undefined ? {} : { threadId }) }
}

/** The server's number of a message; undefined for anything else. */
export function idOf(text: string | undefined): number | undefined {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function tokenOf(chat: ChatId): string {
  return chat.slice('talk:'.length)
}
