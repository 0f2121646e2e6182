import { quoted } from '../../lib/text/visible.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Action, Answer, BrainEvent, Failure, Permissions, ToolLines, ToolUse, Turn } from '../spawner.ts'
import { describeInput, fileName } from '../tool-input.ts'
import { hookAnswer, promptAnswer, toolServer, userLine } from './command-line.ts'
import type { ContentBlock } from './content-blocks.ts'
import { type CutReason, failureOfEnding, failureOfResult, type Retrying } from './output/failure.ts'
import { type Server, type StreamEvent, usageOf } from './output/stream.ts'
import { type CliProcess, stopGraceMs } from './process.ts'
import { createTurnTimers, type TurnTimeouts } from './turn-timeouts.ts'

export interface TurnRun {
  turn: Pick<Turn, 'text' | 'session'>
  /** Its text together with its files, when there are any. */
  content?: string | ContentBlock[]
  timers: TurnTimeouts
  clock: Clock
  /** In which times are told. */
  timezone?: string
  /** How often it may ask the model. The CLI is told too; should it not obey, it is ended. */
  maxRequests?: number | undefined
  emit: (event: BrainEvent) => void
  /** The CLI is up, and sees these tool servers. */
  started?: (servers: Server[]) => void
  /** Who judges its tools; without it every one but the daemon's own is refused. */
  leave?: ToolJudge | undefined
  /** The words of the daemon for its own tools. */
  daemons?: ToolLines | undefined
}

/** Leave for the tools of one turn. */
export interface ToolJudge {
  judge(use: ToolUse): ReturnType<Permissions['judge']>
  ask(use: ToolUse, signal: AbortSignal): Promise<Answer>
}

/** `unheard`: a process that had served others died, or never took this one up. Nothing was emitted. */
export type TurnOutcome = 'answered' | 'failed' | 'unheard'

const hangGraceMs = 5_000
/** More of a thought than is ever kept. */
const MAX_THOUGHT_CHARS = 100_000
const allowed: Answer = { verdict: 'allow' }
const refused: Answer = { verdict: 'deny', why: 'This tool is not available here.' }

/**
 * One turn in one process. When it was answered and has a session the process is left waiting for the next one;
 * without a session, and when it was stopped or cut, this resolves when nothing of the process is left.
 */
export async function runTurn(process: CliProcess, job: TurnRun, stop: AbortSignal): Promise<TurnOutcome> {
  const { turn, timers, clock, emit } = job
  const startedAt = clock.mono()
  const before = process.lastResult()
  let heard = before === undefined
  let shown = false
  let contextTokens: number | undefined
  let firstTextMs: number | undefined
  let retrying: Retrying | undefined
  let requests = 0
  let thought = ''
  let thoughtIn = 0
  let cut: CutReason | undefined
  let outcome: TurnOutcome | undefined
  /** Uses that were not allowed: what the CLI reports of them is no deed. */
  const refusals = new Set<string>()
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })

  const patience = createTurnTimers(before ? { ...timers, firstEventMs: timers.warmEventMs } : timers, clock, cutShort)
  const onStop = () => void process.end(stopGraceMs)
  stop.addEventListener('abort', onStop, { once: true })
  if (stop.aborted) onStop()
  process.listen({
    hear,
    flooded: () => {
      cut ??= 'flood'
    },
  })
  process.say(userLine(job.content ?? turn.text))

  const exit = await Promise.race([process.exited.then((e) => process.gone.then(() => e)), left])
  detach()
  if (outcome || !exit) return outcome ?? 'failed'
  if (!heard && !stop.aborted && cut !== 'flood') return 'unheard'
  finish(failureOfEnding({ cut, exit, stderr: process.stderr(), retrying, resumes: resumes() }))
  return 'failed'

  function detach(): void {
    patience.stop()
    stop.removeEventListener('abort', onStop)
    process.leave()
  }

  function cutShort(why: CutReason): void {
    cut ??= why
    void process.end(hangGraceMs)
  }

  /** Asked for a turn that is over, or between two, nothing is allowed. */
  function judge(event: Extract<StreamEvent, { kind: 'asked' }>): void {
    const { request, use } = event
    if (event.by === 'hook') {
      // The daemon's own tools are judged where they run.
      const judged = isDaemons(use) ? allowed : judgeOwn(use)
      if (!isDaemons(use)) note(use, judged.verdict)
      return process.say(hookAnswer(request, judged))
    }
    const answer = (said: Answer) => {
      note(use, said.verdict)
      process.say(promptAnswer(request, said, use.input))
    }
    if (!job.leave || isDaemons(use)) return answer(refused)
    patience.hold()
    void job.leave
      .ask(use, stop)
      .catch((): Answer => ({ verdict: 'deny', why: 'The question could not be put to a person.' }))
      .then((said) => {
        if (outcome || stop.aborted) return
        patience.alive('tool')
        answer(said)
      })
  }

  /** Only what may be done is said to be under way; what a person is asked about is in the question. */
  function note(use: ToolUse, verdict: 'allow' | 'deny' | 'ask'): void {
    if (verdict === 'allow') show({ kind: 'tool', line: toolLine(use, job.daemons) })
    if (verdict === 'deny') refusals.add(JSON.stringify(use))
    else refusals.delete(JSON.stringify(use))
  }

  function judgeOwn(use: ToolUse): ReturnType<Permissions['judge']> {
    try {
      return job.leave?.judge(use) ?? refused
    } catch (error) {
      // Whoever cannot judge allows nothing.
      return {
        verdict: 'deny',
        why: `This could not be judged: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  }

  function hear(event: StreamEvent): void {
    // A process that has served others may still be saying something about them.
    heard ||= event.kind === 'started'
    if (!heard || outcome) return
    patience.heard()
    switch (event.kind) {
      case 'draft':
        if (event.alive) atWork('model')
        firstTextMs ??= Math.round(clock.mono() - startedAt)
        return show({ kind: 'text', text: event.text })
      case 'tool':
        atWork(isDaemons(event.use) ? 'daemon' : 'tool')
        return isDaemons(event.use) ? show({ kind: 'tool', line: toolLine(event.use, job.daemons) }) : undefined
      case 'acted':
        return emit({ kind: 'action', action: actionOf(event) })
      case 'started':
        job.started?.(event.servers)
        return atWork('model')
      case 'request':
        requests += 1
        if (requests > (job.maxRequests ?? requests)) cutShort('requests')
        return
      case 'thinking':
        atWork('model')
        return think(event.thought)
      case 'resumed':
        return atWork('model')
      case 'context':
        contextTokens = event.tokens
        return
      case 'recorded':
      case 'guarded':
        return
      case 'asked':
        return judge(event)
      case 'retrying':
        retrying = event
        return
      case 'limited':
        retrying = { status: 429, delayMs: event.until.getTime() - clock.now().getTime(), until: event.until }
        return
      case 'result': {
        // Before anything is emitted: a reader that has its answer and leaves must not take the process along.
        if (turn.session) detach()
        else {
          // Not before: a tool that asks for leave hears our answer on the same pipe.
          process.sayNoMore()
          patience.answered()
        }
        const usage = usageOf(event.result, { countedUsd: before?.total_cost_usd ?? 0, contextTokens, firstTextMs })
        if (usage) emit({ kind: 'usage', usage })
        finish(failureOfResult(event.result, retrying, resumes(), job.timezone), event.result.result)
        if (turn.session) leave()
      }
    }
  }

  /** What it thinks before its next answer is parted from what it thought before the last. */
  function think(piece: string | undefined): void {
    if (piece === undefined || thought.length > MAX_THOUGHT_CHARS) return
    const isNew = thoughtIn !== requests && thought !== ''
    thoughtIn = requests
    thought += isNew ? `\n\n${piece.trimStart()}` : piece
  }

  function actionOf({ use, failed, output }: Extract<StreamEvent, { kind: 'acted' }>): Action {
    const line = toolLine(use, job.daemons)
    const told = { input: describeInput(use.input), ...(output !== undefined && { output }) }
    return refusals.has(JSON.stringify(use))
      ? { line: `not allowed: ${line}`, failed: true, ...told }
      : { line, failed, ...told }
  }

  function atWork(who: 'model' | 'tool' | 'daemon'): void {
    // Whatever the CLI was trying against, it got through.
    retrying = undefined
    patience.alive(who)
  }

  function show(event: BrainEvent): void {
    shown = true
    emit(event)
  }

  function resumes(): boolean {
    return turn.session !== undefined && !turn.session.opens && !shown && !stop.aborted
  }

  function finish(failure: Failure | undefined, text = ''): void {
    outcome = failure ? 'failed' : 'answered'
    // Once, at the end: told piece by piece, each with all before it, a long thought would cost its square.
    if (thought !== '') emit({ kind: 'thought', text: thought })
    emit(failure ? { kind: 'failed', failure } : { kind: 'done', text })
  }
}

const prefix = `mcp__${toolServer}__`

/** Whether it is one of the daemon's, which are judged where they run. */
function isDaemons({ name }: ToolUse): boolean {
  return name.startsWith(prefix)
}

/** What a person reads while a tool runs, and what a later turn reads of it. The daemon has words of its own for its own. */
function toolLine(use: ToolUse, daemons?: ToolLines): string {
  const { name, input } = use
  if (isDaemons(use)) return daemons?.line(name.slice(prefix.length), input) ?? `using ${quoted(name)}`
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
