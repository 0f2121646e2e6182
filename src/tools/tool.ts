import type { z } from 'zod'
import type { ChatId, Lane } from '../domain/ids.ts'
import type { Role, Trust } from '../domain/person.ts'

/** On whose behalf a tool is called. Decided by the daemon from the running task; nothing the model says can widen it. */
export interface Scope {
  task: number
  chat: ChatId
  lane: Lane
  person: { id: number; role: Role }
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
  /** The text the model reads. A sentence, not an exception, for what it can do better next time. */
  run(input: Input, scope: Scope): string | Promise<string>
}

/** Keeps the input of one tool and the types of all in one list. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as Tool
}
