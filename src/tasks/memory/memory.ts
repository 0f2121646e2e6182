import type { ErasureScope } from '../../domain/erasure.ts'
import type { FactKind, FactWriter, StoredFact } from '../../domain/fact.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { memoryMessages } from '../../messages/memory-messages.ts'
import type { Database } from '../../store/database.ts'
import {
  endSessionsWith,
  factReader,
  findFact,
  findFacts,
  findFactsWith,
  findSource,
  findSources,
  forgetFact,
  type NewFact,
  replaceFacts,
} from '../../store/memory/facts.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import type { StoredMessage } from '../../store/messages/messages.ts'
import { canRead } from '../../store/recall/readable.ts'
import { cleanStatement, isSamePlace, obstacleTo, obstacleToChange, placeFact, type Teller } from './fact-rules.ts'

/** What somebody wants to be remembered. */
export interface FactRequest {
  statement: string
  subject?: string | undefined
  kind?: FactKind | undefined
  validUntil?: Date | undefined
  /** The facts that are no longer true because of it. */
  replaces?: readonly number[] | undefined
  /** Shown in all chats. */
  forEveryone?: boolean | undefined
}

export type Remembered = { fact: StoredFact; isRepeated: boolean; replaced: StoredFact[] } | { problem: LocalizedText }

/** Without its words if they were said in a chat that is not open to everybody who reads here. */
export type FactSource = { at: Date } & ({ name: string; text: string } | { text: undefined })

/**
 * The only place that decides whether something may be remembered, changed or forgotten. If the words may come from
 * somebody else, the tools have asked the person before.
 */
export interface Memory {
  /** Why it may not be remembered; undefined if it may. */
  check(teller: Teller, request: FactRequest): LocalizedText | undefined
  /** Call it inside a transaction that also stores where it was said. */
  remember(teller: Teller, request: FactRequest, writtenBy: FactWriter): Remembered
  /** The facts that this person may see here and that are valid now, newest first. */
  list(teller: Pick<Teller, 'person' | 'chat' | 'now'>): StoredFact[]
  /** A fact that this person may see here, even if it was replaced or has expired. */
  find(teller: Pick<Teller, 'person' | 'chat'>, id: number): StoredFact | undefined
  /** The message in which it was said last, with its words only where they may be read. */
  source(teller: Pick<Teller, 'person' | 'chat'>, fact: StoredFact): FactSource | undefined
  /** Why this person may not forget it. */
  obstacleToForget(teller: Teller, fact: StoredFact): LocalizedText | undefined
  /** Deletes it for good, together with its earlier versions. */
  forget(teller: Teller, id: number): { forgotten: number[] } | { problem: LocalizedText }
  /** What would be deleted if it is forgotten, with or without its messages. */
  whatGoes(teller: Pick<Teller, 'person' | 'chat'>, fact: StoredFact, withMessages: boolean): GoingAway
  /** Erases it for good with its messages and the answers to them. A task that asks for it is finished first. */
  erase(teller: Teller, id: number, task?: number): { erased: GoingAway } | { problem: LocalizedText }
}

export interface GoingAway {
  /** The fact, its earlier versions and, if their message goes, the other facts from it. */
  facts: StoredFact[]
  /** Where they were said, oldest first: messages that can be read here, and of members only their own. */
  messages: StoredMessage[]
}

export interface MemoryDeps {
  db: Database
  clock: SteadyClock
  /** Removes known secrets. */
  scrub(text: string): string
  /** Erases for good. Call it in the transaction that confirms it. A running task that asks for it is finished first. */
  erase(scope: ErasureScope, task?: number): void
}

export function createMemory({ db, clock, scrub, erase }: MemoryDeps): Memory {
  const toReader = ({ person, chat }: Pick<Teller, 'person' | 'chat'>) => factReader(db, person.id, chat)
  const find: Memory['find'] = (teller, id) => findFact(db, toReader(teller), id)

  const obstacleToForget: Memory['obstacleToForget'] = (teller, fact) =>
    obstacleTo(teller) ?? obstacleToChange(teller, fact)

  const canReadFrom = ({ person, chat }: Pick<Teller, 'person' | 'chat'>, other: ChatId) =>
    canRead(db, { here: chat, allChatsOf: isPrivateTo(db, chat, person.id) ? person.id : undefined }, other)

  const whatGoes: Memory['whatGoes'] = (teller, fact, withMessages) => {
    const { person } = teller
    const mayErase = ({ chat, personId }: StoredMessage) =>
      canReadFrom(teller, chat) && (person.role === 'owner' || personId === person.id)
    const messages = withMessages ? findSources(db, fact.id).filter(mayErase) : []
    return { facts: findFactsWith(db, fact.id, idsOf(messages)), messages }
  }

  /** A fact that this person may see and forget, or why not. */
  function findToForget(teller: Teller, id: number): StoredFact | { problem: LocalizedText } {
    const fact = find(teller, id)
    if (!fact) return { problem: memoryMessages.noSuchFact(`f${id}`) }
    const problem = obstacleToForget(teller, fact)
    return problem ? { problem } : fact
  }

  function judge(
    teller: Teller,
    request: FactRequest,
  ): { given: Omit<NewFact, 'writtenBy'>; replaced: StoredFact[] } | { problem: LocalizedText } {
    const obstacle = obstacleTo(teller)
    if (obstacle) return { problem: obstacle }
    const cleaned = cleanStatement(request.statement, scrub)
    if ('problem' in cleaned) return cleaned
    const subject = request.subject === undefined ? undefined : cleanStatement(request.subject, scrub)
    if (subject && 'problem' in subject) return subject
    const { statement } = cleaned
    const place = placeFact(db, teller, statement, request.forEveryone ? 'everyone' : undefined)
    if ('problem' in place) return place
    const replaced: StoredFact[] = []
    for (const id of request.replaces ?? []) {
      const older = find(teller, id)
      if (!older || !isSamePlace(older, place)) return { problem: memoryMessages.noSuchFact(`f${id}`) }
      const problem = obstacleToChange(teller, older)
      if (problem) return { problem }
      if (older.replacedBy === undefined) replaced.push(older)
    }
    const { person, messageId, now } = teller
    const told = { toldById: person.id, messageId, saidAt: teller.saidAt ?? now, trust: person.role }
    const { kind = 'fact', validUntil } = request
    return { given: { ...place, ...told, statement, subject: subject?.statement ?? '', kind, validUntil }, replaced }
  }

  return {
    find,
    obstacleToForget,
    whatGoes,
    source(teller, fact) {
      const message = findSource(db, fact)
      if (!message) return undefined
      const at = new Date(message.at)
      if (!canReadFrom(teller, message.chat)) return { at, text: undefined }
      return { at, name: message.name, text: message.text }
    },

    list: (teller) => findFacts(db, toReader(teller), { validAt: teller.now }),

    check(teller, request) {
      const judged = judge(teller, request)
      return 'problem' in judged ? judged.problem : undefined
    },

    remember(teller, request, writtenBy) {
      const judged = judge(teller, request)
      if ('problem' in judged) return judged
      const { given, replaced } = judged
      const ids = replaced.map(({ id }) => id)
      const saved = replaceFacts(db, ids, { ...given, writtenBy }, teller.now)
      return { ...saved, replaced: replaced.filter(({ id }) => id !== saved.fact.id) }
    },

    forget(teller, id) {
      const fact = findToForget(teller, id)
      if ('problem' in fact) return fact
      const forgotten = forgetFact(db, id, teller.now)
      endSessionsWith(db, forgotten, clock.steady())
      return { forgotten }
    },

    erase(teller, id, task) {
      const fact = findToForget(teller, id)
      if ('problem' in fact) return fact
      const erased = whatGoes(teller, fact, true)
      erase({ fact: id, sources: idsOf(erased.messages) }, task)
      return { erased }
    },
  }
}

function idsOf(messages: StoredMessage[]): number[] {
  return messages.map(({ id }) => id)
}
