import type { z } from 'zod'
import type { Foreign } from '../domain/foreign.ts'
import type { ChatId, Lane } from '../domain/ids.ts'
import type { Role, Trust } from '../domain/person.ts'
import type { OwnText } from '../lib/text/own-text.ts'
import type { AnyText } from '../messages/localized.ts'

/** For whom a tool is called. The daemon derives it from the running task; nothing the model says can extend it. */
export interface Scope {
  task: number
  chat: ChatId
  lane: Lane
  person: { id: number; role: Role }
  /** A schedule started the task, not a message. */
  isBackground?: boolean
  /** The model has other tools that work with the files of the chat. */
  hasFileTools?: boolean
  /** The person's time zone for all times. */
  timezone: string
  /** The lowest trust of everything the model has read. */
  readonly trust: Trust
  /** Words of others that the model has read and whose authors may not request actions. */
  readonly foreign: readonly Foreign[]
  /** Notes that a tool has shown the model these words. */
  noteForeign(words: readonly Foreign[]): void
  /** Aborted at the end of the turn. */
  readonly signal?: AbortSignal
}

/** What a use of a tool would do, for the person who is asked. */
export interface ActionPreview {
  /** Our text, beginning with a verb: "plan a reminder for Friday". */
  what: AnyText
  /** The parts that come from the model, each shown literally. */
  shown: string[]
  /** The person is asked even if the model has read no words of others, unless their own words say the same. */
  needsOwnWords?: boolean
  /** Whether everything that determines the effect is literally in the person's own words. */
  isInOwnWords(ownText: OwnText): boolean
}

/** One tool of the daemon. */
export interface Tool<Input = unknown> {
  name: string
  /** For the model: what it does and when to use it. */
  description: string
  input: z.ZodType<Input>
  /**
   * Whether running it twice would do something twice. If so, the task is marked before the tool runs, and is never
   * silently run again.
   */
  hasEffects: boolean
  /** The lowest role that may use it. A tool for guests shows only what they may read, and changes nothing unasked. */
  minRole: Role
  /**
   * What the person is asked if the model has read words of others; undefined if nothing would happen. A tool without
   * this only reads.
   */
  preview?(input: Input, scope: Scope): ActionPreview | undefined | Promise<ActionPreview | undefined>
  /** Whether it is offered in this scope; always by default. */
  isOffered?(scope: Scope): boolean
  /** What people see while it runs. The input is whatever the model wrote. */
  line(input: Record<string, unknown>): string
  /**
   * Returns the text that the model reads. For mistakes that the model can correct it returns a sentence and does not
   * throw.
   */
  run(input: Input, scope: Scope): string | Promise<string>
}

/** Hides the input type, so that all tools fit into one list. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as Tool
}
