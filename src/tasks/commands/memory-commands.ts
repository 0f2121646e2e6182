import { factReference, parseFactReference, type StoredFact } from '../../domain/fact.ts'
import { ownWords } from '../../domain/message-parts.ts'
import { oneLine } from '../../lib/text/text.ts'
import { dateText, lastDateBefore } from '../../lib/time/calendar.ts'
import { commandHelp } from '../../messages/command-help.ts'
import { type AnyText, joinTexts } from '../../messages/localized.ts'
import { memoryMessages as messages } from '../../messages/memory-messages.ts'
import { findOlderVersions } from '../../store/memory/facts.ts'
import type { Teller } from '../memory/fact-rules.ts'
import { createFactSearch } from '../memory/fact-search.ts'
import type { FactRequest, FactSource, GoingAway, Memory } from '../memory/memory.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Command, CommandContext, Reply } from './command.ts'

const MAX_LISTED = 30
const MAX_SOURCE_CHARS = 300
/** The answer to "are you sure?", as the button sends it. */
const CONFIRMED = 'yes'
const WITH_MESSAGES = 'with messages'

/**
 * /remember stores a sentence as it is. With the number of a fact before it, it corrects that one; with "all:" before it,
 * the owner has it remembered in all chats. A fast model then says which known facts are no longer true; without one,
 * the person decides.
 */
export function createRemember({ db, hasModel }: RememberDeps, memory: Memory): Command {
  const search = createFactSearch(db)
  return {
    name: 'remember',
    usage: commandHelp.usages.remember,
    summary: commandHelp.summaries.remember,
    run(args, context) {
      const request = readRequest(args)
      // A correction is shown where the fact was shown.
      const isShared = request.replaces?.some((id) => memory.find(context, id)?.scope === 'everyone')
      const forEveryone = request.forEveryone ?? isShared
      const result = memory.remember(toTeller(context), { ...request, forEveryone }, 'command')
      if ('problem' in result) return result.problem
      const { fact, isRepeated, replaced } = result
      const said = describeSaved(fact, isRepeated, context.timezone)
      if (replaced.length > 0)
        return joinTexts([said, messages.replaces(factLines(replaced, context.timezone))], '\n\n')
      const related = isRepeated ? [] : relatedTo(fact, context)
      if (related.length === 0) return said
      if (hasModel()) return { text: said, hasMore: true }
      return joinTexts([said, listRelated(related, context)], '\n\n')
    },
    async later(args, context, signal) {
      const { statement } = readRequest(args)
      const fact = memory
        .list({ ...context, now: context.givenAt })
        .find((known) => known.statement === oneLine(statement))
      if (!fact) return undefined
      const related = relatedTo(fact, { ...context, now: context.givenAt })
      const answer = await context.ask()?.(contradictionPrompt(fact, related), signal)
      if (answer === undefined) return listRelated(related, context)
      const named = [...answer.matchAll(/\bf?(\d{1,15})\b/g)].map(([, id]) => Number(id))
      const replaces = related.flatMap(({ id }) => (named.includes(id) ? [id] : []))
      if (replaces.length === 0) return undefined
      return () => {
        const teller = { ...context, now: context.givenAt, messageId: fact.messageId }
        const forEveryone = fact.scope === 'everyone'
        const result = memory.remember(teller, { statement: fact.statement, replaces, forEveryone }, 'command')
        if ('problem' in result) return listRelated(related, context)
        return messages.replaces(factLines(result.replaced, context.timezone))
      }
    },
  }

  function relatedTo(fact: StoredFact, place: Parameters<Memory['list']>[0]): StoredFact[] {
    const others = memory.list(place).filter(({ id, scope, chat }) => {
      return id !== fact.id && scope === fact.scope && chat === fact.chat
    })
    return search.findRelated(others, fact.statement)
  }

  function listRelated(related: StoredFact[], { timezone, prefix }: Pick<CommandContext, 'timezone' | 'prefix'>) {
    return messages.related(factLines(related, timezone), prefix)
  }
}

export interface RememberDeps extends Pick<TaskDeps, 'db'> {
  /** Whether a model can be asked what a new fact makes untrue. */
  hasModel(): boolean
}

function describeSaved(fact: StoredFact, isRepeated: boolean, timezone: string): AnyText {
  const line = factLine(fact, timezone)
  if (isRepeated) return messages.repeated(line, fact.count)
  return fact.scope === 'room' ? messages.rememberedHere(line) : messages.remembered(line)
}

function contradictionPrompt({ statement }: StoredFact, related: StoredFact[]): string {
  return [
    `A person said: ${statement}`,
    `What was known before:\n${related.map((fact) => `f${fact.id}: ${fact.statement}`).join('\n')}`,
    'Which of these can no longer be true because of what the person said? Facts that can both be true stay. Answer only with the numbers, such as f3, or with "none".',
  ].join('\n\n')
}

function readRequest(args: string): FactRequest {
  const { reference, rest = '' } = /^\[?f(?<reference>\d{1,15})\]?:?(?:\s(?<rest>[\s\S]*))?$/i.exec(args)?.groups ?? {}
  if (reference !== undefined) return { statement: ownWords(rest), replaces: [Number(reference)] }
  const { shared } = /^all:(?<shared>[\s\S]*)$/i.exec(args)?.groups ?? {}
  return shared === undefined ? { statement: ownWords(args) } : { statement: ownWords(shared), forEveryone: true }
}

/** /memory lists what is remembered here, finds some of it by words, and shows where one fact comes from. */
export function createMemoryCommand({ db }: Pick<TaskDeps, 'db'>, memory: Memory): Command {
  const search = createFactSearch(db)
  return {
    name: 'memory',
    usage: commandHelp.usages.memory,
    summary: commandHelp.summaries.memory,
    run(args, context) {
      const id = readReference(args)
      if (id !== undefined) return describeFact(id, context)
      const all = memory.list(context)
      const facts = args === '' ? all : search.find(all, args)
      if (facts.length === 0) return args === '' ? messages.nothingKnown : messages.nothingKnownWith(args)
      const lines = factLines(facts.slice(0, MAX_LISTED), context.timezone)
      const others = facts.length - MAX_LISTED
      return joinTexts(
        [
          args === '' ? messages.known(lines) : messages.knownWith(args, lines),
          others > 0 ? messages.more(others, context.prefix) : [],
          messages.memoryHint(context.prefix),
        ].flat(),
        '\n\n',
      )
    },
  }

  function describeFact(id: number, { timezone, ...context }: CommandContext): AnyText {
    const fact = memory.find(context, id)
    if (!fact) return messages.noSuchFact(`f${id}`)
    const source = memory.source(context, fact)
    const older = findOlderVersions(db, id)
    return joinTexts(
      [
        factLine(fact, timezone),
        source ? describeSource(source, timezone) : [],
        older.length > 0 ? messages.earlier(factLines(older, timezone)) : [],
      ].flat(),
      '\n\n',
    )
  }
}

function describeSource(source: FactSource, timezone: string): AnyText {
  const day = dateText(source.at, timezone)
  if (source.text === undefined) return messages.fromElsewhere(day)
  return messages.from(source.name, day, oneLine(source.text, MAX_SOURCE_CHARS))
}

/** /forget finds what is meant, shows it, and deletes it only when that is confirmed. */
export function createForget({ db }: Pick<TaskDeps, 'db'>, memory: Memory): Command {
  const search = createFactSearch(db)
  return {
    name: 'forget',
    usage: commandHelp.usages.forget,
    summary: commandHelp.summaries.forget,
    run(args, context) {
      const teller = toTeller(context)
      const [reference = '', ...rest] = args.toLowerCase().split(/\s+/)
      const id = readReference(reference)
      if (args === '') return messages.forgetUsage(context.prefix)
      if (id === undefined) return chooseByWords(args, context)
      const withMessages = rest.join(' ').startsWith(WITH_MESSAGES)
      if (rest.at(-1) !== CONFIRMED) return askToConfirm(memory.find(context, id), { id, withMessages }, context)
      const result = withMessages ? memory.erase(teller, id) : memory.forget(teller, id)
      if ('problem' in result) return result.problem
      if ('forgotten' in result) return messages.forgotten(result.forgotten.length)
      return messages.erased(result.erased.facts.length, result.erased.messages.length)
    },
    isSettled: () => true,
  }

  function chooseByWords(words: string, context: CommandContext): AnyText | Reply {
    const found = search.find(memory.list(context), words)
    if (found.length === 0) return messages.nothingKnownWith(words)
    if (found.length === 1) return askToConfirm(found[0], { id: 0, withMessages: false }, context)
    return messages.whichOne(factLines(found.slice(0, MAX_LISTED), context.timezone), context.prefix)
  }

  function askToConfirm(
    fact: StoredFact | undefined,
    { id, withMessages }: { id: number; withMessages: boolean },
    context: CommandContext,
  ): AnyText | Reply {
    if (!fact) return messages.noSuchFact(`f${id}`)
    const obstacle = memory.obstacleToForget(toTeller(context), fact)
    if (obstacle) return obstacle
    const { timezone, prefix } = context
    const goes = memory.whatGoes(context, fact, withMessages)
    if (withMessages && goes.messages.length === 0) return messages.noMessageToErase
    const start = `forget f${fact.id} `
    const command = `${start}${withMessages ? `${WITH_MESSAGES} ` : ''}${CONFIRMED}`
    const lines = factLines(goes.facts, timezone)
    const text = withMessages
      ? messages.eraseSure(lines, messageLines(goes.messages, timezone), `${prefix}${command}`)
      : messages.forgetSure(lines, `${prefix}${command}`, `${prefix}${start}${WITH_MESSAGES}`)
    return { text, buttons: [{ label: messages.forgetButton, data: command }] }
  }
}

function toTeller({ person, chat, now, message }: CommandContext): Teller {
  return { person, chat, now, messageId: message }
}

/** A number with its letter: "12" alone may be a word to search for. */
function readReference(args: string): number | undefined {
  return /^\[?f\d/i.test(args) ? parseFactReference(args) : undefined
}

function factLines(facts: StoredFact[], timezone: string): AnyText {
  return joinTexts(
    facts.map((fact) => factLine(fact, timezone)),
    '\n',
  )
}

/** "- Ana, 2026-03-14: I moved to Dresden" */
function messageLines(found: GoingAway['messages'], timezone: string): AnyText {
  return joinTexts(
    found.map(
      ({ name, at, text }) => `- ${name}, ${dateText(new Date(at), timezone)}: ${oneLine(text, MAX_SOURCE_CHARS)}`,
    ),
    '\n',
  )
}

/** "- `[f12]` 2026-03-14: Ana lives in Dresden. (said 3 times)" */
function factLine(fact: StoredFact, timezone: string): AnyText {
  const { id, statement, saidAt, count, validUntil, scope, replacedBy, replacedAt } = fact
  const notes = [
    count > 1 ? messages.times(count) : [],
    validUntil ? messages.until(lastDateBefore(validUntil, timezone)) : [],
    scope === 'everyone' ? messages.forEveryone : [],
    replacedBy !== undefined && replacedAt ? messages.replacedBy(`f${replacedBy}`, dateText(replacedAt, timezone)) : [],
  ].flat()
  const line = `- \`${factReference(id)}\` ${dateText(saidAt, timezone)}: ${statement}`
  return notes.length === 0 ? line : joinTexts([line, ' (', joinTexts(notes, ', '), ')'], '')
}
