import type { ContextUse } from '../../domain/context-use.ts'
import type { AssembledPart, LeftOut } from '../../gateway/assembly.ts'
import { alsoKnown, partName, plainly } from '../../gateway/part-words.ts'
import { withoutControls } from '../../lib/markdown.ts'
import type { Database } from '../../store/database.ts'
import type { StoredAssembly } from '../../store/recall/assemblies.ts'
import { readEpoch } from '../../store/recall/epochs.ts'
import { pastMessages } from '../../store/recall/past.ts'
import type * as wire from '../page/wire.ts'
import { glimpse } from './glimpse.ts'

export type SeenTurn = StoredAssembly<AssembledPart, LeftOut>

/** What is told of a turn beside its record. */
export interface TurnWords {
  use: ContextUse
  why: string[]
}

/** The record of a turn with the lines it speaks of. Only the prompt is told in full: it is what the model was given. */
export function toWireTurn(db: Database, seen: SeenTurn, { use, why }: TurnWords): wire.Turn {
  const { status, reason, opens, tokens, budget, parts, leftOut } = seen
  const linesOf = (ids: number[]) => glimpsesOf(db, ids)
  return {
    status,
    reason,
    why: why.map(withoutControls),
    also: alsoKnown(reason).map(withoutControls),
    opens,
    tokens,
    budget,
    at: seen.at.getTime(),
    use: toWireUse(use),
    parts: parts.map(({ kind, reason, tokens, messages }) => ({
      kind,
      name: partName(kind),
      reason: plainly(reason),
      tokens,
      lines: linesOf(messages),
    })),
    leftOut: reasonsOf(leftOut).map(([reason, { ids, more }]) => ({
      reason: plainly(reason),
      lines: linesOf(ids),
      more,
    })),
    system: systemOf(db, seen),
    text: seen.text,
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

/** A session keeps the prompt it was opened with. */
function systemOf(db: Database, { system, epochId }: Pick<StoredAssembly<never, never>, 'system' | 'epochId'>): string {
  return system ?? (epochId === null ? undefined : readEpoch(db, epochId)?.prompt) ?? ''
}

function reasonsOf({ nearest, more }: LeftOut): [string, { ids: number[]; more: number }][] {
  const reasons = new Map<string, { ids: number[]; more: number }>()
  for (const { id, reason } of nearest) {
    const known = reasons.get(reason)
    if (known) known.ids.push(id)
    else reasons.set(reason, { ids: [id], more: more[reason] ?? 0 })
  }
  for (const [reason, count] of Object.entries(more))
    if (!reasons.has(reason)) reasons.set(reason, { ids: [], more: count })
  return [...reasons]
}

function glimpsesOf(db: Database, ids: number[]): wire.Glimpse[] {
  return pastMessages(db, ids).map(({ id, name, at, text }) => ({
    id,
    who: withoutControls(name),
    at: at.getTime(),
    text: glimpse(text),
  }))
}
