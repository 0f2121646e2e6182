import type { z } from 'zod'
import type { ChatId, Lane } from '../domain/ids.ts'
import type { Role, Trust } from '../domain/person.ts'

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
  /** A tool brought text of this trust before the model; it never rises again. */
  lower(trust: Trust): void
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
  /** The least that a person must be to use it, and the least that everything before the model must be trusted. */
  may: { role: Role; trust: Trust }
  /** What the person can do themselves where words of others stand in the way, as a sentence for the model. */
  instead?: string
  /** Where it is of no use it is not offered; everywhere, unless said. */
  isOffered?(scope: Scope): boolean
  /** What people read while it runs. The input is the model's, whatever it made of it. */
  line(input: Record<string, unknown>): string
  /** The text the model reads. A sentence, not an exception, for what it can do better next time. */
  run(input: Input, scope: Scope): string | Promise<string>
}

/** For tools that show a person no more than they may read, and do nothing behind their back. */
export const anybody: Tool['may'] = { role: 'guest', trust: 'untrusted' }

/** Keeps the input of one tool and the types of all in one list. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as Tool
}
