import type { MessageEntity, ReplyParameters } from 'grammy/types'
import { z } from 'zod'
import type { Delivery } from '../../domain/delivery.ts'
import type { Foot } from '../channel.ts'
import { renderMarkdown } from './send/entities.ts'
import { CAPTION_LIMIT, splitStyled, TEXT_LIMIT } from './send/splitting.ts'
import { joinStyled, type Styled, sliceStyled, trimStyled } from './send/styled.ts'

/** One message of ours as the outbox keeps it: drawn and cut once, so that a resend after an update is the same message. */
export type Parcel = z.infer<typeof parcel>

const parcel = z.object({
  text: z.string(),
  entities: z.array(z.custom<MessageEntity>((value) => typeof value === 'object' && value !== null)).default([]),
  /** An answer too long for a chat, as a file of its own; the text is then its summary. */
  document: z.object({ name: z.string(), content: z.string() }).optional(),
})

/** More messages in a row than this are a wall; a file with a summary reads better. */
const MOST_PARTS = 4
const WHOLE_IN_FILE: Styled = { text: '\n\n… The whole answer is in the file.', entities: [] }

/** The bodies of one text. A text that is empty still has one: files may hang on it. */
export function toParts(text: string, isCommand: (name: string) => boolean, foot: Foot = {}): string[] {
  return toParcels(text, isCommand, foot).map((one) => JSON.stringify(one))
}

function toParcels(text: string, isCommand: (name: string) => boolean, foot: Foot): Parcel[] {
  const words = text.trim() === '' ? [] : [renderMarkdown(text, isCommand)]
  const pieces = [...words, ...footOf(foot)]
  if (pieces.length === 0) return [{ text: '', entities: [] }]
  const styled = joinStyled(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [GAP, piece])))
  if (styled.text.length > MOST_PARTS * TEXT_LIMIT) return [asDocument(styled, text)]
  const parts = splitStyled(styled)
    .map(trimStyled)
    .filter((part) => part.text !== '')
  return parts.length > MOST_PARTS ? [asDocument(styled, text)] : parts
}

const GAP: Styled = { text: '\n\n', entities: [] }

/** That it ends here, and what was done for it: a quote that the reader can unfold. */
function footOf({ actions = [], unfinished }: Foot): Styled[] {
  const mark = unfinished && `(${unfinished})`
  const done = actions.map(({ line, failed }) => `${line}${failed ? ' (failed)' : ''}`.replace(/\s+/g, ' ')).join('\n')
  return [
    ...(mark ? [{ text: mark, entities: [{ type: 'italic' as const, offset: 0, length: mark.length }] }] : []),
    ...(done === ''
      ? []
      : [{ text: done, entities: [{ type: 'expandable_blockquote' as const, offset: 0, length: done.length }] }]),
  ]
}

/** The beginning as it is, and all of it in a file. */
export function asDocument(styled: Styled, content: string): Parcel {
  const [start = styled] = splitStyled(styled, CAPTION_LIMIT - 100)
  return { ...joinStyled([trimStyled(start), WHOLE_IN_FILE]), document: { name: 'answer.md', content } }
}

/** A body that is no parcel was written before the channel had its own way of cutting; it is Markdown. */
export function readParcel(body: string): Parcel {
  try {
    return parcel.parse(JSON.parse(body))
  } catch {
    const styled = renderMarkdown(body)
    return styled.text.length <= TEXT_LIMIT ? styled : asDocument(styled, body)
  }
}

const REPEAT_NOTE = '(sent again after an interruption; you may have this twice)'

/** The same words, with the warning that they may be there already. */
export function markRepeat({ text, entities, ...rest }: Parcel): Parcel {
  const mark: Styled = { text: REPEAT_NOTE, entities: [{ type: 'italic', offset: 0, length: REPEAT_NOTE.length }] }
  const gap = text === '' ? [] : [{ text: `${text}\n\n`, entities }]
  return { ...rest, ...joinStyled([...gap, mark]) }
}

/** The last resort for a text the server will not have: nothing but letters, and what is said. */
export function sanitize({ entities: _entities, ...rest }: Parcel): Parcel {
  return {
    ...rest,
    text: rest.text.replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, (sign) => (sign === '\n' ? sign : ' ')),
    entities: [],
  }
}

/** Where it goes, by the route that was fixed when the message came in. */
export interface Target {
  chat_id: number
  message_thread_id?: number
  reply_parameters?: ReplyParameters
}

/** Only the first part answers by reply. The one it answers may be deleted by then, which must not cost the answer. */
export function toTarget({ route, part }: Pick<Delivery, 'route' | 'part'>): Target {
  const replyTo = Number(route.replyTo)
  const replies = part === 0 && Number.isSafeInteger(replyTo) && replyTo > 0
  return {
    chat_id: Number(route.chat.slice('telegram:'.length)),
    ...(route.topic === undefined ? {} : { message_thread_id: Number(route.topic) }),
    ...(replies ? { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } } : {}),
  }
}

/** The same words with an address the server will not have written out behind them. */
export function withoutLink({ text, entities, ...rest }: Parcel, url: string): Parcel {
  const isRefused = (entity: MessageEntity) => entity.type === 'text_link' && entity.url === url
  const words = { text, entities: entities.filter((entity) => !isRefused(entity)) }
  const address: Styled = { text: ` (${url})`, entities: [] }
  let start = 0
  const pieces = entities.filter(isRefused).flatMap(({ offset, length }) => {
    const piece = sliceStyled(words, start, offset + length)
    start = offset + length
    return [piece, address]
  })
  return { ...rest, ...joinStyled([...pieces, sliceStyled(words, start, text.length)]) }
}

/** The end of a text that is still growing, within one message and the styles it may have. */
export function tailOf(styled: Styled): Styled {
  const parts = splitStyled(styled, TEXT_LIMIT - 100)
  const last = parts.at(-1) ?? styled
  if (parts.length <= 1) return styled
  return trimStyled(joinStyled([{ text: '… ', entities: [] }, sliceStyled(last, 0, TEXT_LIMIT - 10)]))
}
