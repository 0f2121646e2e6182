import { setImmediate } from 'node:timers/promises'
import type { Action, ListedTool, Permissions, Tools, Turn } from '../spawner.ts'
import { describeInput } from '../tool-input.ts'
import type { CallResult, ToolCall } from './session.ts'
import type { NativeTool, ToolContext, ToolResult } from './tools/native-tool.ts'
import type { ResolvedUse, ToolOffer } from './tools/tool-offer.ts'

/** The tool that hands a piece of work to a fresh session and returns its report. */
export interface Delegation {
  tool: ListedTool
  /** The model reads the result; undefined after an abort. */
  run(input: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult | undefined>
}

/** What is needed to run the calls of one turn. */
export interface CallDeps {
  /** The turn on whose behalf they run, also for those of a delegate. */
  turn: Turn
  /** The daemon's tools. */
  tools: Tools
  /** The brain's own tools. */
  own: ToolOffer
  delegation: Delegation | undefined
  permissions: Permissions
  /** Tell people that a tool is running, and how it ended. */
  onStart(line: string): void
  onEnd(action: Action): void
}

/**
 * Runs the calls of a step. Calls that only read files run in parallel. Calls that may need approval run one after
 * another, in order, so that a person never sees two questions at once; so do delegates. Each result is passed on as it
 * arrives.
 */
export async function runCalls(
  deps: CallDeps,
  calls: readonly ToolCall[],
  onResult: (result: CallResult) => void,
  signal: AbortSignal,
): Promise<void> {
  let queue = Promise.resolve()
  let start = Promise.resolve()
  const running = calls.map((call) => {
    // Started one after another, so that other work gets its turn in between.
    start = start.then(() => setImmediate())
    const started = start
    const use = call.input && deps.own.resolve({ name: call.name, input: call.input })
    const run = async () => {
      if (signal.aborted) return
      const result = await runCall(deps, call, use, signal)
      // If it was interrupted, nobody knows how far it got, so there is no result.
      if (result && !signal.aborted) onResult({ call: call.id, ...result })
    }
    if (use && (!('tool' in use) || use.tool.kind === 'read')) return started.then(run)
    queue = Promise.all([queue, started]).then(run)
    return queue
  })
  await Promise.all(running)
}

async function runCall(
  deps: CallDeps,
  { name, input }: ToolCall,
  use: ResolvedUse | undefined,
  signal: AbortSignal,
): Promise<ToolResult | undefined> {
  if (input === undefined) return failedResult(`The input of ${name} was not a JSON object. Call it again with one.`)
  if (use && 'tool' in use) return await runOwnTool(deps, use.tool, use.input, signal)
  if (use) {
    deps.onEnd({ line: use.line, failed: use.result.failed, ...inputAndOutput(input, use.result) })
    return use.result
  }
  if (name === deps.delegation?.tool.name) return await deps.delegation.run(input, signal)
  const line = deps.tools.line(name, input)
  deps.onStart(line)
  const result = await deps.tools.call(name, input)
  deps.onEnd({ line, failed: result.failed, ...inputAndOutput(input, result) })
  return result
}

async function runOwnTool(
  deps: CallDeps,
  tool: NativeTool,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { turn, permissions } = deps
  const line = tool.line(input)
  if (turn.workspace === undefined) return failedResult('This chat has no workspace.')
  const context: ToolContext = { workspace: turn.workspace }
  const intent = { name: tool.name, input, action: tool.action(input, context) }
  const decision = permissions.judge(turn, intent)
  const answer = decision.verdict === 'ask' ? await permissions.ask(turn, intent, signal) : decision
  if (answer.verdict === 'deny') {
    deps.onEnd({ line: `not allowed: ${line}`, failed: true, input: describeInput(input) })
    return failedResult(answer.why)
  }
  deps.onStart(line)
  const result = await tool.run(input, context, signal)
  deps.onEnd({ line, failed: result.failed, ...inputAndOutput(input, result) })
  return result
}

function inputAndOutput(input: Record<string, unknown>, { text }: ToolResult): Pick<Action, 'input' | 'output'> {
  return { input: describeInput(input), output: text }
}

function failedResult(text: string): ToolResult {
  return { text, failed: true }
}
