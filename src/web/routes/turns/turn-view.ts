import type { ContextUse } from '../../../domain/context-use.ts'
import { type ChatId, channelOf, isLocal } from '../../../domain/ids.ts'
import type { AssembledPart, LeftOutMessages } from '../../../gateway/assembly.ts'
import { isOfPast, partName, reasonClauses, shareOfPart } from '../../../gateway/part-names.ts'
import { withoutControls } from '../../../lib/markdown.ts'
import { type DiffLine, diffLines } from '../../../lib/text/line-diff.ts'
import { truncate } from '../../../lib/text/text.ts'
import { type AnyText, type LocalizedText, mapText, readText, writeText } from '../../../messages/localized.ts'
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

/** Data about a turn beside its assembly. */
export interface TurnWords {
  use: ContextUse
  why: LocalizedText[]
  /** Buttons for a different reading of the message. */
  otherwise: { label: string; data: string }[]
}

/** An assembly with the lines it refers to. Only the prompt is sent in full. */
export function toWireTurn(db: Database, seen: SeenTurn, { use, why, otherwise }: TurnWords): wire.InspectedTurn {
  const system = systemOf(db, seen)
  const before = assemblyBefore<AssembledPart, LeftOutMessages>(db, seen)
  return {
    ...toWireSeen(db, { ...seen, system, why }),
    at: seen.at.getTime(),
    use: toWireUse(use),
    calls: callsOf(db, seen.taskId).map(toWireCall),
    otherwise,
    ...(before && {
      change: toWireChange({ at: before.at, prompt: promptOf(systemOf(db, before), before) }, promptOf(system, seen)),
    }),
  }
}

export function toWireSeen(db: Database, seen: SeenPrompt): wire.InspectedPrompt {
  const { status, reason, why, opens, tokens, budget, parts, leftOut, failures, system, text } = seen
  return {
    status,
    reason,
    why: why.map(plain),
    also: reasonClauses(reason).slice(1).map(plain),
    failures: failures.map(({ step, left }) => ({ step, left })),
    opens,
    tokens,
    budget,
    parts: parts.map((part) => toWirePart(db, part)),
    leftOut: reasonsOf(leftOut).map(([reason, { ids, more }]) => ({
      reason: readText(reason),
      lines: pastMessages(db, ids).map(toGlimpse),
      more,
    })),
    system,
    text,
  }
}

function plain(text: AnyText): AnyText {
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
    share: shareOfPart(kind),
    isPast: isOfPast(kind),
    ...(trust && { trust }),
    // The name was chosen by somebody else, so it must not contain formatting characters.
    foreign: foreign.map((one) => ({ kind: one.kind, name: withoutControls(one.name).replace(/\p{Cf}/gu, '') })),
    from: chatsOf(db, lines),
    lines: lines.map(toGlimpse),
  }
}

/** Chat titles, with the channel if it is not the page. */
function chatsOf(db: Database, lines: PastRow[]): string[] {
  const ids = [...new Set(lines.map(({ chat }) => chat))]
  const titles = chatTitles(db, ids)
  const named = (id: ChatId) => plainTitle(titles.get(id) ?? id)
  return ids.map((id) => (isLocal(id) ? named(id) : `${named(id)} (${channelOf(id)})`))
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

function toWireUse({ brain, model, window, ...use }: ContextUse): wire.ContextUse {
  return {
    ...use,
    ...(brain !== undefined && { brain: withoutControls(brain) }),
    ...(model !== undefined && { model: withoutControls(model) }),
    ...(window !== undefined && { window }),
  }
}

/** A session keeps its first system prompt. */
function systemOf(db: Database, { system, epochId }: Pick<StoredAssembly<never, never>, 'system' | 'epochId'>): string {
  return system ?? (epochId === null ? undefined : readEpoch(db, epochId)?.prompt) ?? ''
}

function promptOf(system: string, { text }: Pick<SeenTurn, 'text'>): string {
  return `${system}\n\n${text}`
}

/** By reason as `writeText` writes it. */
function reasonsOf({ nearest, more }: LeftOutMessages): [string, { ids: number[]; more: number }][] {
  const reasons = new Map<string, { ids: number[]; more: number }>()
  for (const { id, reason } of nearest) {
    const key = writeText(reason)
    const known = reasons.get(key)
    if (known) known.ids.push(id)
    else reasons.set(key, { ids: [id], more: more[key] ?? 0 })
  }
  for (const [reason, count] of Object.entries(more))
    if (!reasons.has(reason)) reasons.set(reason, { ids: [], more: count })
  return [...reasons]
}

function toGlimpse({ id, name, at, text }: PastRow): wire.Glimpse {
  return { id, who: withoutControls(name), at: at.getTime(), text: glimpse(text) }
}

const around = 2
const mostLines = 400
const lineChars = 2000

/** The differences between two prompts, with two lines of context. */
function toWireChange(before: { at: Date; prompt: string }, prompt: string): wire.TurnChange {
  const all = diffLines(before.prompt, prompt)
  const shown = withGaps(all)
  const counted = (kind: DiffLine['kind']) => all.filter((line) => line.kind === kind).length
  return {
    at: before.at.getTime(),
    added: counted('added'),
    removed: counted('removed'),
    lines: shown.slice(0, mostLines).map(({ kind, text }) => ({ kind, text: truncate(text, lineChars) })),
    more: Math.max(0, shown.length - mostLines),
  }
}

function withGaps(all: DiffLine[]): wire.ChangedLine[] {
  const near = new Set<number>()
  all.forEach(({ kind }, at) => {
    if (kind !== 'same') for (let next = at - around; next <= at + around; next++) near.add(next)
  })
  return all.flatMap((line, at): wire.ChangedLine[] => {
    if (near.has(at)) return [line]
    return at === 0 || near.has(at - 1) ? [{ kind: 'gap', text: '' }] : []
  })
}
