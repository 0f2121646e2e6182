import type { Opened, Route } from '../../../domain/delivery.ts'
import { makeChatId } from '../../../domain/ids.ts'
import type { ConversationOpening, OwnThread } from '../../channel.ts'
import { emailMessages } from '../email-messages.ts'
import { readFacts, writeFacts } from '../mail-facts.ts'
import { threadToken } from '../threads/message-ids.ts'
import { inOneLine, isAddress } from './header-text.ts'

/** A conversation that we start. The same key always gives the same one. Nothing is sent. */
export function openThread(
  { to, title, key }: ConversationOpening,
  { account, seed }: { account: string; seed: string },
): Opened {
  if (!isAddress(to.id))
    return { status: 'refused', reason: emailMessages.noMailAddress(inOneLine(to.id).slice(0, 100)) }
  const token = threadToken(seed, account, `opening\n${key}`)
  const facts = writeFacts({ account, to: to.id, subject: inOneLine(title), token, references: [] })
  return { status: 'opened', route: { chat: makeChatId('email', token), facts } }
}

/** A separate thread with the same person, in which a job writes under its own subject. */
export function openSeparateThread(
  route: Route,
  about: Pick<ConversationOpening, 'title' | 'key'>,
  seed: string,
): OwnThread | undefined {
  const answered = readFacts(route)
  if (!answered) return undefined
  const { account, to, toName } = answered
  const token = threadToken(seed, account, `opening\n${about.key}\n${to}`)
  const subject = inOneLine(about.title)
  const facts = writeFacts({ account, to, toName, subject, token, references: [], isOwnThread: true })
  return { route: { chat: makeChatId('email', token), facts }, to: { channel: 'email', id: to } }
}
