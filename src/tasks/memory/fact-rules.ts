import type { FactScope, StoredFact } from '../../domain/fact.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import { isLessTrusted, type Person } from '../../domain/person.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import { oneLine } from '../../lib/text/text.ts'
import { plainWords } from '../../lib/text/words.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { memoryMessages } from '../../messages/memory-messages.ts'
import type { Database } from '../../store/database.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { participantsIn } from '../../store/people/participants.ts'
import { backgroundIn } from '../../store/recall/lane-history.ts'

/** Who wants a fact to be remembered, changed or forgotten, and where. */
export interface Teller {
  person: Pick<Person, 'id' | 'role'>
  chat: ChatId
  /** The message in which they said it. */
  messageId?: number | undefined
  /** Nobody said it: a schedule started the task. */
  isBackground?: boolean | undefined
  /** When they said it, if that was earlier. */
  saidAt?: Date | undefined
  now: Date
}

/** One sentence that takes longer than this is not a fact. */
const MAX_FACT_CHARS = 500

/** A statement as it may be stored, or why it may not be stored at all. */
export function cleanStatement(
  text: string,
  scrub: (text: string) => string,
): { statement: string } | { problem: LocalizedText } {
  const statement = oneLine(text)
  if (plainWords(statement).length === 0) return { problem: memoryMessages.rememberUsage }
  if (statement.length > MAX_FACT_CHARS) return { problem: memoryMessages.tooLong(MAX_FACT_CHARS) }
  const clean = withoutCredentials(scrub(statement))
  return clean === statement ? { statement } : { problem: memoryMessages.secret }
}

/** Why this person may write nothing here. */
export function obstacleTo({ person, isBackground }: Teller): LocalizedText | undefined {
  if (isBackground) return memoryMessages.notFromBackground
  return isLessTrusted(person.role, 'member') ? memoryMessages.membersOnly : undefined
}

/** Where a new fact may be shown, and whom it is about. */
export type Placement = Pick<StoredFact, 'scope' | 'aboutId' | 'chat'>

/**
 * What is said in a private chat stays with that person, and what is said in a group stays in that group. A private fact
 * is always about the person who sees it, so nobody has facts about them that are hidden from them under their name.
 */
export function placeFact(
  db: Database,
  { person, chat }: Teller,
  statement: string,
  wanted?: 'everyone',
): Placement | { problem: LocalizedText } {
  const isPrivate = isPrivateTo(db, chat, person.id)
  if (wanted === undefined && isPrivate) return { scope: 'private', aboutId: person.id, chat: undefined }
  if (wanted !== undefined && person.role !== 'owner') return { problem: memoryMessages.ownerForEveryone }
  const aboutId = isPrivate ? undefined : findNamedPerson(db, chat, statement)
  return wanted === undefined ? { scope: 'room', aboutId, chat } : { scope: wanted, aboutId, chat: undefined }
}

/** The only participant whose whole name the statement contains. */
function findNamedPerson(db: Database, chat: ChatId, statement: string): number | undefined {
  const words = new Set(plainWords(statement))
  const named = participantsIn(db, chat).people.filter(({ name }) => {
    const nameWords = plainWords(name)
    return nameWords.length > 0 && nameWords.every((word) => words.has(word))
  })
  return named.length === 1 ? named[0]?.id : undefined
}

/** Why this person may not change or delete a fact that they can see. */
export function obstacleToChange({ person }: Teller, fact: StoredFact): LocalizedText | undefined {
  if (person.role === 'owner' || fact.aboutId === person.id) return undefined
  if (fact.scope === 'room' && fact.toldById === person.id) return undefined
  return memoryMessages.notYours(`f${fact.id}`)
}

/** Facts of different scopes never replace each other, because then one of them would vanish for others. */
export function isSamePlace(fact: Placement & { scope: FactScope }, other: Placement): boolean {
  return (
    fact.scope === other.scope &&
    fact.chat === other.chat &&
    (fact.scope !== 'private' || fact.aboutId === other.aboutId)
  )
}

/** The results of jobs that a model can have seen in a conversation. */
const MAX_RESULTS = 20
/** A statement with at least this share of its own words in a result was taken from there. */
const MIN_SHARE = 0.6

/**
 * Whether a statement repeats the result of a job more than what the person says. Scheduled work is no source of facts:
 * nobody has read it yet when it is written.
 */
export function isFromBackground(
  db: Database,
  lane: Lane,
  statement: string,
  ownTexts: readonly string[],
  now: Date,
): boolean {
  const statementWords = [...new Set(db.words(statement))]
  const own = new Set(ownTexts.flatMap((text) => db.words(text)))
  const unsaid = statementWords.filter((word) => !own.has(word))
  if (unsaid.length < Math.max(2, statementWords.length / 2)) return false
  const bound = { asOf: now, before: Number.MAX_SAFE_INTEGER }
  return backgroundIn(db, lane, { since: undefined, bound, limit: MAX_RESULTS }).some(({ text }) => {
    const words = new Set(db.words(text))
    return unsaid.filter((word) => words.has(word)).length >= unsaid.length * MIN_SHARE
  })
}
