import { InvalidArgumentError } from 'commander'
import { type ChatId, examples, localChat, localOwner, parseChatId } from '../../domain/ids.ts'

/** Where something is said: a chat of the terminal's own, unless another is named. */
export const chatToSayIn = [
  '--chat <chat>',
  `the chat; an unknown ${localOwner.channel}: chat is opened`,
  localChat('terminal') as string,
] as const

/** A chat by its id; a bare name is a chat of the local page, as an import takes it. */
export function aChat(text: string): ChatId {
  const chat = text.includes(':') || text === '' ? parseChatId(text) : localChat(text)
  if (!chat) throw new InvalidArgumentError(`It must look like ${examples.local} or ${examples.remote}.`)
  return chat
}
