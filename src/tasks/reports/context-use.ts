import type { ContextShare, ContextUse, ReportedCall, ShareName, Spread } from '../../domain/context-use.ts'
import type { AssembledPart, LeftOutMessages } from '../../gateway/assembly.ts'
import { shareOfPart } from '../../gateway/part-names.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import type { Database } from '../../store/database.ts'
import { epochTurns, type StoredAssembly } from '../../store/recall/assemblies.ts'
import { readEpoch } from '../../store/recall/epochs.ts'
import { answersTo } from '../../store/work/outcomes.ts'
import { contextMarks, whatHappensNext } from './context-growth.ts'

export type KeptAssembly = StoredAssembly<AssembledPart, LeftOutMessages>

type Shares = Record<ShareName, number>

/** How full the context was with a turn: the model's own count if it reported one, split by our estimate of the parts. */
export function contextUse(db: Database, seen: KeptAssembly): ContextUse {
  const { reported, epochId } = seen
  const epoch = epochId === null ? undefined : readEpoch(db, epochId)
  const parts = { ...nothing, ...estimated(db, seen) }
  const measured = reported !== undefined && reported.contextTokens > 0
  const shares = measured ? spreadOver(reported, parts, db, seen) : parts
  const total = measured ? reported.contextTokens : sum(Object.values(parts).map(Math.round))
  const window = reported?.windowTokens ?? epoch?.windowTokens ?? undefined
  const tokens = Math.round(total)
  const turns = epoch && turnsOf(db, seen).earlier.length + 1
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
    shares: whole(shares, tokens),
    marks: contextMarks(facts),
    next: whatHappensNext(facts),
  }
}

const what: Record<ShareName, string> = {
  system: 'who it is and what holds here',
  summary: 'summaries of what was said before',
  history: 'what was said here',
  recalled: 'what was looked up for it',
  tools: 'tools and what came of them',
  message: 'the message, and what it points at',
  rest: "the brain's own prompt and tools",
}

const names = Object.keys(what) as ShareName[]
const nothing: Shares = { system: 0, summary: 0, history: 0, recalled: 0, tools: 0, message: 0, rest: 0 }

/** Our estimate of the session's first prompt, its turns so far, and this turn. */
function estimated(db: Database, seen: KeptAssembly): Shares {
  const { opening, earlier } = turnsOf(db, seen)
  const own = sharesOf(seen.parts)
  if (seen.opens || !opening) return own
  const before = sharesOf(opening.parts.filter(isOfPrompt))
  // The earlier turns of a session, with their answers, count as history.
  const texts = [
    ...earlier.map(({ text }) => text),
    ...answersTo(
      db,
      earlier.map(({ taskId }) => taskId),
    ),
  ]
  return added(added(before, own), { ...nothing, history: sum(texts.map((text) => estimateTokens(text))) })
}

function turnsOf(db: Database, { epochId, id }: KeptAssembly) {
  const turns = epochId === null ? [] : epochTurns<AssembledPart>(db, epochId, id)
  return { opening: turns.find(({ opens }) => opens), earlier: turns.filter((turn) => turn.id !== id) }
}

/** The model's own count, split as its brain reports. Without a report, the unexplained rest is the brain's own. */
function spreadOver({ contextTokens, spread }: ReportedCall, parts: Shares, db: Database, seen: KeptAssembly): Shares {
  if (!spread) {
    const known = sum(Object.values(parts))
    return known <= contextTokens ? { ...parts, rest: contextTokens - known } : scaled(parts, contextTokens)
  }
  return scaled(splitBy(spread, db, seen), contextTokens)
}

function splitBy(spread: Spread, db: Database, seen: KeptAssembly): Shares {
  const opening = seen.opens ? seen : turnsOf(db, seen).opening
  const prompt = sharesOf((opening?.parts ?? []).filter(isOfPrompt))
  const turn = sharesOf(seen.opens ? seen.parts.filter((part) => !isOfPrompt(part)) : seen.parts)
  const inSystem =
    sum(Object.values(prompt)) > 0 ? scaled(prompt, spread.system) : { ...nothing, system: spread.system }
  const inTurn = sum(Object.values(turn)) > 0 ? scaled(turn, spread.message) : { ...nothing, message: spread.message }
  const { tools, summary, history } = spread
  return added(added(inSystem, inTurn), { ...nothing, tools, summary, history })
}

/** Whether a part is in the system prompt of a turn that opens a session, and not in the message. */
function isOfPrompt({ kind }: AssembledPart): boolean {
  return shareOfPart(kind) !== 'message'
}

function sharesOf(parts: AssembledPart[]): Shares {
  const shares = { ...nothing }
  for (const { kind, tokens } of parts) shares[shareOfPart(kind)] += tokens
  return shares
}

function added(one: Shares, other: Shares): Shares {
  const shares = { ...one }
  for (const name of names) shares[name] += other[name]
  return shares
}

function scaled(shares: Shares, total: number): Shares {
  const all = sum(Object.values(shares))
  const by = all === 0 ? 0 : total / all
  const result = { ...nothing }
  for (const name of names) result[name] = shares[name] * by
  return result
}

/** Rounds the shares to whole tokens that add up to the total. */
function whole(shares: Shares, total: number): ContextShare[] {
  let [upTo, told] = [0, 0]
  const all = sum(Object.values(shares))
  return names.flatMap((name) => {
    upTo += shares[name]
    const tokens = all === 0 ? 0 : Math.round((upTo / all) * total) - told
    told += tokens
    return tokens > 0 ? [{ name, what: what[name], tokens }] : []
  })
}

function sum(amounts: number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}
