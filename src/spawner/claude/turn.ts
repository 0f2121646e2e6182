import type { Clock } from '../../lib/time/clock.ts'
import { EMPTY_REPLY_NOTE } from '../model-notes.ts'
import { billedPrice, type CacheTime, costOfTokens } from '../model-prices.ts'
import type { BrainEvent, Failure, ToolLines, Turn, Usage } from '../spawner.ts'
import { continueAnswer, userLine } from './command-line.ts'
import { type ContentBlock, readContent } from './content-blocks.ts'
import { createDelegates, isDelegation } from './delegates.ts'
import { failureOfEnding, failureOfResult, type ReportedRetry, type TurnCut } from './output/failure.ts'
import type { ResultLine } from './output/output-line.ts'
import type { StreamEvent, ToolServer } from './output/stream.ts'
import { addUsage, usageOf } from './output/turn-usage.ts'
import { type CliProcess, stopGraceMs } from './process.ts'
import { createToolUses, isDaemonTool, type ToolJudge } from './tool-uses.ts'
import { createTurnTimers, type TurnTimeouts } from './turn-timeouts.ts'

export interface TurnRun {
  turn: Pick<Turn, 'text' | 'session' | 'takeJoined'>
  /** The text together with its files, if there are any. */
  content?: string | ContentBlock[]
  timeouts: TurnTimeouts
  clock: Clock
  /** The time zone for times shown to people. */
  timezone?: string
  /** The most requests to the model. The CLI knows the limit too; if it ignores it, it is ended. */
  maxRequests?: number | undefined
  /** The most that the turn may cost. How long its prompts are cached decides what writing them costs. */
  maxUsd?: number | undefined
  cache?: CacheTime | undefined
  /** How often the model is asked again if its answer is empty; never by default. */
  maxNudges?: number
  emit: (event: BrainEvent) => void
  /** Called when the CLI has started, with the tool servers it sees. */
  started?: (servers: ToolServer[]) => void
  /** Judges its tools; without this all but the daemon's tools are refused. */
  judge?: ToolJudge | undefined
  /** The daemon's descriptions of its own tools. */
  daemonTools?: ToolLines | undefined
  delegates?: Turn['delegates']
}

/** `unheard`: a process that had served other turns died or did not start this one. Nothing was emitted. */
export type TurnOutcome = 'answered' | 'failed' | 'unheard'

const HANG_GRACE_MS = 5_000
/** The rest of a longer thought is dropped, because less than this is stored anyway. */
const MAX_THOUGHT_CHARS = 100_000
const THOUGHT_GAP_MS = 500

/**
 * Runs one turn in one process. An answered turn with a session leaves the process waiting for the next one. Otherwise
 * this resolves when the process has ended completely.
 */
export async function runTurn(process: CliProcess, job: TurnRun, stop: AbortSignal): Promise<TurnOutcome> {
  const { turn, timeouts, clock, emit } = job
  const startedAt = clock.mono()
  const previousResult = process.lastResult()
  let hasStarted = previousResult === undefined
  let hasShown = false
  let contextTokens: number | undefined
  let firstTextMs: number | undefined
  let lastRetry: ReportedRetry | undefined
  let requests = 0
  let nudges = 0
  let costUsd = 0
  /** What the requests since the last result line used. */
  let unbooked: Usage | undefined
  let thought = ''
  let thoughtRequest = 0
  let thoughtShownAt = Number.NEGATIVE_INFINITY
  let cut: TurnCut | undefined
  let outcome: TurnOutcome | undefined
  let joinFailure: { error: unknown } | undefined
  let joining: Promise<void> | undefined
  /** Answers that the CLI gave before it came to a message that had joined the turn. */
  const earlierAnswers: string[] = []
  let resolveServed = () => {}
  const served = new Promise<void>((resolve) => {
    resolveServed = resolve
  })

  const delegates = createDelegates(job.delegates)
  const timers = createTurnTimers(
    previousResult ? { ...timeouts, firstEventMs: timeouts.warmEventMs } : timeouts,
    clock,
    cutShort,
  )
  const onStop = () => void process.end(stopGraceMs)
  const toolUses = createToolUses({
    judge: job.judge,
    daemonTools: job.daemonTools,
    writeLine: process.writeLine,
    onStart: (line) => show({ kind: 'tool', line }),
    onAsk: timers.pause,
    onAnswer: () => timers.noteWork('tool'),
    isOver: () => outcome !== undefined || stop.aborted,
    delegates,
    stop,
  })
  stop.addEventListener('abort', onStop, { once: true })
  if (stop.aborted) onStop()
  process.listen({
    onEvent: handleEvent,
    onFlood: () => {
      cut ??= 'flood'
    },
  })
  process.writeLine(userLine(job.content ?? turn.text))

  const exit = await Promise.race([process.exited.then((e) => process.cleanup.then(() => e)), served])
  detach()
  if (!outcome && unbooked)
    emit({ kind: 'usage', usage: { ...unbooked, contextTokens: contextTokens ?? 0, firstTextMs } })
  if (joinFailure) throw joinFailure.error
  if (outcome || !exit) return outcome ?? 'failed'
  if (!hasStarted && !stop.aborted && cut !== 'flood') return 'unheard'
  finish(failureOfEnding({ cut, exit, stderr: process.stderr(), lastRetry, canReplaceSession: canReplaceSession() }))
  return 'failed'

  function detach(): void {
    timers.stop()
    stop.removeEventListener('abort', onStop)
    process.stopListening()
  }

  /**
   * Adds what the person has sent meanwhile, before the CLI asks the model again. Taking the messages makes them part of
   * this task, so if they cannot be passed on, the turn must not end with an answer.
   */
  function takeJoined(request: string): void {
    const previous = joining ?? Promise.resolve()
    const current = previous
      .then(async () => {
        const joined = stop.aborted ? undefined : await turn.takeJoined?.()
        // The CLI reads its input in order, so it knows the message before it goes on.
        if (joined) process.writeLine(userLine(await readContent(joined)))
        process.writeLine(continueAnswer(request))
        if (joining === current) joining = undefined
      })
      .catch((error: unknown) => {
        joinFailure ??= { error }
        void process.end(stopGraceMs)
      })
    joining = current
  }

  function cutShort(reason: TurnCut): void {
    cut ??= reason
    void process.end(HANG_GRACE_MS)
  }

  function handleEvent(event: StreamEvent): void {
    // A process that has served other turns may still emit events about them.
    hasStarted ||= event.kind === 'started'
    if (!hasStarted || outcome) return
    timers.noteOutput()
    switch (event.kind) {
      case 'draft':
        if (event.alive) markAlive('model')
        firstTextMs ??= Math.round(clock.mono() - startedAt)
        return show({ kind: 'text', text: event.text })
      case 'tool':
        markAlive(isDaemonTool(event.use) ? 'daemon' : 'tool')
        return isDaemonTool(event.use) ? show({ kind: 'tool', line: toolUses.line(event) }) : undefined
      case 'acted':
        // What follows is not streamed, so silence is normal then.
        if (event.isByDelegate) markAlive('tool')
        return emit({ kind: 'action', action: toolUses.describe(event) })
      case 'started':
        job.started?.(event.servers)
        return markAlive('model')
      case 'request':
        requests += 1
        stopIfSpent()
        if (requests > (job.maxRequests ?? requests)) cutShort('requests')
        return
      case 'thinking':
        markAlive('model')
        return addThought(event.thought)
      case 'resumed':
        stopIfSpent()
        return markAlive('model')
      case 'billed': {
        const cost = costOfTokens(event.tokens, billedPrice(event.model, job.cache ?? '1h'))
        costUsd += cost
        unbooked = addUsage(unbooked, event, cost)
        if (event.isByDelegate) delegates.add(event.tokens, cost)
        return
      }
      case 'context':
        contextTokens = event.tokens
        return
      case 'recorded':
      case 'guarded':
        return
      case 'paused':
        if (isDelegation(event.use)) delegates.end()
        // What the person says meanwhile is not for a delegate.
        return event.isByDelegate ? process.writeLine(continueAnswer(event.request)) : takeJoined(event.request)
      case 'asked':
        return toolUses.answer(event)
      case 'retry':
        lastRetry = event
        return
      case 'limited':
        lastRetry = { status: 429, delayMs: event.until.getTime() - clock.now().getTime(), until: event.until }
        return
      case 'result': {
        const usage = usageOf(event.result, {
          countedUsd: process.lastResult()?.total_cost_usd ?? 0,
          contextTokens,
          firstTextMs,
          ofDelegates: delegates.used(),
        })
        // The CLI did not wait for us, and this answer may lack a message that now belongs to the turn.
        if (joining) return cutShort('idle')
        if (isEmpty(event.result) && nudges < (job.maxNudges ?? 0)) {
          nudges += 1
          unbooked = undefined
          if (usage) emit({ kind: 'usage', usage })
          return process.writeLine(userLine(EMPTY_REPLY_NOTE))
        }
        if (!event.result.is_error && event.result.queued_turn_count > 0 && turn.takeJoined) {
          // A message joined too late for this answer, and the CLI answers it next.
          earlierAnswers.push(event.result.result ?? '')
          unbooked = undefined
          if (usage) emit({ kind: 'usage', usage })
          return
        }
        // Before emitting anything, because a reader that leaves with its answer must not end the process.
        if (turn.session) detach()
        else {
          // Not earlier, because a tool that asks for permission reads our answer from the same pipe.
          process.closeInput()
          timers.noteAnswer()
        }
        if (usage) emit({ kind: 'usage', usage })
        finish(
          failureOfResult(event.result, lastRetry, canReplaceSession(), job.timezone),
          [...earlierAnswers, event.result.result ?? ''].join('\n\n'),
        )
        if (turn.session) resolveServed()
      }
    }
  }

  /** Checked before the next request, so that an answer that is already there is kept. */
  function stopIfSpent(): void {
    if (costUsd > (job.maxUsd ?? costUsd)) cutShort('cost')
  }

  /** Thoughts before different replies are separated. */
  function addThought(piece: string | undefined): void {
    if (piece === undefined || thought.length > MAX_THOUGHT_CHARS) return
    const isNew = thoughtRequest !== requests && thought !== ''
    thoughtRequest = requests
    thought += isNew ? `\n\n${piece.trimStart()}` : piece
    // Not with each piece, because repeating the whole thought takes quadratic time.
    if (clock.mono() < thoughtShownAt + THOUGHT_GAP_MS) return
    thoughtShownAt = clock.mono()
    emit({ kind: 'thought', text: thought })
  }

  function markAlive(who: 'model' | 'tool' | 'daemon'): void {
    // The CLI's retries have succeeded.
    lastRetry = undefined
    timers.noteWork(who)
  }

  function show(event: BrainEvent): void {
    hasShown = true
    emit(event)
  }

  function canReplaceSession(): boolean {
    return turn.session !== undefined && !turn.session.isNew && !hasShown && !stop.aborted
  }

  function finish(failure: Failure | undefined, text = ''): void {
    outcome = failure ? 'failed' : 'answered'
    if (thought !== '') emit({ kind: 'thought', text: thought })
    emit(failure ? { kind: 'failed', failure } : { kind: 'done', text })
  }
}

function isEmpty({ is_error, result }: ResultLine): boolean {
  return !is_error && (result ?? '').trim() === ''
}
