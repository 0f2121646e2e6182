import { setImmediate } from 'node:timers/promises'
import type { Action, Permissions, Tools, Turn } from '../spawner.ts'
import { describeInput } from '../tool-input.ts'
import type { CallResult, ToolCall } from './session.ts'
import type { NativeTool, ToolContext, ToolResult } from './tools/native-tool.ts'

/** What is needed to run the calls of one turn. */
export interface CallDeps {
  turn: Turn
  /** The daemon's tools. */
  tools: Tools
  /** The brain's own tools. */
  own: readonly NativeTool[]
  permissions: Permissions
  /** Tell people that a tool is running, and how it ended. */
  began(line: string): void
  ended(action: Action): void
}

/**
 * Runs the calls of a step. Calls that only read files run in parallel. Calls that may need approval run one after
 * another, in order, so that a person never sees two questions at once. Each result is passed on as it arrives.
 */
export async function runCalls(
  deps: CallDeps,
  calls: readonly ToolCall[],
  done: (result: CallResult) => void,
  signal: AbortSignal,
): Promise<void> {
  let queue = Promise.resolve()
  let start = Promise.resolve()
  const running = calls.map((call) => {
    // Started one after another, so that other work gets its turn in between.
    start = start.then(() => setImmediate())
    const started = start
    const tool = deps.own.find(({ name }) => name === call.name)
    const run = async () => {
      if (signal.aborted) return
      const result = await runCall(deps, call, tool, signal)
      // If it was interrupted, nobody knows how far it got, so there is no result.
      if (!signal.aborted) done({ call: call.id, ...result })
    }
    if (tool?.kind === 'read') return started.then(run)
    queue = Promise.all([queue, started]).then(run)
    return queue
  })
  await Promise.all(running)
}

async function runCall(
  deps: CallDeps,
  { name, input }: ToolCall,
  tool: NativeTool | undefined,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (input === undefined) return failed(`The input of ${name} was not a JSON object. Call it again with one.`)
  if (tool) return await runOwn(deps, tool, input, signal)
  const line = deps.tools.line(name, input)
  deps.began(line)
  const result = await deps.tools.call(name, input)
  deps.ended({ line, failed: result.failed, ...inputAndOutput(input, result) })
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
  if (turn.workspace === undefined) return failed('This chat has no workspace.')
  const place: ToolContext = { workspace: turn.workspace }
  const intent = { name: tool.name, input, action: tool.action(input, place) }
  const judged = permissions.judge(turn, intent)
  const answer = judged.verdict === 'ask' ? await permissions.ask(turn, intent, signal) : judged
  if (answer.verdict === 'deny') {
    deps.ended({ line: `not allowed: ${line}`, failed: true, input: describeInput(input) })
    return failed(answer.why)
  }
  deps.began(line)
  const result = await tool.run(input, place, signal)
  deps.ended({ line, failed: result.failed, ...inputAndOutput(input, result) })
  return result
}

function inputAndOutput(input: Record<string, unknown>, { text }: ToolResult): Pick<Action, 'input' | 'output'> {
  return { input: describeInput(input), output: text }
}

function failed(text: string): ToolResult {
  return { text, failed: true }
}
