import { z } from 'zod'
import { runnerErasureSchema } from '../../domain/erasure.ts'
import type { Foreign } from '../../domain/foreign.ts'
import type { Trust } from '../../domain/person.ts'
import { failureClasses } from '../failure-classes.ts'
import type { BrainEvent, Completion, Limits, ListedTool, Turn } from '../spawner.ts'

// What the daemon and a runner say to each other about one turn. The daemon checks everything that a runner sends,
// because a runner executes commands of models.

/** Raised with every change of these messages. A runner of another contract gets no turns. */
export const CONTRACT = 3

/** A file of a turn, whose content is fetched in pieces. */
export interface SentFile {
  name: string
  type: string
  bytes: number
  form: Turn['files'][number]['form']
  /** Undefined if the content is gone. */
  sha256: string | undefined
}

/** A turn as it travels: without paths of the daemon's machine. */
export interface SentTurn extends Omit<Turn, 'files' | 'workspace' | 'takeJoined'> {
  files: SentFile[]
  hasWorkspace: boolean
  canJoin: boolean
}

export type Work =
  | { kind: 'turn'; brain: string; turn: SentTurn; tools: ListedTool[] }
  | { kind: 'completion'; brain: string; prompt: string; limits: Limits }

export type ToRunner =
  | { t: 'work'; work: Work }
  /** The answer to a call. */
  | { t: 'answer'; id: number; value: unknown }
  | { t: 'stop' }

/** The largest piece of a file in one message. */
export const PIECE_BYTES = 256 * 1024
/** The largest file that a runner may send. */
export const MAX_SENT_BYTES = 50 * 1024 * 1024

const anyText = z.union([z.string(), z.object({ en: z.string(), de: z.string() })])
const input = z.record(z.string(), z.unknown())
const trust = z.enum(['owner', 'member', 'guest', 'untrusted'] satisfies Trust[])
const path = z.string().max(10_000)

const actionShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), path, namesOnly: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('write'), path, content: z.string() }),
  z.object({ kind: z.literal('edit'), path, before: z.string(), after: z.string(), everywhere: z.boolean() }),
  z.object({ kind: z.literal('command'), command: z.string(), network: z.boolean() }),
  z.object({ kind: z.literal('fetch'), url: z.string() }),
  z.object({ kind: z.literal('use'), server: z.string(), tool: z.string(), input, isReadOnly: z.boolean() }),
  z.object({ kind: z.literal('other'), why: z.string() }),
])

const callShape = z.discriminatedUnion('kind', [
  /** A tool of the daemon. */
  z.object({ kind: z.literal('tool'), name: z.string(), input: z.unknown() }),
  /** May a tool of the brain run? `kept`: the trust of files of ours that it would show. */
  z.object({ kind: z.literal('permit'), name: z.string(), input, action: actionShape, kept: trust.optional() }),
  /** The model has read words of others. */
  z.object({
    kind: z.literal('foreign'),
    words: z.array(z.object({ kind: z.string(), name: z.string(), trust })).max(100),
  }),
  /** Messages that arrived since. */
  z.object({ kind: z.literal('joined') }),
  /** A piece of a file of the turn. */
  z.object({ kind: z.literal('fetch'), sha256: z.string(), offset: z.int().nonnegative() }),
  /** A piece of a file of the workspace that the next call names. */
  z.object({
    kind: z.literal('store'),
    path: z.string().max(1000),
    offset: z.int().nonnegative(),
    piece: z.string().max(PIECE_BYTES * 2),
    /** With the last piece. */
    sha256: z.string().optional(),
  }),
])
export type Call = z.infer<typeof callShape>

/** Words of others, as a call carries them. */
export function toForeign(words: Extract<Call, { kind: 'foreign' }>['words']): Foreign[] {
  return words as Foreign[]
}

const usageShape = z.object({
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  costUsd: z.number(),
  contextTokens: z.number(),
  windowTokens: z.number().optional(),
  firstTextMs: z.number().optional(),
  spread: z
    .object({ system: z.number(), tools: z.number(), summary: z.number(), history: z.number(), message: z.number() })
    .exactOptional(),
})

const failureShape = z.object({
  class: z.enum(failureClasses),
  what: anyText,
  advice: anyText.exactOptional(),
  ownerAdvice: anyText.exactOptional(),
  retry: z.boolean(),
  afterMs: z.number().exactOptional(),
  detail: z.string().exactOptional(),
})

const action = z.object({
  line: z.string(),
  failed: z.boolean(),
  input: z.string().exactOptional(),
  output: z.string().exactOptional(),
})

/** Everything but text, which travels in pieces. */
const eventShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tool'), line: z.string() }),
  z.object({ kind: z.literal('said'), text: z.string() }),
  z.object({ kind: z.literal('thought'), text: z.string() }),
  z.object({ kind: z.literal('action'), action }),
  z.object({ kind: z.literal('usage'), usage: usageShape }),
  z.object({ kind: z.literal('done'), text: z.string() }),
  z.object({ kind: z.literal('failed'), failure: failureShape }),
])

const completionShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), usage: usageShape.exactOptional() }),
  z.object({ kind: z.literal('failed'), failure: failureShape, usage: usageShape.exactOptional() }),
])

const toDaemonShape = z.discriminatedUnion('t', [
  /** Of this start of the runner. */
  z.object({ t: z.literal('claim'), instance: z.string() }),
  /** It has no free place, or ends soon; another runner should take the turn. */
  z.object({ t: z.literal('declined') }),
  /** The draft so far keeps its first characters and continues with these. */
  z.object({ t: z.literal('text'), keep: z.int().nonnegative(), add: z.string() }),
  z.object({
    t: z.literal('event'),
    event: eventShape,
    /** Uses of the daemon's tools that its line mentions; only the daemon can describe them. */
    uses: z.array(z.object({ mark: z.string(), name: z.string(), input })).optional(),
  }),
  z.object({ t: z.literal('call'), id: z.int().nonnegative(), call: callShape }),
  z.object({ t: z.literal('completed'), completion: completionShape }),
  /** Nothing of the turn is running any more. */
  z.object({ t: z.literal('end') }),
])
export type ToDaemon = z.infer<typeof toDaemonShape>

/** Undefined if a runner sent something that no runner of this contract sends. */
export function parseToDaemon(message: unknown): ToDaemon | undefined {
  return toDaemonShape.safeParse(message).data
}

/** The same event, typed as the brain emitted it: JSON only drops what is undefined. */
export function toBrainEvent(event: z.infer<typeof eventShape>): BrainEvent {
  return event as BrainEvent
}

export function toCompletion(completion: z.infer<typeof completionShape>): Completion {
  return completion as Completion
}

/** What a runner says about itself every two seconds. */
export const runnerBeatShape = z.object({
  /** Random for each start of the runner, and the last one of the daemon that it has seen. */
  instance: z.string(),
  echo: z.string(),
  contract: z.int(),
  version: z.string(),
  host: z.string().max(255),
  places: z.int(),
  free: z.int(),
  memoryMb: z.int(),
  sessions: z.int(),
  brains: z.array(z.string()).max(100),
  isDraining: z.boolean(),
  /** By turn: how many messages it has sent and received. */
  turns: z.record(z.string(), z.tuple([z.int(), z.int()])),
  /** The token of the last erasure that is done. */
  erased: z.string().exactOptional(),
})
export type RunnerBeat = z.infer<typeof runnerBeatShape>

/** What the daemon says to each runner every two seconds. */
export const daemonBeatShape = z.object({
  instance: z.string(),
  echo: z.string(),
  contract: z.int(),
  /** The turns that this runner should be running. */
  open: z.array(z.string()),
  /** Sessions that are not needed any more. */
  forget: z.array(z.string()),
  /** What this runner has to erase next from its disk. */
  erase: runnerErasureSchema.exactOptional(),
  /** The last heartbeat: the key of this runner is not valid any more. It erases everything. */
  isRemoved: z.boolean(),
  /** Random; a removed runner writes it into the place of its heartbeat when it has erased everything. */
  receipt: z.string().exactOptional(),
})
export type DaemonBeat = z.infer<typeof daemonBeatShape>
