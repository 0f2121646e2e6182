import { InvalidArgumentError } from 'commander'
import { type ChatId, examples, localChat, localOwner, parseChatId } from '../domain/ids.ts'

/** Parses a whole number given as an argument. */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** The chat to write in. Without the option it is the terminal's own chat. */
export const chatOption = [
  '--chat <chat>',
  `the chat; an unknown ${localOwner.channel}: chat is opened`,
  localChat('terminal') as string,
] as const

/** Accepts a chat id, or a bare name for a chat of the local page, as imports do. */
export function parseChat(text: string): ChatId {
  const chat = text.includes(':') || text === '' ? parseChatId(text) : localChat(text)
  if (!chat) throw new InvalidArgumentError(`It must look like ${examples.local} or ${examples.remote}.`)
  return chat
}
