import type { Opened } from '../../../domain/delivery.ts'
import { makeChatId } from '../../../domain/ids.ts'
import type { Opening } from '../../channel.ts'
import { writeFacts } from '../facts.ts'
import { threadToken } from '../threads/own-id.ts'
import { inOneLine, isAddress } from './header-words.ts'

/** A conversation that we begin: of the same key always the same one. Nothing is sent for it. */
export function openThread({ to, title, key }: Opening, { account, seed }: { account: string; seed: string }): Opened {
  if (!isAddress(to.id)) return { status: 'refused', reason: `"${inOneLine(to.id).slice(0, 100)}" is no mail address` }
  const token = threadToken(seed, account, `opening\n${key}`)
  const facts = writeFacts({ account, to: to.id, subject: inOneLine(title), token, references: [] })
  return { status: 'opened', route: { chat: makeChatId('email', token), facts } }
}
