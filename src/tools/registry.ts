import { z } from 'zod'
import { isLessTrusted } from '../domain/person.ts'
import type { Log } from '../lib/log.ts'
import { runNamed } from '../lib/named-work.ts'
import { quoted } from '../lib/text/visible.ts'
import type { ActionPreview, Scope, Tool } from './tool.ts'

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

/** All tools. Whether a call may run is decided here for each call, whatever was listed before. */
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
  /** Asks the person if necessary. An allowed use with effects is recorded before this resolves. */
  requestPermission(use: ToolUse, scope: Scope): Promise<PermissionAnswer>
}

/** One use of a tool that does more than read. */
export interface ToolUse {
  name: string
  input: Record<string, unknown>
  hasEffects: boolean
  preview: ActionPreview
}

type PermissionAnswer = { verdict: 'allow' } | { verdict: 'deny'; why: string }

/** A longer result would crowd out the conversation. */
const MAX_RESULT_CHARS = 20_000

export function createRegistry(tools: Tool[], { log, requestPermission }: RegistryDeps): Registry {
  const find = (name: string) => tools.find((tool) => tool.name === name)

  async function run(name: string, input: unknown, scope: Scope): Promise<ToolCallResult> {
    const tool = find(name)
    if (!tool) return failed(`There is no tool ${name}.`)
    if (isLessTrusted(scope.person.role, tool.minRole)) return failed(`This person may not use ${name}.`)
    const parsed = tool.input.safeParse(input)
    if (!parsed.success) return failed(`${name}: ${z.prettifyError(parsed.error)}`)
    const preview = await tool.preview?.(parsed.data, scope)
    const use = preview && { name, input: parsed.data as Record<string, unknown>, hasEffects: tool.hasEffects, preview }
    const answer = use && (await requestPermission(use, scope))
    if (answer?.verdict === 'deny') return failed(answer.why)
    const text = await runNamed(`tool ${name} of task ${scope.task}`, () => tool.run(parsed.data, scope))
    return {
      text: text.length > MAX_RESULT_CHARS ? `${text.slice(0, MAX_RESULT_CHARS)} … (shortened; ask for less)` : text,
      failed: false,
    }
  }

  return {
    list: (scope) => tools.filter((tool) => isAvailable(tool, scope)).map(toListing),
    async call(name, input, scope) {
      try {
        const result = await run(name, input, scope)
        log.info({ task: scope.task, tool: name, failed: result.failed }, 'tool called')
        return result
      } catch (err) {
        log.error({ err, task: scope.task, tool: name }, 'a tool failed')
        return failed(`${name} failed with an internal error. Continue without it, and say what you could not do.`)
      }
    },
    line: (name, input) => find(name)?.line(input) ?? `using ${quoted(name)}`,
  }
}

function isAvailable({ isOffered }: Tool, scope: Scope | undefined): boolean {
  return isOffered === undefined || (scope !== undefined && isOffered(scope))
}

function toListing({ name, description, input }: Tool): ToolListing {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input', override: omitLimits })
  return { name, description, inputSchema }
}

/** Models read the list with every request. Limits are checked when a tool is called, and its answer names them. */
function omitLimits({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.minLength
  delete jsonSchema.maxLength
  delete jsonSchema.exclusiveMinimum
  delete jsonSchema.default
  delete jsonSchema.minimum
  delete jsonSchema.maximum
}

function failed(text: string): ToolCallResult {
  return { text, failed: true }
}
