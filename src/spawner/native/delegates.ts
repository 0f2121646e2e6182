import { z } from 'zod'
import { type DelegateLimits, NOT_FOR_DELEGATES } from '../../domain/task.ts'
import { quoted } from '../../lib/text/visible.ts'
import { textIn } from '../../messages/localized.ts'
import { DELEGATE_PROMPT, DELEGATES_SPENT, tooManyDelegates } from '../model-notes.ts'
import type { BrainEvent, Failure, ListedTool, Tools } from '../spawner.ts'
import { FULL_VIEW } from './context-window/view.ts'
import { type LoopDeps, runLoop } from './loop.ts'
import type { SessionTurn, TurnRecord } from './session.ts'
import type { Delegation } from './tool-calls.ts'
import type { ToolResult } from './tools/native-tool.ts'

// A delegate is a fresh session that gets only a brief, and whose report is the result of a tool. It is a part of its
// turn:
//   - It has the same tools, except those about the chat, and asks the same permission check, in the name of the same turn. Whatever one of them reads
//     lowers the trust of all.
//   - Everything it uses is booked with the turn. All delegates of a turn share one limit.
//   - It is only kept in memory. After a crash its call is run again, unless it has changed something: then the task is
//     interrupted like any other.

/** A delegate may hand on a part of its work, but those delegates may not. */
const MAX_LEVELS = 2
const MAX_BRIEF_CHARS = 20_000

const inputShape = z.object({
  brief: z
    .string()
    .trim()
    .min(1)
    .max(MAX_BRIEF_CHARS)
    .describe('the goal, everything that must be known for it, its limits, and what to report'),
})

const tool: ListedTool = {
  name: 'delegate',
  description:
    'Hands a piece of work to a delegate: a fresh session of yours with the same tools. It sees nothing of this conversation, only the brief. You get its report and nothing else of what it read. Use it for work that takes a lot of reading or many steps and of which you need only the outcome.',
  inputSchema: z.toJSONSchema(inputShape, { io: 'input' }),
}

const unrecorded: TurnRecord = {
  steps: [],
  trust: undefined,
  addStep: () => {},
  addResult: () => {},
  addJoined: () => {},
  finish: () => {},
}

/** How a delegate ended; empty after an abort. */
interface Ending {
  report?: string
  failure?: Failure
}

/**
 * The delegates of one turn. `turnDeps` is what the turn itself runs with. A fitter of `fitterFor` emits what the notes use
 * that it has written.
 */
export function createDelegation(
  turnDeps: LoopDeps,
  limits: DelegateLimits,
  fitterFor: (emit: LoopDeps['emit']) => LoopDeps['fitter'],
): Delegation {
  let begun = 0
  let tokens = 0
  let usd = 0
  const tools = toolsOfDelegates(turnDeps.tools)
  const isSpent = () => tokens >= limits.tokens || usd >= limits.usd

  async function runDelegate(brief: string, level: number, signal: AbortSignal): Promise<ToolResult | undefined> {
    begun += 1
    const label = `delegate ${begun}`
    const end: Ending = {}
    const sessionTurn: SessionTurn = { task: turnDeps.turn.task, text: brief, files: [], steps: [], answer: undefined }

    /** People see its tools. What it writes is for the model that it works for. */
    function emit(event: BrainEvent): void {
      switch (event.kind) {
        case 'usage': {
          const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd } = event.usage
          tokens += inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
          usd += costUsd
          return turnDeps.emit(event)
        }
        case 'tool':
          return turnDeps.emit({ kind: 'tool', line: `${label}: ${event.line}` })
        case 'action':
          return turnDeps.emit({ kind: 'action', action: { ...event.action, line: `${label}: ${event.action.line}` } })
        case 'done':
          end.report = event.text
          return
        case 'failed':
          end.failure = event.failure
          return
        case 'text':
        case 'said':
        case 'thought':
      }
    }

    const line = `${label}: ${quoted(brief)}`
    turnDeps.emit({ kind: 'tool', line })
    await runLoop(
      {
        ...turnDeps,
        system: DELEGATE_PROMPT,
        tools,
        fitter: fitterFor(emit),
        takeJoined: undefined,
        session: { ...turnDeps.session, turns: [sessionTurn], view: FULL_VIEW },
        record: unrecorded,
        storeChangedView() {},
        delegation: level < MAX_LEVELS ? delegationAt(level + 1) : undefined,
        isSpent,
        emit,
      },
      sessionTurn,
      signal,
    )
    const result = toResult(end, sessionTurn)
    if (!result) return undefined
    turnDeps.emit({ kind: 'action', action: { line, failed: result.failed, input: brief, output: result.text } })
    return result
  }

  /** The report, or why there is none and which tools may have done something by then. Undefined after an abort. */
  function toResult({ report, failure }: Ending, { steps }: SessionTurn): ToolResult | undefined {
    if (report !== undefined) return { text: report, failed: false }
    if (!failure) return undefined
    const why = isSpent() ? DELEGATES_SPENT : textIn(failure.what, 'en')
    const used = [...new Set(steps.flatMap(({ calls }) => calls.map(({ name }) => name)))]
    const uses = used.length > 0 ? ` It had used: ${used.join(', ')}.` : ''
    return { text: `The delegate ended without a report. ${why}${uses}`, failed: true }
  }

  function delegationAt(level: number): Delegation {
    return {
      tool,
      async run(input, signal) {
        const parsed = inputShape.safeParse(input)
        if (!parsed.success) return { text: `${tool.name}: ${z.prettifyError(parsed.error)}`, failed: true }
        if (isSpent()) return { text: `${DELEGATES_SPENT} Do the rest yourself.`, failed: true }
        if (begun >= limits.count) return { text: tooManyDelegates(limits.count), failed: true }
        return await runDelegate(parsed.data.brief, level, signal)
      },
    }
  }

  return delegationAt(1)
}

function toolsOfDelegates(tools: Tools): Tools {
  return {
    ...tools,
    list: () => tools.list().filter(({ name }) => !NOT_FOR_DELEGATES.includes(name)),
    async call(name, input) {
      if (NOT_FOR_DELEGATES.includes(name)) return { text: `There is no tool ${name}.`, failed: true }
      return await tools.call(name, input)
    },
  }
}
