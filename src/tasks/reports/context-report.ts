import type { Config } from '../../config/config.ts'
import type { ContextUse } from '../../domain/context-use.ts'
import type { Button } from '../../domain/delivery.ts'
import { foreignWords } from '../../domain/foreign.ts'
import { type Lane, rootLane } from '../../domain/ids.ts'
import type { AssembledPart, LeftOutMessages } from '../../gateway/assembly.ts'
import { countsTowardsPast, partName, reasonClauses } from '../../gateway/part-names.ts'
import { dateAndTime } from '../../lib/time/calendar.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import { contextMessages as texts } from '../../messages/context-messages.ts'
import { type AnyText, joinTexts, type LocalizedText, parseText, serializeText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { latestAssembly } from '../../store/recall/assemblies.ts'
import { assembliesRemovedTo } from '../../store/work/old-records.ts'
import { readTask } from '../../store/work/tasks.ts'
import { laneDue } from '../compaction/next-step.ts'
import { inline } from '../permissions/action-effect.ts'
import { taskButton } from '../say/task-button.ts'
import { percentOf } from './context-growth.ts'
import { contextUse, type KeptAssembly } from './context-use.ts'
import { describeStatus, type WhyReader, whyAndFailures } from './why-report.ts'

/** What the model saw in the last turn of a lane. */
export function lastAssembly(db: Database, lane: Lane): KeptAssembly | undefined {
  return latestAssembly<AssembledPart, LeftOutMessages>(db, lane)
}

/** How full the context is, what it contains, and what happens next. */
export function describeUse({ measured, brain, model, tokens, window, shares, next }: ContextUse): LocalizedText[] {
  const share = window === undefined ? '' : texts.shareOfWindow(percentOf(tokens / window), texts.number(window))
  const counter = [model, brain && `(${brain})`].filter(Boolean).join(' ')
  return [
    texts.inUse(texts.tokens(tokens), share, measured ? texts.counted(counter) : texts.estimated),
    ...shares.map((part) => texts.partShare(part.what, texts.number(part.tokens), percentOf(part.tokens / tokens))),
    blank,
    ...next,
  ]
}

/** How full the context is, with counts, tokens by category and thresholds of the last turn. */
export function describeContext(
  db: Database,
  lane: Lane,
  seen: KeptAssembly | undefined,
  config: Config,
): LocalizedText {
  if (!seen) return describeMissing(db, config.timezone)
  const { conversation, compaction } = config
  const { messages, tokens } = laneDue(db, lane, config, seen.at)
  const kinds = byKind(seen.parts)
  const pastKinds = kinds.filter(([kind]) => countsTowardsPast(kind))
  const otherKinds = kinds.filter(([kind]) => !countsTowardsPast(kind))
  const tags = seen.tokens - sum(pastKinds.map(([, part]) => part.tokens))
  const total = seen.tokens + sum(otherKinds.map(([, part]) => part.tokens))
  const status = describeStatus(seen)
  const lines = [
    ...describeUse(contextUse(db, seen)),
    blank,
    seen.opens ? texts.openedSession(status) : texts.continuedSession(status),
    texts.historyShown(texts.number(seen.tokens), texts.number(seen.budget)),
    ...pastKinds.map(([kind, part]) => texts.part(partName(kind), messagesAndTokens(part))),
    ...(tags > 0 ? [texts.tags(texts.tokens(tags))] : []),
    texts.leftOut(texts.messages(seen.leftOut.nearest.length + sum(Object.values(seen.leftOut.more)))),
    blank,
    texts.beside(
      joinTexts(
        otherKinds.map(([kind, part]) => joinTexts([partName(kind), texts.number(part.tokens)], ' ')),
        ', ',
      ),
      texts.tokens(total),
    ),
    ...(seen.opens ? [] : [texts.earlierNotCounted]),
    blank,
    texts.notSummarised(
      texts.messages(messages),
      texts.number(compaction.messages),
      texts.tokens(tokens),
      texts.number(compaction.tokens),
      compaction.hours,
    ),
    texts.newConversationAfter(conversation.activeMinutes),
  ]
  return joinTexts(lines, '\n')
}

/** Why there is no record of a turn in a lane. */
export function describeMissing(db: Database, timezone: string): LocalizedText {
  const removedTo = assembliesRemovedTo(db)
  return removedTo === undefined ? texts.noTurn : texts.removed(dateAndTime(removedTo, timezone))
}

/** Three sentences about the last turn, then the reason for each part, and why others were left out. */
export function describeReasons(db: Database, seen: KeptAssembly | undefined, reader: WhyReader): LocalizedText {
  if (!seen) return describeMissing(db, reader.timezone)
  const parts = seen.parts.map(({ kind, reason, messages, foreign = [] }) => {
    const ids = messages.length === 0 ? '' : joinTexts([' (', describeIds(messages), ')'], '')
    const facts = [partName(kind), ids, reason] as const
    if (foreign.length === 0) return texts.reason(...facts)
    const authors = foreign.map((source) => foreignWords(source, inline))
    return texts.reasonWithForeign(...facts, joinTexts(authors, ', '))
  })
  const reasons = new Map<string, number>(Object.entries(seen.leftOut.more))
  for (const { reason } of seen.leftOut.nearest) {
    const key = serializeText(reason)
    reasons.set(key, (reasons.get(key) ?? 0) + 1)
  }
  const leftOut = [...reasons].map(([reason, count]) => texts.part(texts.messages(count), parseText(reason)))
  const lines = [
    joinTexts(whyAndFailures(db, seen, reader), ' '),
    blank,
    texts.whyTitle,
    ...parts,
    ...reasonClauses(seen.reason)
      .slice(1)
      .map((reason) => joinTexts(['- ', reason], '')),
    ...(leftOut.length > 0 ? [blank, texts.leftOutTitle, ...leftOut] : []),
  ]
  return joinTexts(lines, '\n')
}

const blank: LocalizedText = { en: '', de: '' }

function byKind(parts: AssembledPart[]): [string, { messages: number; tokens: number }][] {
  const kinds = new Map<string, { messages: number; tokens: number }>()
  for (const { kind, messages, tokens } of parts) {
    const total = kinds.get(kind) ?? { messages: 0, tokens: 0 }
    kinds.set(kind, { messages: total.messages + messages.length, tokens: total.tokens + tokens })
  }
  return [...kinds]
}

function messagesAndTokens({ messages, tokens }: { messages: number; tokens: number }): LocalizedText {
  return joinTexts([...(messages > 0 ? [texts.messages(messages)] : []), texts.tokens(tokens)], ', ')
}

const MAX_SHOWN_IDS = 8

function describeIds(messages: number[]): AnyText {
  const ids = messages
    .slice(-MAX_SHOWN_IDS)
    .map((id) => `[${id}]`)
    .join(' ')
  return messages.length > MAX_SHOWN_IDS ? texts.moreIds(messages.length - MAX_SHOWN_IDS, ids) : ids
}

function sum(amounts: number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}

/**
 * Buttons to treat a message differently: to answer a new beginning as a continuation, or to begin a new conversation
 * after a continuation.
 */
export function contextButtons(db: Database, { status, taskId, lane }: KeptAssembly): Button<AnyText>[] {
  const task = readTask(db, taskId)
  if (status === 'BACKGROUND' || task?.kind !== 'reply') return []
  if (status !== 'CONTINUATION') return [taskButton(commandMessages.answerAsContinuationButton, 'continue', task)]
  // A button acts on the chat itself, not on a topic or thread in it.
  return lane === rootLane(task.chat) ? [{ label: commandMessages.newFromHereButton, data: 'new' }] : []
}
