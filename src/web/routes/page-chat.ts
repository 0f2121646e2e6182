import { z } from 'zod'
import { type ChatId, makeChatId } from '../../domain/ids.ts'

/** What the page may call a chat or a line. */
export const nameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export const noSuchChat =
  'There is no such chat. A chat of this page is called web: and up to 64 letters, digits, - or _.'

/** The chat of the page that is meant; undefined for one of another channel. */
export function pageChat(text: string): ChatId | undefined {
  if (!text.startsWith('web:')) return undefined
  const id = nameSchema.safeParse(text.slice(4))
  return id.success ? makeChatId('web', id.data) : undefined
}
