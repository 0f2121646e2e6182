import { type ChatId, type Lane, makeChatId, rootLane } from '../../src/domain/ids.ts'
import type { SourceBlock } from '../../src/domain/job.ts'
import type { Meaning } from '../../src/domain/recall.ts'
import type { Assembly } from '../../src/gateway/assembly.ts'
import type { PendingQuestion } from '../../src/gateway/choosing/pending-question.ts'
import { createGateway } from '../../src/gateway/gateway.ts'
import type {
  HistorySource,
  LaneMarks,
  PastConversation,
  Recalled,
  RecallResult,
} from '../../src/gateway/history-source.ts'
import type { FastModel } from '../../src/gateway/layers/fast-model.ts'
import type { Selection } from '../../src/gateway/layers/selection.ts'
import type { Fact, PastMessage, Summary } from '../../src/gateway/past.ts'
import type { Profile } from '../../src/gateway/profile.ts'
import type { GatewaySettings, Question, ShownInEpoch } from '../../src/gateway/question.ts'
import { textIn } from '../../src/messages/localized.ts'
import { type InEnglish, inEnglish } from '../support/in-english.ts'

/** Saturday, ten in the morning. */
export const now = new Date('2026-03-14T10:00:00Z')
export const chat = makeChatId('web', 'ana')
export const lane = rootLane(chat)
export const fence = 'f00dcafe'

export const defaults: GatewaySettings = {
  enabled: true,
  lookbackCount: 25,
  skipSelectionThreshold: 3,
  selectionTimeout: 30,
  useSelection: 'auto',
  alwaysIncludeRecent: 5,
  contextTruncation: 0,
  contextRecencyHours: 0,
  contextMinMessages: 10,
  previousTasksCount: 3,
  maxTokens: 30_000,
  maxBytes: 1_000_000,
  activeMinutes: 30,
  olderDays: 7,
  recallShare: 0.35,
  tools: true,
}

/** "-12m", "-3h", "-2d" before now, or an exact moment. */
export function when(at: string): Date {
  const [, amount, unit] = /^-(\d+)([mhd])$/.exec(at) ?? []
  if (!amount || !unit) return new Date(at)
  return new Date(now.getTime() - Number(amount) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as 'm' | 'h' | 'd'])
}

export function ana(id: number, at: string, text: string, more: Partial<PastMessage> = {}): PastMessage {
  return {
    id,
    chat,
    lane,
    conversation: undefined,
    author: 'human',
    name: 'Ana',
    at: when(at),
    text,
    trust: 'owner',
    origin: 'chat',
    replyTo: undefined,
    actions: [],
    files: [],
    ...more,
  }
}

export const you = (id: number, at: string, text: string, more: Partial<PastMessage> = {}) =>
  ana(id, at, text, { author: 'bot', name: 'Skein', ...more })

export interface Past {
  messages?: PastMessage[]
  /** Of a closed conversation, by the id of one of its messages. */
  summaries?: Record<number, string>
  laneSummary?: Summary
  facts?: Fact[]
  pending?: PendingQuestion
  marks?: Partial<LaneMarks>
  /** How much the question has in common with the past; 'clear' by default. */
  relation?: RecallResult['relation']
  /** Found for whatever is asked, best first: ids, or ids with a score. */
  found?: (number | (Partial<Recalled> & { id: number }))[]
  /** Nearest in meaning to whatever is asked with one, best first. */
  nearest?: number[]
}

export interface Asked extends Partial<Omit<PastMessage, 'at'>> {
  at?: string
  chats?: ChatId[]
  timezone?: string
  factor?: number
  sources?: SourceBlock[]
  meaning?: Meaning
  persona?: string
  profile?: Profile
}

/** A past in memory that keeps the contract of the store: by time, within the bound, conversations by 30 minutes. */
export function sourceOf(past: Past): HistorySource {
  const all = withConversations(past.messages ?? [])
  const upTo = (asOf: Date) => all.filter(({ at }) => at <= asOf)
  const saidIn = (inLane: Lane, { asOf, before }: { asOf: Date; before: number }) =>
    upTo(asOf)
      .filter((one) => one.lane === inLane && one.origin === 'chat' && (one.id < before || one.author === 'bot'))
      .toSorted(byTime)
  function linesAround({ id }: PastMessage, bound: { asOf: Date; before: number }) {
    const there = saidIn(all.find((one) => one.id === id)?.lane ?? lane, bound)
    const at = there.findIndex((one) => one.id === id)
    const inSameConversation = (one: PastMessage | undefined) =>
      at >= 0 && one?.conversation === there[at]?.conversation ? one : undefined
    const [earlier, before, after] = [there[at - 2], there[at - 1], there[at + 1]].map(inSameConversation)
    return { earlier, before, after }
  }
  return {
    library: () => [],
    messages: (inLane, bound, { olderThan, after, limit }) =>
      saidIn(inLane, bound)
        .filter((one) => (!olderThan || byTime(one, olderThan) < 0) && (!after || one.at > after))
        .toReversed()
        .slice(0, limit),
    conversations: (inLane, { asOf }, since) =>
      conversationsOf(
        upTo(asOf).filter((one) => one.lane === inLane && one.origin === 'chat'),
        past.summaries ?? {},
      )
        .filter(({ lastAt }) => lastAt >= since)
        .toReversed(),
    laneSummary: (inLane) => (inLane === lane ? past.laneSummary : undefined),
    message: (id) => all.find((one) => one.id === id),
    neighbours(target, each, bound) {
      const there = saidIn(target.lane, bound).filter(({ id }) => id !== target.id)
      const before = there.filter((one) => byTime(one, target) < 0).slice(-each)
      return [...before, ...there.filter((one) => byTime(one, target) > 0).slice(0, each)]
    },
    places: (messages, bound) =>
      new Map(
        messages.map((message) => {
          const { earlier, before, after } = linesAround(message, bound)
          const place = { beforeId: before?.id, earlierId: earlier?.id, afterId: after?.id }
          return [message.id, { ...place, isAnsweredByUs: after?.author === 'bot' }]
        }),
      ),
    adjacent: (messages, bound) =>
      new Map(
        messages.map((message) => {
          const { before, after } = linesAround(message, bound)
          return [message.id, { before, after }]
        }),
      ),
    background: (inLane, since, { asOf }, limit) =>
      upTo(asOf)
        .filter((one) => one.lane === inLane && one.origin !== 'chat' && (!since || one.at > since))
        .toSorted(byTime)
        .toReversed()
        .slice(0, limit),
    pendingQuestion: () => past.pending,
    marks: () => ({ newAt: undefined, continueAt: undefined, clearedAt: undefined, ...past.marks }),
    facts: ({ bound }) => (past.facts ?? []).filter(({ at }) => at <= bound.asOf),
    nearest: () => past.nearest ?? [],
    recall: ({ bound, limit }) => ({
      hits: foundIn(upTo(bound.asOf), past.found ?? []).slice(0, limit),
      relation: past.relation ?? 'clear',
    }),
  }
}

export function questionOf(text: string, asked: Asked = {}): Question {
  const {
    at = now.toISOString(),
    chats = [chat],
    timezone = 'UTC',
    factor = 1,
    sources,
    meaning,
    persona,
    profile,
    ...more
  } = asked
  const asks = ana(10_000, at, text, more)
  const known = new Set(chats)
  const readable = { here: asks.chat, allChatsOf: undefined, has: (one: ChatId) => known.has(one) }
  const person = { timezone, trust: 'owner' as const, chats: readable }
  const place = { chat: asks.chat, lane: asks.lane, now: asks.at }
  return { ...place, messages: [asks], sources, meaning, persona, profile, person, fence, factor }
}

export function open(
  past: Past,
  text = 'and now?',
  settings: Partial<GatewaySettings> = {},
  asked: Asked = {},
  selection?: Selection,
) {
  const gateway = createGateway(sourceOf(past), () => ({ ...defaults, ...settings }))
  return inEnglish(gateway.open(questionOf(text, asked), selection))
}

export function goOn(
  past: Past,
  shown: Partial<ShownInEpoch>,
  text = 'and now?',
  settings: Partial<GatewaySettings> = {},
  asked: Asked = {},
): InEnglish<Assembly> {
  const gateway = createGateway(sourceOf(past), () => ({ ...defaults, ...settings }))
  const seen = { openedAt: when('-20m'), ids: new Set<number>(), newMessages: [], ...shown }
  return inEnglish(gateway.continueEpoch(questionOf(text, asked), seen))
}

export async function select(
  past: Past,
  completer: FastModel | undefined,
  settings: Partial<GatewaySettings> = {},
  text = 'and now?',
  signal = new AbortController().signal,
) {
  const gateway = createGateway(sourceOf(past), () => ({ ...defaults, ...settings }))
  const question = questionOf(text)
  const triage = gateway.triage(question, completer)
  const selection = 'ask' in triage ? await triage.ask(signal) : triage
  const { reason, ...chosen } = selection
  return {
    selection: { ...chosen, reason: textIn(reason, 'en') },
    assembly: inEnglish(gateway.open(question, selection)),
  }
}

/** Layers 3 to 6 without the fence, which would be in the way of reading. */
export function context(assembly: { context: string }): string {
  return assembly.context.replaceAll(`-${fence}`, '')
}

/** The user turn without the fence. */
export function turn(assembly: { text: string }): string {
  return assembly.text.replaceAll(`-${fence}`, '')
}

export function laneSummary(text: string, upTo: PastMessage, more: Partial<Summary> = {}): Summary {
  const covered = { fromId: 1, toId: upTo.id, fromAt: when('-90d'), toAt: upTo.at, messages: upTo.id }
  return { id: 1, conversation: undefined, text, made: 'model', trust: 'owner', ...covered, ...more }
}

function byTime(a: PastMessage, b: PastMessage): number {
  return a.at.getTime() - b.at.getTime() || a.id - b.id
}

function withConversations(messages: PastMessage[]): PastMessage[] {
  const last = new Map<string, { at: number; id: number }>()
  return messages.toSorted(byTime).map((one) => {
    if (one.origin !== 'chat') return one
    const before = last.get(one.lane)
    const same = before && one.at.getTime() - before.at <= 1_800_000
    const conversation = same ? before.id : one.id
    last.set(one.lane, { at: one.at.getTime(), id: conversation })
    return { ...one, conversation }
  })
}

function conversationsOf(messages: PastMessage[], texts: Record<number, string>): PastConversation[] {
  const ids = [...new Set(messages.map(({ conversation }) => conversation))]
  return ids.flatMap((id) => {
    const lines = messages.filter(({ conversation }) => conversation === id)
    const [first, last] = [lines[0], lines.at(-1)]
    if (id === undefined || !first || !last) return []
    const text = lines.map((line) => texts[line.id]).find(Boolean)
    const range = { fromId: first.id, toId: last.id, fromAt: first.at, toAt: last.at, messages: lines.length }
    const summary = text
      ? { id, conversation: id, text, made: 'model' as const, trust: first.trust, ...range }
      : undefined
    return [{ id, startedAt: first.at, lastAt: last.at, messages: lines.length, summary }]
  })
}

function foundIn(all: PastMessage[], found: NonNullable<Past['found']>): Recalled[] {
  return found.flatMap((hit, rank) => {
    const { id, ...more } = typeof hit === 'number' ? { id: hit } : hit
    const one = all.find((candidate) => candidate.id === id)
    return one
      ? [{ message: one, score: 1 / (rank + 1), reason: { en: 'shares words', de: 'gemeinsame Wörter' }, ...more }]
      : []
  })
}
