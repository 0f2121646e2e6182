import { quoted } from '../../lib/text/visible.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type {
  Action,
  BrainEvent,
  Failure,
  PermissionAnswer,
  Permissions,
  ToolLines,
  ToolUse,
  Turn,
} from '../spawner.ts'
import { describeInput, fileName } from '../tool-input.ts'
import { hookAnswer, promptAnswer, toolServer, userLine } from './command-line.ts'
import type { ContentBlock } from './content-blocks.ts'
import { failureOfEnding, failureOfResult, type Retrying, type TurnCut } from './output/failure.ts'
import { type StreamEvent, type ToolServer, usageOf } from './output/stream.ts'
import { type CliProcess, stopGraceMs } from './process.ts'
import { createTurnTimers, type TurnTimeouts } from './turn-timeouts.ts'

export interface TurnRun {
  turn: Pick<Turn, 'text' | 'session'>
  /** The text together with its files, if there are any. */
  content?: string | ContentBlock[]
  timers: TurnTimeouts
  clock: Clock
  /** The time zone for times shown to people. */
  timezone?: string
  /** The most requests to the model. The CLI knows the limit too; if it ignores it, it is ended. */
  maxRequests?: number | undefined
  emit: (event: BrainEvent) => void
  /** Called when the CLI has started, with the tool servers it sees. */
  started?: (servers: ToolServer[]) => void
  /** Judges its tools; without this all but the daemon's tools are refused. */
  judge?: ToolJudge | undefined
  /** The daemon's descriptions of its own tools. */
  daemonTools?: ToolLines | undefined
}

/** Judges the tools of one turn. */
export interface ToolJudge {
  judge(use: ToolUse): ReturnType<Permissions['judge']>
  ask(use: ToolUse, signal: AbortSignal): Promise<PermissionAnswer>
}

/** `unheard`: a process that had served other turns died or did not start this one. Nothing was emitted. */
export type TurnOutcome = 'answered' | 'failed' | 'unheard'

const HANG_GRACE_MS = 5_000
/** The rest of a longer thought is dropped, because less than this is stored anyway. */
const MAX_THOUGHT_CHARS = 100_000
const ALLOWED: PermissionAnswer = { verdict: 'allow' }
const REFUSED: PermissionAnswer = { verdict: 'deny', why: 'This tool is not available here.' }

/**
 * Runs one turn in one process. An answered turn with a session leaves the process waiting for the next one. Otherwise
 * this resolves when the process has ended completely.
 */
export async function runTurn(process: CliProcess, job: TurnRun, stop: AbortSignal): Promise<TurnOutcome> {
  const { turn, timers, clock, emit } = job
  const startedAt = clock.mono()
  const previousResult = process.lastResult()
  let hasStarted = previousResult === undefined
  let hasShown = false
  let contextTokens: number | undefined
  let firstTextMs: number | undefined
  let retrying: Retrying | undefined
  let requests = 0
  let thought = ''
  let thoughtRequest = 0
  let cut: TurnCut | undefined
  let outcome: TurnOutcome | undefined
  /** Uses that were refused. What the CLI reports about them is not an action. */
  const refusals = new Set<string>()
  let resolveServed = () => {}
  const served = new Promise<void>((resolve) => {
    resolveServed = resolve
  })

  const timeouts = createTurnTimers(
    previousResult ? { ...timers, firstEventMs: timers.warmEventMs } : timers,
    clock,
    cutShort,
  )
  const onStop = () => void process.end(stopGraceMs)
  stop.addEventListener('abort', onStop, { once: true })
  if (stop.aborted) onStop()
  process.listen({
    onEvent: handleEvent,
    onFlood: () => {
      cut ??= 'flood'
    },
  })
  process.writeLine(userLine(job.content ?? turn.text))

  const exit = await Promise.race([process.exited.then((e) => process.gone.then(() => e)), served])
  detach()
  if (outcome || !exit) return outcome ?? 'failed'
  if (!hasStarted && !stop.aborted && cut !== 'flood') return 'unheard'
  finish(failureOfEnding({ cut, exit, stderr: process.stderr(), retrying, resumes: isResuming() }))
  return 'failed'

  function detach(): void {
    timeouts.stop()
    stop.removeEventListener('abort', onStop)
    process.stopListening()
  }

  function cutShort(reason: TurnCut): void {
    cut ??= reason
    void process.end(HANG_GRACE_MS)
  }

  /** Not called after the end of a turn, so nothing is allowed between two turns. */
  function answerPermission(event: Extract<StreamEvent, { kind: 'asked' }>): void {
    const { request, use } = event
    if (event.by === 'hook') {
      // The daemon's tools are judged where they run.
      const decision = isDaemonTool(use) ? ALLOWED : judgeOwnTool(use)
      if (!isDaemonTool(use)) recordVerdict(use, decision.verdict)
      return process.writeLine(hookAnswer(request, decision))
    }
    const sendAnswer = (answer: PermissionAnswer) => {
      recordVerdict(use, answer.verdict)
      process.writeLine(promptAnswer(request, answer, use.input))
    }
    if (!job.judge || isDaemonTool(use)) return sendAnswer(REFUSED)
    timeouts.hold()
    void job.judge
      .ask(use, stop)
      .catch((): PermissionAnswer => ({ verdict: 'deny', why: 'The person could not be asked.' }))
      .then((answer) => {
        if (outcome || stop.aborted) return
        timeouts.alive('tool')
        sendAnswer(answer)
      })
  }

  /** Only allowed uses are shown as running; what a person is asked about is in the question. */
  function recordVerdict(use: ToolUse, verdict: 'allow' | 'deny' | 'ask'): void {
    if (verdict === 'allow') show({ kind: 'tool', line: toolLine(use, job.daemonTools) })
    if (verdict === 'deny') refusals.add(JSON.stringify(use))
    else refusals.delete(JSON.stringify(use))
  }

  function judgeOwnTool(use: ToolUse): ReturnType<Permissions['judge']> {
    try {
      return job.judge?.judge(use) ?? REFUSED
    } catch (error) {
      // If judging fails, nothing is allowed.
      return {
        verdict: 'deny',
        why: `The permission check failed: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  }

  function handleEvent(event: StreamEvent): void {
    // A process that has served other turns may still emit events about them.
    hasStarted ||= event.kind === 'started'
    if (!hasStarted || outcome) return
    timeouts.heard()
    switch (event.kind) {
      case 'draft':
        if (event.alive) markAlive('model')
        firstTextMs ??= Math.round(clock.mono() - startedAt)
        return show({ kind: 'text', text: event.text })
      case 'tool':
        markAlive(isDaemonTool(event.use) ? 'daemon' : 'tool')
        return isDaemonTool(event.use) ? show({ kind: 'tool', line: toolLine(event.use, job.daemonTools) }) : undefined
      case 'acted':
        return emit({ kind: 'action', action: actionOf(event) })
      case 'started':
        job.started?.(event.servers)
        return markAlive('model')
      case 'request':
        requests += 1
        if (requests > (job.maxRequests ?? requests)) cutShort('requests')
        return
      case 'thinking':
        markAlive('model')
        return addThought(event.thought)
      case 'resumed':
        return markAlive('model')
      case 'context':
        contextTokens = event.tokens
        return
      case 'recorded':
      case 'guarded':
        return
      case 'asked':
        return answerPermission(event)
      case 'retrying':
        retrying = event
        return
      case 'limited':
        retrying = { status: 429, delayMs: event.until.getTime() - clock.now().getTime(), until: event.until }
        return
      case 'result': {
        // Before emitting anything, because a reader that leaves with its answer must not end the process.
        if (turn.session) detach()
        else {
          // Not earlier, because a tool that asks for permission reads our answer from the same pipe.
          process.closeInput()
          timeouts.answered()
        }
        const usage = usageOf(event.result, {
          countedUsd: previousResult?.total_cost_usd ?? 0,
          contextTokens,
          firstTextMs,
        })
        if (usage) emit({ kind: 'usage', usage })
        finish(failureOfResult(event.result, retrying, isResuming(), job.timezone), event.result.result)
        if (turn.session) resolveServed()
      }
    }
  }

  /** Thoughts before different replies are separated. */
  function addThought(piece: string | undefined): void {
    if (piece === undefined || thought.length > MAX_THOUGHT_CHARS) return
    const isNew = thoughtRequest !== requests && thought !== ''
    thoughtRequest = requests
    thought += isNew ? `\n\n${piece.trimStart()}` : piece
  }

  function actionOf({ use, failed, output }: Extract<StreamEvent, { kind: 'acted' }>): Action {
    const line = toolLine(use, job.daemonTools)
    const details = { input: describeInput(use.input), ...(output !== undefined && { output }) }
    return refusals.has(JSON.stringify(use))
      ? { line: `not allowed: ${line}`, failed: true, ...details }
      : { line, failed, ...details }
  }

  function markAlive(who: 'model' | 'tool' | 'daemon'): void {
    // The CLI's retries have succeeded.
    retrying = undefined
    timeouts.alive(who)
  }

  function show(event: BrainEvent): void {
    hasShown = true
    emit(event)
  }

  function isResuming(): boolean {
    return turn.session !== undefined && !turn.session.opens && !hasShown && !stop.aborted
  }

  function finish(failure: Failure | undefined, text = ''): void {
    outcome = failure ? 'failed' : 'answered'
    // Emitted once at the end, because repeating the whole thought with each piece would take quadratic time.
    if (thought !== '') emit({ kind: 'thought', text: thought })
    emit(failure ? { kind: 'failed', failure } : { kind: 'done', text })
  }
}

const DAEMON_TOOL_PREFIX = `mcp__${toolServer}__`

/** Whether it is one of the daemon's tools. */
function isDaemonTool({ name }: ToolUse): boolean {
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
