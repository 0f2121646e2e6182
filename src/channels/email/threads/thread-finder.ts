import { subjectKind } from '../read/reply/subject-kind.ts'
import { bareSubject } from '../send/header-text.ts'
import { asThreadToken, plusTag, type ThreadToken, threadIn, threadToken } from './message-ids.ts'
import type { ThreadBook } from './thread-book.ts'

/** What tells us which thread a mail belongs to. */
export interface ThreadHints {
  messageId: string
  inReplyTo: string[]
  /** Oldest first. */
  references: string[]
  subject: string
  from: string
  /** Everybody except us, including the sender. */
  people: string[]
  /** All addresses it was sent or delivered to. */
  recipients: string[]
  at: Date
}

export interface FoundThread {
  token: ThreadToken
  isNew: boolean
  /** The mail claims to be a reply, whether or not we know to what. */
  isReply: boolean
}

export interface FindingDeps {
  account: string
  seed: string
  book: ThreadBook
}

/**
 * The first thread named by the mail that its sender belongs to. Otherwise a new one: forwarding a mail lets nobody
 * into the thread it came from.
 */
export function findThread(hints: ThreadHints, { account, seed, book }: FindingDeps): FoundThread {
  const isReply = hints.inReplyTo.length + hints.references.length > 0 || subjectKind(hints.subject) === 'reply'
  const knownToken = candidates(hints, account, book).find((token) => book.people(token).includes(hints.from))
  if (knownToken) return { token: knownToken, isNew: false, isReply }
  const newToken = threadToken(seed, account, hints.messageId)
  const owners = book.people(newToken)
  // Another person's thread started with a mail of the same id. Copying an id must not let anybody in.
  const isTaken = owners.length > 0 && !owners.includes(hints.from)
  const token = isTaken ? threadToken(seed, account, `${hints.messageId} ${hints.from}`) : newToken
  return { token, isNew: book.people(token).length === 0, isReply }
}

/**
 * For a mail whose sender is not proven. It could claim to be from anybody in a thread, with a copied id and a guessed
 * subject, so it gets its own thread.
 */
export function separateThread({ messageId, from }: ThreadHints, { account, seed }: FindingDeps): FoundThread {
  return { token: threadToken(seed, account, `${messageId} ${from} unproven`), isNew: true, isReply: false }
}

/** The most specific and reliable first. */
function candidates(hints: ThreadHints, account: string, book: ThreadBook): ThreadToken[] {
  const { inReplyTo, references, recipients, subject, people, at } = hints
  const latestFirst = references.toReversed()
  const tokens = [
    ...[...latestFirst, ...inReplyTo].map((id) => threadIn(id, account)),
    ...[...inReplyTo, ...latestFirst].map((id) => book.ofId(id)),
    ...recipients.map((address) => asThreadToken(plusTag(address, account))),
    // Never by subject alone, and only if the mail says that it is a reply.
    subjectKind(subject) === 'reply' ? book.ofSubject(bareSubject(subject), people, at) : undefined,
  ]
  return [...new Set(tokens.filter((token) => token !== undefined))]
}
