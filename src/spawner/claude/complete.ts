import type { Clock } from '../../lib/time/clock.ts'
import { joinSignals } from '../../lib/time/joined-signal.ts'
import { completionPrompt } from '../model-notes.ts'
import type { Brain, BrainEvent, Completion, Failure, Limits, Usage } from '../spawner.ts'
import { type ClaudeAccess, completionArgs, modelFor } from './command-line.ts'
import { failureOfEnding } from './output/failure.ts'
import type { CliProcess, OutputLimits } from './process.ts'
import { runTurn } from './turn.ts'
import type { TurnTimeouts } from './turn-timeouts.ts'

export interface ClaudeCompleterDeps {
  access: ClaudeAccess
  launch(args: string[], limits: Partial<OutputLimits>): Promise<CliProcess>
  timeouts: TurnTimeouts
  clock: Clock
  /** Logs a failure and removes our credentials from it. */
  report(failure: Failure): Failure
  closing: AbortSignal
}

export interface Completer {
  complete: NonNullable<Brain['complete']>
  /** Resolves when no completion is running any more. */
  settled(): Promise<void>
}

/** One process per answer, without tools or session. It ends when the answer has arrived or time is up. */
export function createCompleter(deps: ClaudeCompleterDeps): Completer {
  const running = new Set<Promise<Completion>>()

  function ask(prompt: string, limits: Limits, signal: AbortSignal): Promise<Completion> {
    const { signal: stop, release } = joinSignals(signal, deps.closing)
    return askOnce(prompt, limits, stop).finally(release)
  }

  async function askOnce(prompt: string, limits: Limits, stop: AbortSignal): Promise<Completion> {
    if (stop.aborted) return { kind: 'failed', failure: ABORTED }
    const process = await deps.launch(
      completionArgs(modelFor(deps.access, limits.model), completionPrompt),
      outputLimitsFor(limits),
    )
    let usage: Usage | undefined
    let end: Extract<BrainEvent, { kind: 'done' | 'failed' }> | undefined
    const emit = (event: BrainEvent) => {
      if (event.kind === 'usage') usage = event.usage
      else if (event.kind === 'done' || event.kind === 'failed') end = event
    }
    // Without partial messages there is no output between start and answer, so silence does not mean trouble.
    const timeouts = { ...deps.timeouts, idleMs: limits.timeoutMs, totalMs: limits.timeoutMs }
    await runTurn(process, { turn: { text: prompt }, timeouts, clock: deps.clock, emit }, stop)
    const usageField = usage ? { usage } : {}
    if (end?.kind === 'done' && end.text.length <= limits.maxChars)
      return { kind: 'text', text: end.text, ...usageField }
    if (!end || stop.aborted) return { kind: 'failed', failure: ABORTED, ...usageField }
    return { kind: 'failed', failure: deps.report(end.kind === 'failed' ? end.failure : TOO_LONG), ...usageField }
  }

  return {
    async complete(prompt, limits, signal) {
      const answer = ask(prompt, limits, signal)
      running.add(answer)
      return await answer.finally(() => running.delete(answer))
    },
    async settled() {
      await Promise.allSettled(running)
    },
  }
}

// The answer comes twice, as a message and in the result, with up to six bytes per character. The rest is for the CLI's
// other lines.
function outputLimitsFor({ maxChars }: Limits): Partial<OutputLimits> {
  return { lineBytes: 100_000 + 6 * maxChars, totalBytes: 300_000 + 12 * maxChars }
}

const EXITED = {
  exit: { status: 'exited', code: 0 },
  stderr: '',
  lastRetry: undefined,
  canReplaceSession: false,
} as const
const TOO_LONG = failureOfEnding({ ...EXITED, cut: 'flood' })
const ABORTED: Failure = { ...failureOfEnding({ ...EXITED, cut: undefined }), detail: 'the request was aborted' }
