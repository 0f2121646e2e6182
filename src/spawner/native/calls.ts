import { setImmediate } from 'node:timers/promises'
import type { Action, Permissions, Tools, Turn } from '../spawner.ts'
import { describeInput } from '../tool-input.ts'
import type { Call, Result } from './session.ts'
import type { NativeTool, ToolPlace, ToolResult } from './tools/native-tool.ts'

/** What the calls of one turn are run with. */
export interface CallDeps {
  turn: Turn
  /** The daemon's. */
  tools: Tools
  /** The brain's own. */
  own: readonly NativeTool[]
  permissions: Permissions
  /** What people read: that a tool is at work, and how it ended. */
  began(line: string): void
  ended(action: Action): void
}

/**
 * Runs what a step asked for. What only reads files runs side by side; what may have to be asked for goes one after another, in
 * the order it was asked for, so that two questions never stand before a person at once. Each result is handed over as it
 * comes.
 */
export async function runCalls(
  deps: CallDeps,
  calls: readonly Call[],
  done: (result: Result) => void,
  signal: AbortSignal,
): Promise<void> {
  let queue = Promise.resolve()
  let start = Promise.resolve()
  const running = calls.map((call) => {
    // One after another: between two of them everybody else gets their turn.
    start = start.then(() => setImmediate())
    const begun = start
    const tool = deps.own.find(({ name }) => name === call.name)
    const run = async () => {
      if (signal.aborted) return
      const result = await runCall(deps, call, tool, signal)
      // Cut short: nobody knows how far it got, so nothing is said of it.
      if (!signal.aborted) done({ call: call.id, ...result })
    }
    if (tool?.kind === 'read') return begun.then(run)
    queue = Promise.all([queue, begun]).then(run)
    return queue
  })
  await Promise.all(running)
}

async function runCall(
  deps: CallDeps,
  { name, input }: Call,
  tool: NativeTool | undefined,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (input === undefined) return failed(`The input of ${name} was no JSON object. Call it again with one.`)
  if (tool) return await runOwn(deps, tool, input, signal)
  const line = deps.tools.line(name, input)
  deps.began(line)
  const result = await deps.tools.call(name, input)
  deps.ended({ line, failed: result.failed, ...told(input, result) })
  return result
}

async function runOwn(
  deps: CallDeps,
  tool: NativeTool,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { turn, permissions } = deps
  const line = tool.line(input)
  if (turn.workspace === undefined) return failed('There is no folder to work in here.')
  const place: ToolPlace = { workspace: turn.workspace }
  const intent = { name: tool.name, input, deed: tool.deed(input, place) }
  const judged = permissions.judge(turn, intent)
  const answer = judged.verdict === 'ask' ? await permissions.ask(turn, intent, signal) : judged
  if (answer.verdict === 'deny') {
    deps.ended({ line: `not allowed: ${line}`, failed: true, input: describeInput(input) })
    return failed(answer.why)
  }
  deps.began(line)
  const result = await tool.run(input, place, signal)
  deps.ended({ line, failed: result.failed, ...told(input, result) })
  return result
}

function told(input: Record<string, unknown>, { text }: ToolResult): Pick<Action, 'input' | 'output'> {
  return { input: describeInput(input), output: text }
}

function failed(text: string): ToolResult {
  return { text, failed: true }
}
