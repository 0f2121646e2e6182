import { z } from 'zod'
import { isLower } from '../domain/trust.ts'
import type { Log } from '../lib/log.ts'
import { runNamed } from '../lib/named-work.ts'
import { quoted } from '../lib/text/quoted.ts'
import type { Scope, Tool } from './tool.ts'

export interface Called {
  text: string
  failed: boolean
}

/** What a caller is told of a tool: its name, its words, the shape of its input as JSON Schema. */
export interface Listed {
  name: string
  description: string
  inputSchema: object
}

/** Every tool there is. The daemon decides here, for each call, in whose name it happens; a list of names decides nothing. */
export interface Registry {
  /** Those that a scope may call now. */
  list(scope: Scope): Listed[]
  /** All that may ever be called in a session, of which a scope is one turn: the list of a session stays as it is. */
  all(scope: Scope | undefined): Listed[]
  /** Never rejects: a tool that breaks is a failed call. */
  call(name: string, input: unknown, scope: Scope): Promise<Called>
  /** What people read while it runs. */
  line(name: string, input: Record<string, unknown>): string
}

export interface RegistryDeps {
  log: Log
  /** Commits that the task is about to change something; false when it is not running any more. */
  begin(scope: Scope): boolean
}

/** A result longer than this would crowd out the conversation it is meant to serve. */
const LONGEST_RESULT = 20_000

export function createRegistry(tools: Tool[], { log, begin }: RegistryDeps): Registry {
  const find = (wanted: string) => tools.find(({ name }) => name === wanted)

  async function run(name: string, input: unknown, scope: Scope): Promise<Called> {
    const tool = find(name)
    if (!tool) return failed(`There is no tool ${name}.`)
    const refusal = whyNot(tool, scope)
    if (refusal !== undefined) return failed(refusal)
    const parsed = tool.input.safeParse(input)
    if (!parsed.success) return failed(`${name}: ${z.prettifyError(parsed.error)}`)
    if (tool.changes && !begin(scope)) return failed('The task is not running any more.')
    const text = await runNamed(`tool ${name} of task ${scope.task}`, () => tool.run(parsed.data, scope))
    return {
      text: text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)} … (cut; ask for less)` : text,
      failed: false,
    }
  }

  return {
    list: (scope) => tools.filter((tool) => isOf(tool, scope) && whyNot(tool, scope) === undefined).map(listed),
    all: (scope) => tools.filter((tool) => isOf(tool, scope)).map(listed),
    async call(name, input, scope) {
      try {
        const called = await run(name, input, scope)
        log.info({ task: scope.task, tool: name, failed: called.failed }, 'tool called')
        return called
      } catch (err) {
        log.error({ err, task: scope.task, tool: name }, 'a tool broke')
        return failed(`${name} broke while it ran. Go on without it, and say what you could not do.`)
      }
    },
    line: (name, input) => find(name)?.line(input) ?? `using ${quoted(name)}`,
  }
}

function isOf({ isOffered }: Tool, scope: Scope | undefined): boolean {
  return isOffered === undefined || (scope !== undefined && isOffered(scope))
}

function listed({ name, description, input }: Tool): Listed {
  return { name, description, inputSchema: z.toJSONSchema(input, { io: 'input' }) }
}

function whyNot({ name, may, instead }: Tool, { person, trust }: Scope): string | undefined {
  if (isLower(person.role, may.role)) return `${name} is not for this person to use.`
  if (!isLower(trust, may.trust)) return undefined
  return [`${name} cannot be used while words of others are before you.`, instead].filter(Boolean).join(' ')
}

function failed(text: string): Called {
  return { text, failed: true }
}
