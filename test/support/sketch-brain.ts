import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  Brain,
  BrainEvent,
  Intent,
  ListedTool,
  Permissions,
  ToolAction,
  Tools,
  Turn,
} from '../../src/spawner/spawner.ts'

/** What the model of a sketch wants next: to answer, to call a tool of the daemon, or to use one of its brain's own. */
export type Step =
  | { say: string }
  | { call: string; input: Record<string, unknown> }
  | { use: keyof typeof own; on: string; content?: string }

/** What it has before it: the turn, the tools it may call, and what came of its steps so far. */
export interface Before {
  turn: Turn
  tools: ListedTool[]
  results: string[]
}

export interface SketchDeps {
  toolsFor(turn: Turn): Tools
  permissions: Permissions
  model(before: Before): Step
  name?: string
  /** What of its own tools needs no question. */
  allow?: string[]
}

const own = { shell: 'command', save: 'write', look: 'read', page: 'fetch' } as const
const MOST_STEPS = 15

/**
 * A brain in this process, written against the contracts alone: it keeps no session, starts nothing, loops over tools and
 * asks before it uses its own. What its commands and pages would do is only told.
 */
export function createSketchBrain({ toolsFor, permissions, model, name = 'sketch', allow = [] }: SketchDeps): Brain {
  return {
    name,
    maxAttempts: 1,
    hasSessions: false,
    hasTools: true,
    own: {
      kinds: new Map(Object.entries(own)),
      rights: (role) => (role === 'guest' ? { tools: [], allow: [] } : { tools: Object.keys(own), allow }),
      allowKey: `brain.${name}.allow`,
    },
    forget() {},
    async close() {},

    async *run(turn, signal) {
      const tools = toolsFor(turn)
      const results: string[] = []
      for (let step = 1; step <= MOST_STEPS; step++) {
        if (signal.aborted) return
        const wanted = model({ turn, tools: tools.list(), results })
        yield { kind: 'usage', usage: usageOf(turn, step) }
        if ('say' in wanted) {
          yield { kind: 'text', text: wanted.say }
          return yield { kind: 'done', text: wanted.say }
        }
        if ('call' in wanted) {
          const line = tools.line(wanted.call, wanted.input)
          yield { kind: 'tool', line }
          const { text, failed } = await tools.call(wanted.call, wanted.input)
          yield { kind: 'action', action: { line, failed } }
          results.push(text)
        } else results.push(yield* useOwn(turn, wanted, signal))
      }
      const what = 'It took too many steps.'
      yield { kind: 'failed', failure: { class: 'max_turns', what, retry: false } }
    },
  }

  async function* useOwn(
    turn: Turn,
    { use, on, content = '' }: Extract<Step, { use: unknown }>,
    signal: AbortSignal,
  ): AsyncGenerator<BrainEvent, string> {
    const action = deedOf(own[use], on, content)
    const intent: Intent = { name: use, input: { on, content }, action }
    const judged = permissions.judge(turn, intent)
    const answer = judged.verdict === 'ask' ? await permissions.ask(turn, intent, signal) : judged
    const line = `${use} ${on}`
    if (answer.verdict === 'allow') yield { kind: 'tool', line }
    const refused = answer.verdict === 'deny'
    yield { kind: 'action', action: { line: refused ? `not allowed: ${line}` : line, failed: refused } }
    return answer.verdict === 'deny' ? answer.why : perform(turn, action)
  }
}

function deedOf(kind: (typeof own)[keyof typeof own], on: string, content: string): ToolAction {
  switch (kind) {
    case 'command':
      return { kind, command: on, network: false }
    case 'write':
      return { kind, path: on, content }
    case 'read':
      return { kind, path: on }
    case 'fetch':
      return { kind, url: on }
  }
}

function perform({ workspace = '' }: Turn, deed: ToolAction): string {
  if (deed.kind === 'write') writeFileSync(join(workspace, deed.path), deed.content)
  return deed.kind === 'read' ? readFileSync(join(workspace, deed.path), 'utf8') : 'done'
}

function usageOf({ model }: Turn, step: number) {
  const tokens = { inputTokens: 100 * step, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 }
  return {
    model,
    ...tokens,
    costUsd: 0.001,
    contextTokens: 100 * step,
    windowTokens: undefined,
    firstTextMs: undefined,
  }
}
