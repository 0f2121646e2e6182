import type { Config } from '../../config/config.ts'
import type { ContextUse } from '../../domain/context-use.ts'
import type { Button } from '../../domain/delivery.ts'
import { foreignWords } from '../../domain/foreign.ts'
import { type Lane, rootLane } from '../../domain/ids.ts'
import type { AssembledPart, LeftOutMessages } from '../../gateway/assembly.ts'
import { alsoKnown, isOfPast, partName, plainly } from '../../gateway/part-names.ts'
import { commandMessages } from '../../messages/command-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { latestAssembly } from '../../store/recall/assemblies.ts'
import { readTask } from '../../store/work/tasks.ts'
import { laneDue } from '../compaction/next-step.ts'
import { inline } from '../permissions/action-effect.ts'
import { taskButton } from '../say/task-button.ts'
import { formatNumber, formatPercent } from './context-growth.ts'
import { contextUse, type KeptAssembly } from './context-use.ts'
import { describeStatus, type WhyReader, whyAndFailures } from './why-report.ts'

/** What the model saw in the last turn of a lane. */
export function lastAssembly(db: Database, lane: Lane): KeptAssembly | undefined {
  return latestAssembly<AssembledPart, LeftOutMessages>(db, lane)
}

export const noTurn = 'No model has been asked here yet.'

/** How full the context is, what it contains, and what happens next. */
export function describeUse(use: ContextUse): string[] {
  const { measured, brain, model, tokens, window, shares, next } = use
  const share =
    window === undefined
      ? ''
      : `, ${formatPercent(tokens / window)} of the ${formatNumber(window)} that the model can read`
  const who = [model, brain && `(${brain})`].filter(Boolean).join(' ')
  const source = measured
    ? `as ${who} counted its last call`
    : 'by our own estimate, because no call has been counted yet'
  return [
    `In use: **${count(tokens, 'token')}**${share}, ${source}:`,
    ...shares.map(
      (part) =>
        `- ${part.name === 'rest' ? part.what : part.name}: ${formatNumber(part.tokens)} (${formatPercent(part.tokens / tokens)})`,
    ),
    '',
    ...next,
  ]
}

/** How full the context is, with counts, tokens by category and thresholds of the last turn. */
export function describeContext(db: Database, lane: Lane, seen: KeptAssembly | undefined, config: Config): string {
  if (!seen) return noTurn
  const { conversation, compaction } = config
  const { messages, tokens } = laneDue(db, lane, config, seen.at)
  const kinds = byKind(seen.parts)
  const past = kinds.filter(([kind]) => isOfPast(kind))
  const others = kinds.filter(([kind]) => !isOfPast(kind))
  const tags = seen.tokens - sum(past.map(([, part]) => part.tokens))
  const whole = seen.tokens + sum(others.map(([, part]) => part.tokens))
  return [
    ...describeUse(contextUse(db, seen)),
    '',
    `The last turn here ${seen.opens ? 'opened a session' : 'went on with one'}. ${describeStatus(seen)}`,
    `It showed ${formatNumber(seen.tokens)} of ${formatNumber(seen.budget)} tokens of the past:`,
    ...past.map(([kind, part]) => `- ${named(kind)}: ${messagesAndTokens(part)}`),
    ...(tags > 0 ? [`- tags around these: ${count(tags, 'token')}`] : []),
    `- left out: ${count(seen.leftOut.nearest.length + sum(Object.values(seen.leftOut.more)), 'message')}`,
    '',
    `Beside the past: ${others.map(([kind, part]) => `${named(kind)} ${formatNumber(part.tokens)}`).join(', ')}. In all: ${count(whole, 'token')}.`,
    ...(seen.opens ? [] : ['What the session was shown on earlier turns is not counted again.']),
    '',
    `Not summarised yet: ${count(messages, 'message')} (summary from ${formatNumber(compaction.messages)}), ${count(tokens, 'token')} (from ${formatNumber(compaction.tokens)}) or ${compaction.hours} hours.`,
    `A pause of ${conversation.activeMinutes} minutes begins a new conversation.`,
  ].join('\n')
}

/** Three sentences about the last turn, then the reason for each part, and why others were left out. */
export function describeReasons(db: Database, seen: KeptAssembly | undefined, reader: WhyReader): string {
  if (!seen) return noTurn
  const parts = seen.parts.map(({ kind, reason, messages, foreign = [] }) => {
    const which = messages.length === 0 ? '' : ` (${refs(messages)})`
    const words = foreign.map((one) => foreignWords(one, inline).en).join(', ')
    return `- **${partName(kind)}**${which}: ${plainly(reason)}${words && `; words of others: ${words}`}`
  })
  const reasons = new Map<string, number>(Object.entries(seen.leftOut.more))
  for (const { reason } of seen.leftOut.nearest) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const others = [...reasons].map(([reason, times]) => `- ${count(times, 'message')}: ${plainly(reason)}`)
  return [
    whyAndFailures(db, seen, reader).join(' '),
    '',
    'What was in it, and why:',
    ...parts,
    ...alsoKnown(seen.reason).map((also) => `- ${also}`),
    ...(others.length > 0 ? ['', 'Left out:', ...others] : []),
  ].join('\n')
}

function byKind(parts: AssembledPart[]): [string, { messages: number; tokens: number }][] {
  const kinds = new Map<string, { messages: number; tokens: number }>()
  for (const { kind, messages, tokens } of parts) {
    const known = kinds.get(kind) ?? { messages: 0, tokens: 0 }
    kinds.set(kind, { messages: known.messages + messages.length, tokens: known.tokens + tokens })
  }
  return [...kinds]
}

function named(kind: string): string {
  return kind.replaceAll('-', ' ')
}

function messagesAndTokens({ messages, tokens }: { messages: number; tokens: number }): string {
  return [...(messages > 0 ? [count(messages, 'message')] : []), count(tokens, 'token')].join(', ')
}

function refs(messages: number[]): string {
  const shown = messages.slice(-8).map((id) => `[${id}]`)
  return messages.length > shown.length ? `${messages.length - shown.length} more, ${shown.join(' ')}` : shown.join(' ')
}

function count(amount: number, what: string): string {
  return `${formatNumber(amount)} ${what}${amount === 1 ? '' : 's'}`
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
