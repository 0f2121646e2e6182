import { InvalidArgumentError } from 'commander'
import { UsageError } from '../domain/errors.ts'
import { type ChatId, examples, localChat, parseChatId } from '../domain/ids.ts'
import { addressName } from '../domain/person.ts'
import type { Database } from '../store/database.ts'
import { listPeople } from '../store/people/people.ts'

/** Parses a whole number given as an argument. */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** The chat to write in. Without the option it is the terminal's own chat. */
export const chatOption = [
  '--chat <chat>',
  `a chat of the page, or a private chat of yours on another channel`,
  parseChat,
  localChat('terminal'),
] as const

/** Accepts a chat id, or a bare name for a chat of the local page, as imports do. */
export function parseChat(text: string): ChatId {
  const chat = text.includes(':') || text === '' ? parseChatId(text) : localChat(text)
  if (!chat) throw new InvalidArgumentError(`It must look like ${examples.local} or ${examples.remote}.`)
  return chat
}

/** The number of the person with this name, address or number. */
export function findPersonNumber(db: Database, text: string): number {
  const found = listPeople(db).filter(
    ({ id, name, addresses }) =>
      String(id) === text ||
      name.toLowerCase() === text.toLowerCase() ||
      addresses.some((at) => addressName(at) === text),
  )
  const [person] = found
  if (!person) throw new UsageError(`There is nobody called ${text}. "skein people" lists everybody.`)
  if (found.length > 1)
    throw new UsageError(
      `Several people are called ${text}. Use an address or a number: ${found.map(({ id }) => id).join(', ')}.`,
    )
  return person.id
}
