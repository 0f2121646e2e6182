import type { z } from 'zod'
import type { Foreign } from '../domain/foreign.ts'
import type { ChatId, Lane } from '../domain/ids.ts'
import type { Role, Trust } from '../domain/person.ts'
import type { OwnText } from '../lib/text/own-text.ts'

/** On whose behalf a tool is called. Decided by the daemon from the running task; nothing the model says can widen it. */
export interface Scope {
  task: number
  chat: ChatId
  lane: Lane
  person: { id: number; role: Role }
  /** Nobody's message asked for it: the clock did. */
  isBackground?: boolean
  /** Of that person: times are told in it. */
  timezone: string
  /** The lowest trust of what is before the model. */
  readonly trust: Trust
  /** Whose words are before the model that are not this person's, nor those of others who may ask for things. */
  readonly foreign: readonly Foreign[]
  /** A tool brought these words before the model; they stay there. */
  admit(words: readonly Foreign[]): void
  /** Aborted when the turn is over. */
  readonly signal?: AbortSignal
}

/** What a use of a tool comes to, for the person who is asked about it. */
export interface ToolDeed {
  /** Ours, and begins with a verb: "plan a reminder for Friday". */
  what: string
  /** What of the model's is in it, each shown as it stands. */
  shown: string[]
  /** Whether all that decides what it comes to is literally the person's own. */
  isTheirs(said: OwnText): boolean
}

/** One thing the model may do. */
export interface Tool<Input = unknown> {
  name: string
  /** For the model: what it does and when to use it. */
  description: string
  input: z.ZodType<Input>
  /**
   * Whether running it twice would do something twice. Then it is written down before it runs, and the task is never
   * silently run again.
   */
  changes: boolean
  /** The least that a person must be to use it. */
  may: { role: Role }
  /**
   * What is asked of the person while words of others are before the model; undefined where nothing would come of it. What
   * has none only looks.
   */
  deed?(input: Input, scope: Scope): ToolDeed | undefined | Promise<ToolDeed | undefined>
  /** Where it is of no use it is not offered; everywhere, unless said. */
  isOffered?(scope: Scope): boolean
  /** What people read while it runs. The input is the model's, whatever it made of it. */
  line(input: Record<string, unknown>): string
  /** The text the model reads. A sentence, not an exception, for what it can do better next time. */
  run(input: Input, scope: Scope): string | Promise<string>
}

/** For tools that show a person no more than they may read, and do nothing behind their back. */
export const anybody: Tool['may'] = { role: 'guest' }

/** Keeps the input of one tool and the types of all in one list. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as Tool
}
