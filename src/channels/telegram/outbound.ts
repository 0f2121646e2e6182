import type { MessageEntity, ReplyParameters } from 'grammy/types'
import { z } from 'zod'
import type { Delivery } from '../../domain/delivery.ts'
import { parseJson } from '../../lib/text/json.ts'
import { channelMessages } from '../../messages/channel-messages.ts'
import type { Language } from '../../messages/languages.ts'
import type { AnswerFooter } from '../channel.ts'
import { unfinishedNote } from '../shared/markdown-text.ts'
import { renderMarkdown } from './send/markdown-entities.ts'
import { MAX_CAPTION_CHARS, MAX_TELEGRAM_CHARS, splitStyled } from './send/message-splitter.ts'
import { joinStyled, type StyledText, sliceStyled, trimStyled } from './send/styled-text.ts'

/**
 * One message as the outbox stores it. It is rendered and split only once, so that a resend after an update is the same
 * message.
 */
export type TelegramBody = z.infer<typeof bodySchema>

const bodySchema = z.object({
  text: z.string(),
  entities: z.array(z.custom<MessageEntity>((value) => typeof value === 'object' && value !== null)).default([]),
  /** An answer too long for a chat, sent as a file. The text is then its beginning. */
  document: z.object({ name: z.string(), content: z.string() }).optional(),
})

/** With more messages than this in a row, a file with a summary is easier to read. */
const MAX_PARTS = 4

/** The bodies for one text. An empty text still gets one body, because files may be attached to it. */
export function toParts(text: string, isCommand: (name: string) => boolean, foot: AnswerFooter = {}): string[] {
  return toBodies(text, isCommand, foot).map((body) => JSON.stringify(body))
}

function toBodies(text: string, isCommand: (name: string) => boolean, foot: AnswerFooter): TelegramBody[] {
  const rendered = text.trim() === '' ? [] : [renderMarkdown(text, isCommand)]
  const pieces = [...rendered, ...renderFooter(foot)]
  if (pieces.length === 0) return [{ text: '', entities: [] }]
  const styled = joinStyled(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [GAP, piece])))
  if (styled.text.length > MAX_PARTS * MAX_TELEGRAM_CHARS) return [asDocument(styled, text, foot.language)]
  const parts = splitStyled(styled)
    .map(trimStyled)
    .filter((part) => part.text !== '')
  return parts.length > MAX_PARTS ? [asDocument(styled, text, foot.language)] : parts
}

const GAP: StyledText = { text: '\n\n', entities: [] }

/** A note if the answer is unfinished, and what was done for it as a quote that can be expanded. */
function renderFooter({ actions = [], unfinished, language = 'en' }: AnswerFooter): StyledText[] {
  const failedNote = ` ${channelMessages.failed[language]}`
  const lines = actions.map(({ line, failed }) => `${line}${failed ? failedNote : ''}`.replace(/\s+/g, ' '))
  return [
    ...(unfinished ? [styledAs('italic', unfinishedNote(unfinished, language))] : []),
    ...(lines.length > 0 ? [styledAs('expandable_blockquote', lines.join('\n'))] : []),
  ]
}

function styledAs(type: 'italic' | 'expandable_blockquote', text: string): StyledText {
  return { text, entities: [{ type, offset: 0, length: text.length }] }
}

/** The beginning of the text as the caption, and all of it in a file. */
export function asDocument(styled: StyledText, content: string, language: Language = 'en'): TelegramBody {
  const [start = styled] = splitStyled(styled, MAX_CAPTION_CHARS - 100)
  const note = { text: `\n\n${channelMessages.wholeAnswerInFile[language]}`, entities: [] }
  return { ...joinStyled([trimStyled(start), note]), document: { name: 'answer.md', content } }
}

/** Bodies that do not parse were stored by an old version as plain Markdown. */
export function readBody(body: string): TelegramBody {
  const parsed = bodySchema.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  const styled = renderMarkdown(body)
  return styled.text.length <= MAX_TELEGRAM_CHARS ? styled : asDocument(styled, body)
}

/** Adds the note that this may be a duplicate. */
export function markRepeat({ text, entities, ...rest }: TelegramBody, language: Language): TelegramBody {
  const before = text === '' ? [] : [{ text, entities }, GAP]
  return { ...rest, ...joinStyled([...before, styledAs('italic', channelMessages.sentAgain[language])]) }
}

/** The last resort if the server refuses the text: no formatting and no unusual characters. */
export function sanitize({ entities: _entities, ...rest }: TelegramBody): TelegramBody {
  return {
    ...rest,
    text: rest.text.replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, (character) => (character === '\n' ? character : ' ')),
    entities: [],
  }
}

/** Where to send a message, taken from the route that was stored when the request came in. */
export interface SendTarget {
  chat_id: number
  message_thread_id?: number
  reply_parameters?: ReplyParameters
}

/** Only the first part is a reply. The original may have been deleted by then, which must not cost the answer. */
export function toTarget({ route, part }: Pick<Delivery, 'route' | 'part'>): SendTarget {
  const replyTo = Number(route.replyTo)
  const isReply = part === 0 && Number.isSafeInteger(replyTo) && replyTo > 0
  return {
    chat_id: Number(route.chat.slice('telegram:'.length)),
    ...(route.topic === undefined ? {} : { message_thread_id: Number(route.topic) }),
    ...(isReply ? { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } } : {}),
  }
}

/** Removes a link that the server refuses, and writes its URL after the words instead. */
export function withoutLink({ text, entities, ...rest }: TelegramBody, url: string): TelegramBody {
  const isRefused = (entity: MessageEntity) => entity.type === 'text_link' && entity.url === url
  const rendered = { text, entities: entities.filter((entity) => !isRefused(entity)) }
  const address: StyledText = { text: ` (${url})`, entities: [] }
  let start = 0
  const pieces = entities.filter(isRefused).flatMap(({ offset, length }) => {
    const piece = sliceStyled(rendered, start, offset + length)
    start = offset + length
    return [piece, address]
  })
  return { ...rest, ...joinStyled([...pieces, sliceStyled(rendered, start, text.length)]) }
}

/** The end of a growing text, within the limits of one message. */
export function truncateStart(styled: StyledText): StyledText {
  const parts = splitStyled(styled, MAX_TELEGRAM_CHARS - 100)
  const last = parts.at(-1) ?? styled
  if (parts.length <= 1) return styled
  return trimStyled(joinStyled([{ text: '… ', entities: [] }, sliceStyled(last, 0, MAX_TELEGRAM_CHARS - 10)]))
}
