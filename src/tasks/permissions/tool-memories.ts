import { factReference, parseFactReference, type StoredFact } from '../../domain/fact.ts'
import type { OwnText } from '../../lib/text/own-text.ts'
import { countOf } from '../../lib/text/text.ts'
import { quoted } from '../../lib/text/visible.ts'
import { dateText, endOfDate, lastDateBefore } from '../../lib/time/calendar.ts'
import { textIn } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import { findOlderVersions } from '../../store/memory/facts.ts'
import { isPrivateTo } from '../../store/messages/chats.ts'
import { taskMessages } from '../../store/messages/messages.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { Memories, WantedFact } from '../../tools/memory.ts'
import type { ActionPreview, Scope } from '../../tools/tool.ts'
import { isFromBackground, type Teller } from '../memory/fact-rules.ts'
import { createFactSearch } from '../memory/fact-search.ts'
import type { FactRequest, FactSource, Memory } from '../memory/memory.ts'
import type { TaskDeps } from '../task-deps.ts'
import { ownWordsIn } from './own-words.ts'

const { effects } = permissionMessages

const MAX_LISTED = 50
const MAX_SOURCE_CHARS = 500

/**
 * The facts as a model reads and writes them on behalf of its person. Besides the rules of the memory, the source counts
 * here: what comes from others or from scheduled work is only kept after a yes to its exact words.
 */
export function createToolMemories({
  db,
  clock,
  memory,
}: Pick<TaskDeps, 'db' | 'clock'> & { memory: Memory }): Memories {
  const search = createFactSearch(db)

  function toTeller({ task, person, chat, isBackground }: Scope): Teller {
    const own = taskMessages(db, task).filter(({ personId, trust }) => personId === person.id && trust !== 'untrusted')
    return { person, chat, isBackground, messageId: own.at(-1)?.id, now: clock.now() }
  }

  function ownTextOf({ task }: Scope): OwnText | undefined {
    const row = readTask(db, task)
    return row && ownWordsIn(db, row)
  }

  function toRequest(
    { text, kind, until, replaces, allChats }: WantedFact,
    scope: Scope,
  ): FactRequest | { problem: string } {
    const older = replaces === undefined ? undefined : parseFactReference(replaces)
    if (replaces !== undefined && older === undefined) return { problem: 'replaces: a number such as f12' }
    const validUntil = until === undefined ? undefined : endOfDate(until.trim(), scope.timezone)
    if (until !== undefined && !validUntil) return { problem: 'until: its last day, such as 2026-11-20' }
    if (validUntil && validUntil <= clock.now()) return { problem: `until: ${until} has passed.` }
    const wanted = { statement: text, kind, validUntil, forEveryone: allChats }
    if (older === undefined) return wanted
    return { ...wanted, replaces: [older], forEveryone: allChats || isForEveryone(scope, older) }
  }

  /** A correction is shown where the fact was shown. */
  function isForEveryone(scope: Scope, id: number): boolean {
    return memory.find(toTeller(scope), id)?.scope === 'everyone'
  }

  /** Why these words may not be kept here, even if the person says yes. */
  function obstacleBySource(scope: Scope, statement: string): string | undefined {
    const { foreign, person, chat } = scope
    const isForOthers = !isPrivateTo(db, chat, person.id)
    if (foreign.length === 0 || !isForOthers || person.role === 'owner') return undefined
    if (ownTextOf(scope)?.holds(statement)) return undefined
    return 'Not remembered: your context contains words of others, and in a group only the owner may confirm such a fact. What the person says in their own words can be remembered word for word.'
  }

  function previewOf(scope: Scope, request: FactRequest): ActionPreview | undefined {
    const problem = obstacleBySource(scope, request.statement) ?? memory.check(toTeller(scope), request)
    if (problem !== undefined) return undefined
    const older = (request.replaces ?? []).flatMap((id) => memory.find(toTeller(scope), id) ?? [])
    const isPrivate = isPrivateTo(db, scope.chat, scope.person.id)
    const correction = request.forEveryone ? effects.correctShared : effects.correctFact
    const addition = request.forEveryone ? effects.rememberShared : isPrivate ? effects.remember : effects.rememberHere
    return {
      what: older.length > 0 ? correction : addition,
      shown: [...older.map(({ statement }) => statement), request.statement],
      // Saying something does not mean that everybody may read it.
      isInOwnWords: ({ holds }) => older.length === 0 && !request.forEveryone && holds(request.statement),
      needsOwnWords:
        request.forEveryone ||
        isFromBackground(db, scope.lane, request.statement, ownTextOf(scope)?.texts ?? [], clock.now()),
    }
  }

  function write(scope: Scope, request: FactRequest): string {
    const problem = obstacleBySource(scope, request.statement)
    if (problem !== undefined) return problem
    const before = memory.list(toTeller(scope))
    const result = db.transaction(() => memory.remember(toTeller(scope), request, 'tool'))
    if ('problem' in result) return `Not remembered. ${textIn(result.problem, 'en')}`
    const { fact, isRepeated, replaced } = result
    const known = new Set([fact.id, ...replaced.map(({ id }) => id)])
    const related = search.findRelated(before, fact.statement).filter(({ id }) => !known.has(id))
    const describe = (facts: StoredFact[]) => facts.map((one) => describeFact(one, scope.timezone)).join('\n')
    return [
      isRepeated ? `Known already: ${describe([fact])}` : `Remembered: ${describe([fact])}`,
      replaced.length > 0 ? `It replaces, so tell the person:\n${describe(replaced)}` : '',
      related.length > 0
        ? `Related facts follow. If the new one makes one of them untrue, call remember again with the same text and replaces.\n${describe(related)}`
        : '',
    ]
      .filter(Boolean)
      .join('\n')
  }

  return {
    remembering(scope, wanted) {
      const request = toRequest(wanted, scope)
      if ('problem' in request) return undefined
      return previewOf(scope, request)
    },
    remember(scope, wanted) {
      const request = toRequest(wanted, scope)
      return 'problem' in request ? request.problem : write(scope, request)
    },
    correcting(scope, { fact, text }) {
      const request = toRequest({ text, replaces: fact }, scope)
      return 'problem' in request ? undefined : previewOf(scope, request)
    },
    correct(scope, { fact, text }) {
      const request = toRequest({ text, replaces: fact }, scope)
      return 'problem' in request ? 'fact: a number such as f12' : write(scope, request)
    },
    forgetting(scope, { fact: reference, withMessages = false }) {
      const id = parseFactReference(reference)
      const fact = id === undefined ? undefined : memory.find(toTeller(scope), id)
      if (!fact || memory.obstacleToForget(toTeller(scope), fact) !== undefined) return undefined
      const goes = memory.whatGoes(toTeller(scope), fact, withMessages)
      return {
        what:
          goes.messages.length > 0 ? effects.eraseFact(goes.facts.length, goes.messages.length) : effects.forgetFact,
        shown: [...goes.facts.map(({ statement }) => statement), ...goes.messages.map(({ text }) => text)],
        isInOwnWords: () => false,
        needsOwnWords: true,
      }
    },
    // Words only find a fact. It is deleted by its number, so that a yes can never be for another one.
    forget(scope, { fact: reference, withMessages = false }) {
      const id = parseFactReference(reference)
      if (id === undefined) return describeCandidates(scope, reference)
      if (withMessages) return erase(scope, id)
      const result = db.transaction(() => memory.forget(toTeller(scope), id))
      if ('problem' in result) return `Not forgotten. ${textIn(result.problem, 'en')}`
      return 'Deleted for good. The messages in which it was said are kept. Do not repeat it.'
    },
    list(scope, about) {
      const id = /^\[?f\d/i.test(about) ? parseFactReference(about) : undefined
      if (id !== undefined) return describeHistory(scope, id)
      const all = memory.list(toTeller(scope))
      const found = about.trim() === '' ? all : search.find(all, about)
      if (found.length === 0)
        return about.trim() === '' ? 'Nothing is remembered here yet.' : 'No fact fits these words.'
      const lines = found.slice(0, MAX_LISTED).map((fact) => describeFact(fact, scope.timezone))
      const rest = found.length - lines.length
      return [...lines, ...(rest > 0 ? [`And ${rest} more: pass words in about.`] : [])].join('\n')
    },
  }

  function erase(scope: Scope, id: number): string {
    const result = db.transaction(() => memory.erase(toTeller(scope), id, scope.task))
    if ('problem' in result) return `Not forgotten. ${textIn(result.problem, 'en')}`
    const count = result.erased.messages.length
    const also = count > 0 ? ` with ${countOf(count, 'message')}` : '. Its message cannot be erased here, so it stays'
    return `After your answer it is deleted for good${also}. Do not repeat it.`
  }

  function describeCandidates(scope: Scope, words: string): string {
    const found = search.find(memory.list(toTeller(scope)), words).slice(0, MAX_LISTED)
    if (found.length === 0) return `No fact fits ${quoted(words)}.`
    const lines = found.map((fact) => describeFact(fact, scope.timezone))
    const which =
      found.length === 1 ? 'If the person means this one' : 'Ask the person which one they mean if it is unclear'
    return `Nothing is deleted yet. ${which}, then call forget with its number.\n${lines.join('\n')}`
  }

  function describeHistory(scope: Scope, id: number): string {
    const fact = memory.find(toTeller(scope), id)
    if (!fact) return `There is no fact f${id} here.`
    const source = memory.source(toTeller(scope), fact)
    const older = findOlderVersions(db, id).map((one) => describeFact(one, scope.timezone))
    return [
      describeFact(fact, scope.timezone),
      source ? describeSource(source, scope.timezone) : '',
      older.length > 0 ? `Before that, and no longer true:\n${older.join('\n')}` : '',
    ]
      .filter(Boolean)
      .join('\n')
  }
}

function describeSource(source: FactSource, timezone: string): string {
  const day = dateText(source.at, timezone)
  if (source.text === undefined) return `It was said on ${day} in another chat, whose words are not shown here.`
  return `${source.name} wrote on ${day}: ${quoted(source.text.slice(0, MAX_SOURCE_CHARS))}`
}

/** "[f12] 2026-03-14: Ana lives in Dresden. (until 2026-11-20)" */
function describeFact({ id, statement, saidAt, validUntil, replacedBy }: StoredFact, timezone: string): string {
  const notes = [
    validUntil ? `until ${lastDateBefore(validUntil, timezone)}` : [],
    replacedBy !== undefined ? `replaced by ${factReference(replacedBy)}` : [],
  ].flat()
  return `${factReference(id)} ${dateText(saidAt, timezone)}: ${statement}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}
