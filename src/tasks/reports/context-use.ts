import type { ContextShare, ContextUse, ReportedCall, ShareName, Spread } from '../../domain/context-use.ts'
import type { AssembledPart, LeftOutMessages } from '../../gateway/assembly.ts'
import { shareForPart } from '../../gateway/part-names.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { contextMessages } from '../../messages/context-messages.ts'
import type { Database } from '../../store/database.ts'
import { epochTurns, type StoredAssembly } from '../../store/recall/assemblies.ts'
import { readEpoch } from '../../store/recall/epochs.ts'
import { answersTo } from '../../store/work/outcomes.ts'
import { contextMarks, whatHappensNext } from './context-growth.ts'

export type KeptAssembly = StoredAssembly<AssembledPart, LeftOutMessages>

type Shares = Record<ShareName, number>

/** How full the context was with a turn: the model's own count if it reported one, split by our estimate of the parts. */
export function contextUse(db: Database, assembly: KeptAssembly): ContextUse {
  const { reported, epochId } = assembly
  const epoch = epochId === null ? undefined : readEpoch(db, epochId)
  const parts = { ...noShares, ...estimateShares(db, assembly) }
  const measured = reported !== undefined && reported.contextTokens > 0
  const shares = measured ? split(reported, parts, db, assembly) : parts
  const total = measured ? reported.contextTokens : sum(Object.values(parts).map(Math.round))
  const window = reported?.windowTokens ?? epoch?.windowTokens ?? undefined
  const tokens = Math.round(total)
  const turns = epoch && turnsOf(db, assembly).earlier.length + 1
  const facts = {
    isKnown: reported !== undefined,
    tokens,
    window,
    growth: reported?.growth,
    turns,
    isOpen: epoch?.closedAt === null,
  }
  return {
    measured,
    brain: reported?.brain ?? epoch?.brain,
    model: reported?.model,
    tokens,
    window,
    shares: roundShares(shares, tokens),
    marks: contextMarks(facts),
    next: whatHappensNext(facts),
  }
}

const noShares: Shares = { system: 0, summary: 0, history: 0, recalled: 0, tools: 0, message: 0, rest: 0 }
const names = Object.keys(noShares) as ShareName[]

/** Our estimate of the session's first prompt, its turns so far, and this turn. */
function estimateShares(db: Database, assembly: KeptAssembly): Shares {
  const { opening, earlier } = turnsOf(db, assembly)
  const current = sharesOf(assembly.parts)
  if (assembly.opens || !opening) return current
  const first = sharesOf(opening.parts.filter(isInPrompt))
  // The earlier turns of a session, with their answers, count as history.
  const texts = [
    ...earlier.map(({ text }) => text),
    ...answersTo(
      db,
      earlier.map(({ taskId }) => taskId),
    ),
  ]
  return addShares(addShares(first, current), { ...noShares, history: sum(texts.map((text) => estimateTokens(text))) })
}

function turnsOf(db: Database, { epochId, id }: KeptAssembly) {
  const turns = epochId === null ? [] : epochTurns<AssembledPart>(db, epochId, id)
  return { opening: turns.find(({ opens }) => opens), earlier: turns.filter((turn) => turn.id !== id) }
}

/** The model's own count, split as its brain reports. Without a report, the unexplained rest is the brain's own. */
function split({ contextTokens, spread }: ReportedCall, parts: Shares, db: Database, assembly: KeptAssembly): Shares {
  if (!spread) {
    const known = sum(Object.values(parts))
    return known <= contextTokens ? { ...parts, rest: contextTokens - known } : scaleShares(parts, contextTokens)
  }
  return scaleShares(splitBy(spread, db, assembly), contextTokens)
}

function splitBy(spread: Spread, db: Database, assembly: KeptAssembly): Shares {
  const opening = assembly.opens ? assembly : turnsOf(db, assembly).opening
  const prompt = sharesOf((opening?.parts ?? []).filter(isInPrompt))
  const turn = sharesOf(assembly.opens ? assembly.parts.filter((part) => !isInPrompt(part)) : assembly.parts)
  const inSystem =
    sum(Object.values(prompt)) > 0 ? scaleShares(prompt, spread.system) : { ...noShares, system: spread.system }
  const inTurn =
    sum(Object.values(turn)) > 0 ? scaleShares(turn, spread.message) : { ...noShares, message: spread.message }
  const { tools, summary, history } = spread
  return addShares(addShares(inSystem, inTurn), { ...noShares, tools, summary, history })
}

/** Whether a part is in the system prompt of a turn that opens a session, and not in the message. */
function isInPrompt({ kind }: AssembledPart): boolean {
  return shareForPart(kind) !== 'message'
}

function sharesOf(parts: AssembledPart[]): Shares {
  const shares = { ...noShares }
  for (const { kind, tokens } of parts) shares[shareForPart(kind)] += tokens
  return shares
}

function addShares(a: Shares, b: Shares): Shares {
  const shares = { ...a }
  for (const name of names) shares[name] += b[name]
  return shares
}

function scaleShares(shares: Shares, total: number): Shares {
  const all = sum(Object.values(shares))
  const factor = all === 0 ? 0 : total / all
  const result = { ...noShares }
  for (const name of names) result[name] = shares[name] * factor
  return result
}

/** Rounds the shares to whole tokens that add up to the total. */
function roundShares(shares: Shares, total: number): ContextShare[] {
  let [cumulative, rounded] = [0, 0]
  const all = sum(Object.values(shares))
  return names.flatMap((name) => {
    cumulative += shares[name]
    const tokens = all === 0 ? 0 : Math.round((cumulative / all) * total) - rounded
    rounded += tokens
    return tokens > 0 ? [{ name, what: contextMessages.shares[name], tokens }] : []
  })
}

function sum(amounts: number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}
