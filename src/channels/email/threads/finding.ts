import { kindOf } from '../read/reply/subject.ts'
import { bareSubject } from '../send/header-words.ts'
import { asThreadToken, plusTag, type ThreadToken, threadIn, threadToken } from './own-id.ts'
import type { ThreadBook } from './thread-book.ts'

/** What of a mail tells where it belongs. */
export interface ThreadHints {
  messageId: string
  inReplyTo: string[]
  /** The oldest first. */
  references: string[]
  subject: string
  from: string
  /** Everybody in it but us, the sender among them. */
  people: string[]
  /** Every address that it was sent or delivered to. */
  recipients: string[]
  at: Date
}

export interface FoundThread {
  token: ThreadToken
  isNew: boolean
  /** It says that it goes on with something, whether we know of that or not. */
  isReply: boolean
}

export interface FindingDeps {
  account: string
  seed: string
  book: ThreadBook
}

/**
 * The first thread that something in the mail names and that its sender belongs to. Whoever does not belong to any of them
 * begins one of their own: a mail that was passed on lets nobody into what it was taken from.
 */
export function findThread(hints: ThreadHints, { account, seed, book }: FindingDeps): FoundThread {
  const isReply = hints.inReplyTo.length + hints.references.length > 0 || kindOf(hints.subject) === 'reply'
  const known = candidates(hints, account, book).find((token) => book.people(token).includes(hints.from))
  if (known) return { token: known, isNew: false, isReply }
  const own = threadToken(seed, account, hints.messageId)
  const others = book.people(own)
  // Somebody else's thread began with a mail of the same id: whoever copies one does not get in by it.
  const isTaken = others.length > 0 && !others.includes(hints.from)
  const token = isTaken ? threadToken(seed, account, `${hints.messageId} ${hints.from}`) : own
  return { token, isNew: book.people(token).length === 0, isReply }
}

/**
 * For a mail of which nobody can say who wrote it: it may claim to be from anybody in a thread, under a copied id and a
 * guessed subject, so it stands by itself.
 */
export function separateThread({ messageId, from }: ThreadHints, { account, seed }: FindingDeps): FoundThread {
  return { token: threadToken(seed, account, `${messageId} ${from} unproven`), isNew: true, isReply: false }
}

/** The nearest and surest first. */
function candidates(hints: ThreadHints, account: string, book: ThreadBook): ThreadToken[] {
  const { inReplyTo, references, recipients, subject, people, at } = hints
  const nearest = references.toReversed()
  const tokens = [
    ...[...nearest, ...inReplyTo].map((id) => threadIn(id, account)),
    ...[...inReplyTo, ...nearest].map((id) => book.ofId(id)),
    ...recipients.map((address) => asThreadToken(plusTag(address, account))),
    // Never by the subject alone, and only what says of itself that it is an answer.
    kindOf(subject) === 'reply' ? book.ofSubject(bareSubject(subject), people, at) : undefined,
  ]
  return [...new Set(tokens.filter((token) => token !== undefined))]
}
