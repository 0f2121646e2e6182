import type { ContextUse } from '../../../domain/context-use.ts'
import { type ChatId, channelOf, isLocal } from '../../../domain/ids.ts'
import type { AssembledPart, LeftOutMessages } from '../../../gateway/assembly.ts'
import { countsTowardsPast, partName, reasonClauses, shareForPart } from '../../../gateway/part-names.ts'
import { withoutControls } from '../../../lib/markdown.ts'
import { type DiffLine, diffLines } from '../../../lib/text/line-diff.ts'
import { truncate } from '../../../lib/text/text.ts'
import { type AnyText, type LocalizedText, mapText, parseText, serializeText } from '../../../messages/localized.ts'
import type { Database } from '../../../store/database.ts'
import { chatTitles } from '../../../store/messages/chats.ts'
import { assemblyBefore, type StoredAssembly } from '../../../store/recall/assemblies.ts'
import { readEpoch } from '../../../store/recall/epochs.ts'
import { type PastRow, pastMessages } from '../../../store/recall/lane-history.ts'
import { callsOf } from '../../../store/work/usage.ts'
import type * as wire from '../../page/wire/turn-wire.ts'
import { glimpse, plainTitle } from '../plain-text.ts'

export type SeenTurn = StoredAssembly<AssembledPart, LeftOutMessages>

/** The common part of real and imagined turns. */
export interface SeenPrompt
  extends Pick<
    SeenTurn,
    'status' | 'reason' | 'opens' | 'tokens' | 'budget' | 'parts' | 'leftOut' | 'failures' | 'text'
  > {
  system: string
  why: LocalizedText[]
}

/** Data about a turn besides its assembly. */
export interface TurnWords {
  use: ContextUse
  why: LocalizedText[]
  /** Buttons for a different reading of the message. */
  otherwise: { label: string; data: string }[]
}

/** An assembly with the lines it refers to. Only the prompt is sent in full. */
export function toWireTurn(db: Database, assembly: SeenTurn, { use, why, otherwise }: TurnWords): wire.InspectedTurn {
  const system = readSystemPrompt(db, assembly)
  const previous = assemblyBefore<AssembledPart, LeftOutMessages>(db, assembly)
  return {
    ...toWireSeen(db, { ...assembly, system, why }),
    at: assembly.at.getTime(),
    use: toWireUse(use),
    calls: callsOf(db, assembly.taskId).map(toWireCall),
    otherwise,
    ...(previous && {
      change: toWireChange(
        { at: previous.at, prompt: joinPrompt(readSystemPrompt(db, previous), previous) },
        joinPrompt(system, assembly),
      ),
    }),
  }
}

export function toWireSeen(db: Database, prompt: SeenPrompt): wire.InspectedPrompt {
  const { status, reason, why, opens, tokens, budget, parts, leftOut, failures, system, text } = prompt
  return {
    status,
    reason,
    why: why.map(cleanText),
    also: reasonClauses(reason).slice(1).map(cleanText),
    failures: failures.map(({ step, left }) => ({ step, left })),
    opens,
    tokens,
    budget,
    parts: parts.map((part) => toWirePart(db, part)),
    leftOut: groupByReason(leftOut).map(([reason, { ids, more }]) => ({
      reason: parseText(reason),
      lines: pastMessages(db, ids).map(toGlimpse),
      more,
    })),
    system,
    text,
  }
}

function cleanText(text: AnyText): AnyText {
  return mapText(text, withoutControls)
}

function toWirePart(db: Database, part: AssembledPart): wire.TurnPart {
  const { kind, reason, tokens, messages, trust, foreign = [] } = part
  const lines = pastMessages(db, messages)
  return {
    kind,
    name: partName(kind),
    reason,
    tokens,
    share: shareForPart(kind),
    isPast: countsTowardsPast(kind),
    ...(trust && { trust }),
    // The name was chosen by somebody else, so it must not contain formatting characters.
    foreign: foreign.map((source) => ({
      kind: source.kind,
      name: withoutControls(source.name).replace(/\p{Cf}/gu, ''),
    })),
    from: chatsOf(db, lines),
    lines: lines.map(toGlimpse),
  }
}

/** Chat titles, with the channel if it is not the page. */
function chatsOf(db: Database, lines: PastRow[]): string[] {
  const ids = [...new Set(lines.map(({ chat }) => chat))]
  const titles = chatTitles(db, ids)
  const titleOf = (id: ChatId) => plainTitle(titles.get(id) ?? id)
  return ids.map((id) => (isLocal(id) ? titleOf(id) : `${titleOf(id)} (${channelOf(id)})`))
}

function toWireCall(call: ReturnType<typeof callsOf>[number]): wire.TurnCall {
  const { brain, model, inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, usd, firstTextMs } = call
  return {
    brain: withoutControls(brain),
    model: withoutControls(model),
    readTokens: inputTokens + cacheReadTokens + cacheWriteTokens,
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens,
    usd,
    ...(firstTextMs !== null && { firstTextMs }),
  }
}

function toWireUse({ brain, model, window, ...use }: ContextUse): wire.WireContextUse {
  return {
    ...use,
    ...(brain !== undefined && { brain: withoutControls(brain) }),
    ...(model !== undefined && { model: withoutControls(model) }),
    ...(window !== undefined && { window }),
  }
}

/** A session keeps its first system prompt. */
function readSystemPrompt(
  db: Database,
  { system, epochId }: Pick<StoredAssembly<never, never>, 'system' | 'epochId'>,
): string {
  return system ?? (epochId === null ? undefined : readEpoch(db, epochId)?.prompt) ?? ''
}

function joinPrompt(system: string, { text }: Pick<SeenTurn, 'text'>): string {
  return `${system}\n\n${text}`
}

/** By reason as `serializeText` writes it. */
function groupByReason({ nearest, more }: LeftOutMessages): [string, { ids: number[]; more: number }][] {
  const reasons = new Map<string, { ids: number[]; more: number }>()
  for (const { id, reason } of nearest) {
    const key = serializeText(reason)
    const entry = reasons.get(key)
    if (entry) entry.ids.push(id)
    else reasons.set(key, { ids: [id], more: more[key] ?? 0 })
  }
  for (const [reason, count] of Object.entries(more))
    if (!reasons.has(reason)) reasons.set(reason, { ids: [], more: count })
  return [...reasons]
}

function toGlimpse({ id, name, at, text }: PastRow): wire.Glimpse {
  return { id, who: withoutControls(name), at: at.getTime(), text: glimpse(text) }
}

const CONTEXT_LINES = 2
const MAX_CHANGED_LINES = 400
const MAX_LINE_CHARS = 2000

/** The differences between two prompts, with two lines of context. */
function toWireChange(before: { at: Date; prompt: string }, prompt: string): wire.TurnChange {
  const diff = diffLines(before.prompt, prompt)
  const linesWithGaps = withGaps(diff)
  const countKind = (kind: DiffLine['kind']) => diff.filter((line) => line.kind === kind).length
  return {
    at: before.at.getTime(),
    added: countKind('added'),
    removed: countKind('removed'),
    lines: linesWithGaps
      .slice(0, MAX_CHANGED_LINES)
      .map(({ kind, text }) => ({ kind, text: truncate(text, MAX_LINE_CHARS) })),
    more: Math.max(0, linesWithGaps.length - MAX_CHANGED_LINES),
  }
}

function withGaps(diff: DiffLine[]): wire.ChangedLine[] {
  const shownIndexes = new Set<number>()
  diff.forEach(({ kind }, index) => {
    if (kind !== 'same')
      for (let next = index - CONTEXT_LINES; next <= index + CONTEXT_LINES; next++) shownIndexes.add(next)
  })
  return diff.flatMap((line, index): wire.ChangedLine[] => {
    if (shownIndexes.has(index)) return [line]
    return index === 0 || shownIndexes.has(index - 1) ? [{ kind: 'gap', text: '' }] : []
  })
}
