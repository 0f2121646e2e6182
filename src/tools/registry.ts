import { z } from 'zod'
import { isLower } from '../domain/person.ts'
import type { Log } from '../lib/log.ts'
import { runNamed } from '../lib/named-work.ts'
import { quoted } from '../lib/text/visible.ts'
import type { Scope, Tool, ToolDeed } from './tool.ts'

export interface ToolCallResult {
  text: string
  failed: boolean
}

/** What a caller is told about a tool: its name, description and input as JSON Schema. */
export interface ToolListing {
  name: string
  description: string
  inputSchema: object
}

/** All tools. For each call the daemon decides here on whose behalf it runs; a list of names decides nothing. */
export interface Registry {
  /** All tools that may be used in the session of this scope, so that the list stays the same in all of its turns. */
  list(scope: Scope | undefined): ToolListing[]
  /** Never rejects: a tool that throws is a failed call. */
  call(name: string, input: unknown, scope: Scope): Promise<ToolCallResult>
  /** What people see while it runs. */
  line(name: string, input: Record<string, unknown>): string
}

export interface RegistryDeps {
  log: Log
  /** Whether it may run, after asking the person if necessary. First records that something is about to be changed. */
  leave(use: Use, scope: Scope): Promise<Leave>
}

/** One use of a tool that does more than read. */
export interface Use {
  name: string
  input: Record<string, unknown>
  changes: boolean
  deed: ToolDeed
}

type Leave = { verdict: 'allow' } | { verdict: 'deny'; why: string }

/** A longer result would crowd out the conversation. */
const MAX_RESULT_CHARS = 20_000

export function createRegistry(tools: Tool[], { log, leave }: RegistryDeps): Registry {
  const find = (wanted: string) => tools.find(({ name }) => name === wanted)

  async function run(name: string, input: unknown, scope: Scope): Promise<ToolCallResult> {
    const tool = find(name)
    if (!tool) return failed(`There is no tool ${name}.`)
    if (isLower(scope.person.role, tool.may.role)) return failed(`This person may not use ${name}.`)
    const parsed = tool.input.safeParse(input)
    if (!parsed.success) return failed(`${name}: ${z.prettifyError(parsed.error)}`)
    const deed = await tool.deed?.(parsed.data, scope)
    const use = deed && { name, input: parsed.data as Record<string, unknown>, changes: tool.changes, deed }
    const answer = use && (await leave(use, scope))
    if (answer?.verdict === 'deny') return failed(answer.why)
    const text = await runNamed(`tool ${name} of task ${scope.task}`, () => tool.run(parsed.data, scope))
    return {
      text: text.length > MAX_RESULT_CHARS ? `${text.slice(0, MAX_RESULT_CHARS)} … (shortened; ask for less)` : text,
      failed: false,
    }
  }

  return {
    list: (scope) => tools.filter((tool) => isOf(tool, scope)).map(listed),
    async call(name, input, scope) {
      try {
        const called = await run(name, input, scope)
        log.info({ task: scope.task, tool: name, failed: called.failed }, 'tool called')
        return called
      } catch (err) {
        log.error({ err, task: scope.task, tool: name }, 'a tool broke')
        return failed(`${name} failed with an internal error. Continue without it, and say what you could not do.`)
      }
    },
    line: (name, input) => find(name)?.line(input) ?? `using ${quoted(name)}`,
  }
}

function isOf({ isOffered }: Tool, scope: Scope | undefined): boolean {
  return isOffered === undefined || (scope !== undefined && isOffered(scope))
}

function listed({ name, description, input }: Tool): ToolListing {
  return { name, description, inputSchema: z.toJSONSchema(input, { io: 'input' }) }
}

function failed(text: string): ToolCallResult {
  return { text, failed: true }
}
