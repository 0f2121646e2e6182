import type { GrowthBounds, Spread } from '../domain/context-use.ts'
import type { Foreign } from '../domain/foreign.ts'
import type { ChatId } from '../domain/ids.ts'
import type { Role, Trust } from '../domain/person.ts'
import type { TaskKind } from '../domain/task.ts'
import type { FileType } from '../lib/sniff.ts'

export type { GrowthBounds, Spread }

/**
 * Who answers. Failures of a model or a process are events, never rejections: `run` ends with exactly one `done` or
 * `failed`. After an abort it returns only when nothing of the turn is left running.
 */
export interface Brain {
  readonly name: string
  /** How often a task may be tried with this brain when a failure says that trying again can help. */
  readonly attempts: number
  run(turn: Turn, signal: AbortSignal): AsyncIterable<BrainEvent>
  /** One question, one answer, nothing kept: triage and summaries. Absent where there is no model to ask. */
  complete?(prompt: string, limits: Limits, signal: AbortSignal): Promise<Completion>
  /** What a role comes to, or undefined where the configuration names no model and the brain takes its own choice. */
  modelFor?(role: string): string | undefined
  /** Whether turns of one conversation can share one session, which is what makes the second one cheap. */
  readonly sessions: boolean
  /** What a session depends on beside what is said in it: when this changes, another one is opened. */
  terms?(model: string): string
  /** Whether it can call the daemon's tools. */
  readonly tools: boolean
  /** What its models must be told beside the policy: one sentence. Absent where there is nothing to put right. */
  readonly promptNote?: string
  /** Absent where it has none but the daemon's. */
  readonly own?: OwnTools
  /** What it does by itself while a session grows; absent where it does nothing before the session is full. */
  growth?(): GrowthBounds
  /** How the model meets each of these files; where it does not say, all of them go into its workspace. */
  formsOf?(files: { type: FileType; bytes: number }[]): FileForm[]
  /** Why it cannot answer here and what to do about it, found out without a call to a model; undefined when it can. */
  probe?(signal: AbortSignal): Promise<string | undefined>
  /**
   * Once, before its first turn: ends and clears away what a daemon that died left of it, but for these sessions. Returns
   * how many processes there were.
   */
  recover?(kept: ReadonlySet<string>): Promise<number>
  /** The session will not be asked again: whatever is kept for it may go. */
  forget(session: string): void
  /** Ends whatever is still running; safe to call twice. */
  close(): Promise<void>
}

/**
 * One session of a brain: the turns of an epoch, under one system prompt that stays the same byte for byte.
 * It is a cache. When it is gone, foreign or busy the brain says `failed` with class `stale`, before any text,
 * and the caller opens another one in the same turn.
 */
export interface Session {
  id: string
  /** The first turn makes it; the others go on with it. */
  opens: boolean
}

/** A process's key to the daemon's tools. It opens something only while it is bound to a running turn. */
export interface ToolPass {
  token: string
  bind(turn: Turn): void
  unbind(): void
  revoke(): void
}

/** Where the daemon's tools are, for a brain that calls them from a process of its own. */
export interface ToolAccess extends ToolLines {
  url: string
  issue(): ToolPass
}

/** The daemon's tools for one running turn, for a brain that calls them from where it stands. */
export interface Tools extends ToolLines {
  /** The same for all turns of a session, so that what stands behind them stays in the cache. */
  list(): ListedTool[]
  /** The lowest of what is before the model by now. */
  trust(): Trust
  /** Words of others came before the model, and stay there. */
  admit(words: readonly Foreign[]): void
  /** Never rejects. When the turn is over it fails. */
  call(name: string, input: unknown): Promise<{ text: string; failed: boolean }>
}

export interface ToolLines {
  /** What people read while one of the daemon's tools runs. */
  line(name: string, input: Record<string, unknown>): string
}

export interface ListedTool {
  name: string
  /** For the model: what it does and when to use it. */
  description: string
  /** JSON Schema. */
  inputSchema: object
}

/** What the model asked of which tool. */
export interface ToolUse {
  name: string
  input: Record<string, unknown>
}

/**
 * What the use of a tool comes to, as the brain tells it: whoever has to allow it reads this and knows no tool by name.
 * `other`: it can't be told, or is never to be done.
 */
export type Deed =
  /** Of a folder: what lies below it too, or no more than the names there. */
  | { kind: 'read'; path: string; namesOnly?: true }
  | { kind: 'write'; path: string; content: string }
  | { kind: 'edit'; path: string; before: string; after: string; everywhere: boolean }
  | { kind: 'command'; command: string; network: boolean }
  | { kind: 'fetch'; url: string }
  /** Something that a server of the configuration does; what, only its name and input say. */
  | { kind: 'use'; server: string; tool: string; input: Record<string, unknown>; reads: boolean }
  | { kind: 'other'; why: string }

/** What the model wants done with a tool of the brain's own. */
export interface Intent extends ToolUse {
  deed: Deed
}

/** The tools that are a brain's own: what each of them does, and what a role may do with them. */
export interface OwnTools {
  readonly kinds: ReadonlyMap<string, Exclude<Deed['kind'], 'other'>>
  rights(role: Role): ToolRights
  /** Where the configuration says so. */
  readonly allowKey: string
}

/** What a role may use, and what of it needs no question. */
export interface ToolRights {
  tools: readonly string[]
  /** A tool by its name, or `Name(git log*)`: what it works on, where * stands for anything. */
  allow: readonly string[]
}

export type Answer = { verdict: 'allow' } | { verdict: 'deny'; why: string }

/** Whether a tool of the brain's own may do what it is about to do. Asked before it runs, each time. */
export interface Permissions {
  /** At once. Before it allows a change it has written down that something is being changed. */
  judge(turn: Turn, intent: Intent): Answer | { verdict: 'ask' }
  /** Asks a person, and waits as long as they may take. No answer is a no. */
  ask(turn: Turn, intent: Intent, signal: AbortSignal): Promise<Answer>
}

export interface Turn {
  task: number
  kind: TaskKind
  chat: ChatId
  person: { id: number; name: string }
  /** A role (`fast`, `general`, `smart`), or a model by its own name. The same for every turn of a session. */
  model: string
  /** The lowest of what is before the model. */
  trust: Trust
  /** Whose words are before the model beside those of people who may ask for things. */
  foreign: readonly Foreign[]
  /** The folder of its chat: the only place its tools can see and change. */
  workspace?: string
  /** Which of the brain's own tools it may have, none if unsaid; each use is judged by itself all the same. */
  ownTools?: string[]
  /** Undefined: a turn on its own, nothing is kept. */
  session?: Session
  /** Layers 1 to 5: for the system prompt. The same for every turn of a session. */
  system: string
  /** Layers 6 and 7, and in a session what is new since its last turn: the user turn. */
  text: string
  /** The person's own words without any of ours, for a brain that searches instead of thinking. */
  question: string
  /** What came with the messages, in order. Anybody may have made it: it is among `foreign`. */
  files: readonly TurnFile[]
  /**
   * What the person sent since, to be heard before the next step. Whoever asks has taken it: it is answered with this task
   * from then on. Absent where nothing can join.
   */
  joined?(): Promise<Joined | undefined>
}

/** Messages that joined a running turn. */
export interface Joined {
  /** As the model is to read them. */
  text: string
  /** The lowest of the turn with them in it. */
  trust: Trust
  foreign: readonly Foreign[]
  files: readonly TurnFile[]
}

/** One file of a turn. */
export interface TurnFile {
  /** What the sender called it: data, never a path. */
  name: string
  /** Told from its bytes. */
  type: string
  bytes: number
  /** Where the bytes are. */
  path: string
  form: FileForm
}

/**
 * How the model meets a file: as something it sees, as a file in its workspace, or not at all because the bytes are
 * no longer there.
 */
export type FileForm = 'image' | 'pdf' | 'text' | 'workspace' | 'gone'

export type BrainEvent =
  /** The whole draft so far. */
  | { kind: 'text'; text: string }
  /** A short human line: "reading report.pdf". */
  | { kind: 'tool'; line: string }
  /** What the model thought so far, all of it, where it tells. For people: no later turn reads it. */
  | { kind: 'thought'; text: string }
  /** A tool came to its end: kept with the answer, so that later turns know what was done. */
  | { kind: 'action'; action: Action }
  | { kind: 'usage'; usage: Usage }
  | { kind: 'done'; text: string }
  | { kind: 'failed'; failure: Failure }

/** One thing the bot did: which tool on what, and how it ended. */
export interface Action {
  line: string
  failed: boolean
  /** What the tool was given and what came back, for people who look. */
  input?: string
  output?: string
}

export const failureClasses = [
  'missing',
  'stale',
  'auth',
  'billing',
  'rate_limit',
  'overloaded',
  'network',
  'server',
  'model',
  'overflow',
  'too_large',
  'refusal',
  'max_turns',
  'budget',
  'invalid',
  'crash',
  'hang',
  'flood',
] as const
export type FailureClass = (typeof failureClasses)[number]

export interface Failure {
  class: FailureClass
  /** What happened, in a sentence for the person: no stack, no secret. */
  what: string
  /** What the person can do about it. */
  advice?: string
  /** What the owner can do about it, where the advice sends other people to them. */
  ownerAdvice?: string
  /** Whether the same turn may succeed later. */
  retry: boolean
  /** What the other side asked us to wait. */
  afterMs?: number
  /** For the log and the owner. */
  detail?: string
}

/** How far one completion may go. */
export interface Limits {
  /** A role (`fast`), or a model by its own name. */
  model: string
  timeoutMs: number
  /** A longer answer is no answer. */
  maxChars: number
}

/** What it used is told whatever came of it: a failed call is paid for too. */
export type Completion =
  | { kind: 'text'; text: string; usage?: Usage }
  | { kind: 'failed'; failure: Failure; usage?: Usage }

export interface Usage {
  model: string
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  /** Of this call alone. */
  costUsd: number
  /** Everything the model read on its last request, cached or not. */
  contextTokens: number
  /** How much it can read, when it says so. */
  windowTokens: number | undefined
  firstTextMs: number | undefined
  /** What `contextTokens` were spent on, by the brain's own estimate. */
  spread?: Spread
}
