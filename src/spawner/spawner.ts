import type { GrowthBounds, Spread } from '../domain/context-use.ts'
import type { Foreign } from '../domain/foreign.ts'
import type { ChatId } from '../domain/ids.ts'
import type { NamedTools } from '../domain/other-tools.ts'
import type { Role, Trust } from '../domain/person.ts'
import type { DelegateLimits, TaskKind } from '../domain/task.ts'
import type { FileType } from '../lib/sniff.ts'
import type { AnyText } from '../messages/localized.ts'
import type { FailureClass } from './failure-classes.ts'
import type { ModelFacts } from './model-facts.ts'

export type { GrowthBounds, Spread }

/**
 * Something that answers. Failures of a model or a process are events, never rejections: `run` ends with exactly one
 * `done` or `failed`. After an abort it returns only when nothing of the turn is running any more.
 */
export interface Brain {
  readonly name: string
  /** How often a task may be tried with this brain if a failure says that a retry can help. */
  readonly maxAttempts: number
  run(turn: Turn, signal: AbortSignal): AsyncIterable<BrainEvent>
  /** One question and one answer, without a session: for triage and summaries. Absent if there is no model. */
  complete?(prompt: string, limits: Limits, signal: AbortSignal): Promise<Completion>
  /** The model of a role; undefined if the configuration names none and the brain chooses. */
  modelFor?(role: string): string | undefined
  /** The price and the window of a model, as far as they are known. Never rejects. */
  modelFacts?(model: string, signal: AbortSignal): Promise<ModelFacts>
  /** Whether a person can choose how much its models think; then `Turn.model` can end with an effort. */
  readonly hasEffort?: boolean
  /** Whether turns of a conversation can share a session, which makes the second one cheap. */
  readonly hasSessions: boolean
  /** What a session depends on besides its messages; if this changes, another session is opened. */
  sessionTerms?(model: string): string
  /** Whether it can call the daemon's tools. */
  readonly hasTools: boolean
  /** One sentence that its models must be told in addition to the policy; absent if there is none. */
  readonly promptNote?: string
  /** Absent if it has no tools besides the daemon's. */
  readonly own?: OwnTools
  /** What it does by itself as a session grows; absent if it does nothing before the session is full. */
  growth?(): GrowthBounds
  /** How each file is presented to the model; by default all files go to its workspace. */
  formsOf?(files: { type: FileType; bytes: number }[]): FileForm[]
  /** Why it cannot answer here and what to do about it, checked without calling a model; undefined if it can. */
  probe?(signal: AbortSignal): Promise<AnyText | undefined>
  /**
   * Called once at the start. Removes what a crash left behind, except for these sessions. Returns how many processes
   * it ended.
   */
  recover?(kept: ReadonlySet<string>): Promise<number>
  /** The session will not be used again, so its data may be deleted. */
  forget(session: string): void
  /** Resolves when the data of all forgotten sessions is deleted; absent if `forget` deletes it at once. */
  settleForgetting?(): Promise<void>
  /** Ends everything that is still running; safe to call twice. */
  close(): Promise<void>
}

/**
 * One session of a brain: the turns of an epoch under one system prompt that stays exactly the same. It is a cache. If
 * it is lost, foreign or busy, the brain emits `failed` with class `stale` before any text, and the caller opens
 * another one in the same turn.
 */
export interface Session {
  id: string
  /** The first turn creates it; the others continue it. */
  isNew: boolean
}

/** A process's token for the daemon's tools. It works only while it is bound to a running turn. */
export interface ToolPass {
  token: string
  bind(turn: Turn): void
  unbind(): void
  revoke(): void
}

/** Where the daemon's tools are, for a brain that calls them from another process. */
export interface ToolAccess extends ToolLines {
  url: string
  issue(): ToolPass
}

/** The daemon's tools for one running turn, for a brain in this process. */
export interface Tools extends ToolLines {
  /** The same for all turns of a session, so that what follows them stays cached. */
  list(): ListedTool[]
  /** The lowest trust of everything the model has read so far. */
  trust(): Trust
  /** Notes that the model has read words of others. */
  noteForeign(words: readonly Foreign[]): void
  /** Never rejects. Fails after the end of the turn. */
  call(name: string, input: unknown): Promise<{ text: string; failed: boolean }>
}

export interface ToolLines {
  /** What people see while one of the daemon's tools runs. */
  line(name: string, input: Record<string, unknown>): string
  /** The input to show people; by default, what the model wrote. */
  shownInput?(name: string, input: Record<string, unknown>): Record<string, unknown>
}

export interface ListedTool {
  name: string
  /** For the model: what it does and when to use it. */
  description: string
  /** JSON Schema. */
  inputSchema: object
}

/** A tool with its input, as the model called it. */
export interface ToolUse {
  name: string
  input: Record<string, unknown>
}

/**
 * What the use of a tool would do, described by the brain, so that the permission check needs to know no tool by name.
 * `other`: it is unclear or never allowed.
 */
export type ToolAction =
  /** For a folder: everything below it, or only the names there. */
  | { kind: 'read'; path: string; namesOnly?: true }
  | { kind: 'write'; path: string; content: string }
  | { kind: 'edit'; path: string; before: string; after: string; everywhere: boolean }
  | { kind: 'command'; command: string; network: boolean }
  | { kind: 'fetch'; url: string }
  /** An action of a configured MCP server; only its name and input say what it does. */
  | { kind: 'use'; server: string; tool: string; input: Record<string, unknown>; isReadOnly: boolean }
  | { kind: 'other'; why: string }

export interface Intent extends ToolUse {
  action: ToolAction
}

/** The brain's own tools: what each of them does, and what each role may do with them. */
export interface OwnTools {
  readonly kinds: ReadonlyMap<string, Exclude<ToolAction['kind'], 'other'>>
  rights(role: Role): ToolRights
  /** The configuration key of the allow list. */
  readonly allowKey: string
}

/** What a role may use, and which uses need no approval. */
export interface ToolRights {
  tools: readonly string[]
  /** The name of a tool, or `Name(git log*)` with its target, where * stands for anything. */
  allow: readonly string[]
}

export type PermissionAnswer = { verdict: 'allow' } | { verdict: 'deny'; why: string }

/** Decides whether one of the brain's own tools may run. Asked before each use. */
export interface Permissions {
  /** Decides at once. Before it allows a change, it records that something is being changed. */
  judge(turn: Turn, intent: Intent): PermissionAnswer | { verdict: 'ask' }
  /** Asks a person and waits. No answer means no. */
  ask(turn: Turn, intent: Intent, signal: AbortSignal): Promise<PermissionAnswer>
}

export interface Turn {
  task: number
  kind: TaskKind
  chat: ChatId
  person: { id: number; name: string }
  /** A role or the name of a model, possibly with an effort: `smart high`. The same for every turn of a session. */
  model: string
  /** The lowest trust of everything the model reads. */
  trust: Trust
  /** Whose words the model reads besides those of people who may request actions. */
  foreign: readonly Foreign[]
  /** The folder of its chat, which is all that its tools can see and change. */
  workspace?: string
  /** Which of the brain's own tools are available; none by default. Each use is still judged. */
  ownTools?: string[]
  /** Tools of MCP servers that the system prompt only names, because there are many. */
  namedTools?: NamedTools
  /** How much of the work may be handed to delegates: sessions that get only a brief. Absent if nothing may. */
  delegates?: DelegateLimits
  /** Undefined for a single turn without a session. */
  session?: Session
  /** Layers 1 to 5: the system prompt. The same for every turn of a session. */
  system: string
  /** Layers 6 and 7, and in a session what is new since its last turn: the user turn. */
  text: string
  /** The person's own words, for a brain that searches instead of using a model. */
  question: string
  /** The attachments in order. Anybody may have made them, so they are listed in `foreign`. */
  files: readonly TurnFile[]
  /**
   * What the person has sent since then, to be added before the next step. Calling this takes the messages: they are
   * answered with this task. Absent if nothing can join.
   */
  takeJoined?(): Promise<JoinedMessages | undefined>
}

/** Messages that joined a running turn. */
export interface JoinedMessages {
  text: string
  /** The lowest trust of the turn including them. */
  trust: Trust
  foreign: readonly Foreign[]
  files: readonly TurnFile[]
}

export interface TurnFile {
  /** The sender's name for it: data, never a path. */
  name: string
  /** Detected from its content. */
  type: string
  bytes: number
  path: string
  form: FileForm
}

/** How a file is presented to the model: directly, in its workspace, or not at all because its content is gone. */
export type FileForm = 'image' | 'pdf' | 'text' | 'workspace' | 'gone'

export type BrainEvent =
  /** The whole draft so far; `said` if it is over, because tools follow and it is not part of the answer. */
  | { kind: 'text'; text: string }
  | { kind: 'said'; text: string }
  /** A short line for people: "reading report.pdf". */
  | { kind: 'tool'; line: string }
  /** The model's whole thinking so far, if it is reported. For people only; no later turn reads it. */
  | { kind: 'thought'; text: string }
  /** A tool has finished. Stored with the answer, so that later turns know what was done. */
  | { kind: 'action'; action: Action }
  | { kind: 'usage'; usage: Usage }
  | { kind: 'done'; text: string }
  | { kind: 'failed'; failure: Failure }

/** One action: the tool, its target, and how it ended. */
export interface Action {
  line: string
  failed: boolean
  /** The tool's input and output, for people to read. */
  input?: string
  output?: string
}

export interface Failure {
  class: FailureClass
  /** What happened, as a sentence for the person, without stack or secrets. */
  what: AnyText
  /** What the person can do about it. */
  advice?: AnyText
  /** What the owner can do, if the advice refers other people to the owner. */
  ownerAdvice?: AnyText
  /** Whether the same turn may succeed later. */
  retry: boolean
  /** The delay that the other side asked for. */
  afterMs?: number
  /** For the log and the owner. */
  detail?: string
}

export interface Limits {
  /** A role (`fast`), or the name of a model. */
  model: string
  timeoutMs: number
  /** A longer answer counts as a failure. */
  maxChars: number
}

/** The usage is always reported, because a failed call costs money too. */
export type Completion =
  | { kind: 'text'; text: string; usage?: Usage }
  | { kind: 'failed'; failure: Failure; usage?: Usage }

export interface Usage {
  model: string
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  /** The cost of this call alone. */
  costUsd: number
  /** Everything the model read in its last request, cached or not. */
  contextTokens: number
  /** How much it can read, if it says so. */
  windowTokens: number | undefined
  firstTextMs: number | undefined
  /** What `contextTokens` were spent on, by the brain's own estimate. */
  spread?: Spread
}
