import { InvalidArgumentError } from 'commander'
import { type ChatId, makeChatId, parseChatId } from '../../domain/ids.ts'

/** A chat by its id; a bare name is a chat of the local page, as an import takes it. */
export function aChat(text: string): ChatId {
  const chat = text.includes(':') || text === '' ? parseChatId(text) : makeChatId('web', text)
  if (!chat) throw new InvalidArgumentError('It must look like web:house or telegram:42.')
  return chat
}
