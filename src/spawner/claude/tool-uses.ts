import { quoted } from '../../lib/text/visible.ts'
import type { Action, PermissionAnswer, Permissions, ToolLines, ToolUse } from '../spawner.ts'
import { describeInput, fileName } from '../tool-input.ts'
import { DAEMON_TOOL_PREFIX, hookAnswer, promptAnswer } from './command-line.ts'
import { briefLine, type Delegates, isDelegation } from './delegates.ts'
import type { StreamEvent } from './output/stream.ts'

/** Judges the tools of one turn. */
export interface ToolJudge {
  judge(use: ToolUse): ReturnType<Permissions['judge']>
  ask(use: ToolUse, signal: AbortSignal): Promise<PermissionAnswer>
}

export interface ToolUsesDeps {
  /** Without this all but the daemon's tools are refused. */
  judge: ToolJudge | undefined
  /** The daemon's descriptions of its own tools. */
  daemonTools: ToolLines | undefined
  delegates: Delegates
  writeLine(line: string): void
  /** Tells people that a tool is running. */
  onStart(line: string): void
  /** A person is being asked, and then has answered. */
  onAsk(): void
  onAnswer(): void
  /** The turn is over, so nothing is answered any more. */
  isOver(): boolean
  stop: AbortSignal
}

/** The tools that the CLI uses in one turn: answers its questions about them and describes what they did. */
export interface ToolUses {
  answer(event: Extract<StreamEvent, { kind: 'asked' }>): void
  describe(event: Extract<StreamEvent, { kind: 'acted' }>): Action
  /** What people see. */
  line(by: UsedBy): string
}

/** A use of a tool, by the model itself or by a delegate. */
type UsedBy = Pick<Extract<StreamEvent, { kind: 'tool' }>, 'use' | 'isByDelegate'>

const ALLOWED: PermissionAnswer = { verdict: 'allow' }
const REFUSED: PermissionAnswer = { verdict: 'deny', why: 'This tool is not available here.' }

export function createToolUses(deps: ToolUsesDeps): ToolUses {
  const { judge, delegates, writeLine } = deps
  /** Uses that were refused. What the CLI reports about them is not an action. */
  const refusals = new Set<string>()

  function line({ use, isByDelegate }: UsedBy): string {
    if (isDelegation(use)) return delegates.label(briefLine(use), use)
    return isByDelegate ? delegates.label(toolLine(use, deps.daemonTools)) : toolLine(use, deps.daemonTools)
  }

  function shownInput({ name, input }: ToolUse): ToolUse['input'] {
    return deps.daemonTools?.shownInput?.(name.slice(DAEMON_TOOL_PREFIX.length), input) ?? input
  }

  /** Only allowed uses are shown as running; what a person is asked about is in the question. */
  function recordVerdict(by: UsedBy, verdict: 'allow' | 'deny' | 'ask'): void {
    const { use } = by
    if (verdict === 'allow') deps.onStart(line(by))
    if (verdict === 'deny') refusals.add(JSON.stringify(use))
    else refusals.delete(JSON.stringify(use))
  }

  function judgeOwnTool({ use, isByDelegate }: UsedBy): ReturnType<Permissions['judge']> {
    if (isDelegation(use)) return delegates.judge(use, isByDelegate)
    try {
      return judge?.judge(use) ?? REFUSED
    } catch (error) {
      // If judging fails, nothing is allowed.
      return {
        verdict: 'deny',
        why: `The permission check failed: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  }

  return {
    answer(asked) {
      const { request, use, by } = asked
      if (by === 'hook') {
        const obstacle = asked.isByDelegate ? delegates.obstacle() : undefined
        if (obstacle !== undefined) {
          recordVerdict(asked, 'deny')
          return writeLine(hookAnswer(request, { verdict: 'deny', why: obstacle }))
        }
        // The daemon's tools are judged where they run.
        const decision = isDaemonTool(use) ? ALLOWED : judgeOwnTool(asked)
        if (!isDaemonTool(use)) recordVerdict(asked, decision.verdict)
        return writeLine(hookAnswer(request, decision))
      }
      const sendAnswer = (answer: PermissionAnswer) => {
        recordVerdict(asked, answer.verdict)
        writeLine(promptAnswer(request, answer, use.input))
      }
      if (isDelegation(use)) {
        void delegates.begin(use).then((mayBegin) => {
          if (!deps.isOver()) sendAnswer(mayBegin ? ALLOWED : REFUSED)
        })
        return
      }
      if (!judge || isDaemonTool(use)) return sendAnswer(REFUSED)
      deps.onAsk()
      void judge
        .ask(use, deps.stop)
        .catch((): PermissionAnswer => ({ verdict: 'deny', why: 'The person could not be asked.' }))
        .then((answer) => {
          if (deps.isOver()) return
          deps.onAnswer()
          sendAnswer(answer)
        })
    },
    describe(acted) {
      const { use, failed, output } = acted
      const input = describeInput(isDelegation(use) ? { prompt: use.input.prompt } : shownInput(use))
      const details = { input, ...(output !== undefined && { output }) }
      if (!refusals.has(JSON.stringify(use))) return { line: line(acted), failed, ...details }
      const refused = isDelegation(use) ? `handing over ${briefLine(use)}` : line(acted)
      return { line: `not allowed: ${refused}`, failed: true, ...details }
    },
    line,
  }
}

/** Whether it is one of the daemon's tools. */
export function isDaemonTool({ name }: ToolUse): boolean {
  return name.startsWith(DAEMON_TOOL_PREFIX)
}

/** What people see while a tool runs, and what later turns read about it. The daemon describes its own tools. */
function toolLine(use: ToolUse, daemons?: ToolLines): string {
  const { name, input } = use
  if (isDaemonTool(use)) return daemons?.line(name.slice(DAEMON_TOOL_PREFIX.length), input) ?? `using ${quoted(name)}`
  switch (name) {
    case 'Read':
      return `reading ${fileName(input.file_path)}`
    case 'Write':
      return `writing ${fileName(input.file_path)}`
    case 'Edit':
      return `changing ${fileName(input.file_path)}`
    case 'Glob':
    case 'Grep':
      return `looking for ${quoted(input.pattern)}`
    case 'Bash':
      return `running ${quoted(input.command)}`
    default:
      return `using ${quoted(name)}`
  }
}
