import type { Clock } from '../../lib/time/clock.ts'
import type { Brain, BrainEvent, Completion, Failure, Limits, Usage } from '../spawner.ts'
import { type Access, completionArgs, modelFor } from './command-line.ts'
import { failureOfEnding } from './output/failure.ts'
import type { Caps, CliProcess } from './process.ts'
import { runTurn } from './turn.ts'
import type { TurnTimeouts } from './turn-timeouts.ts'

export interface CompleterDeps {
  access: Access
  launch(args: string[], caps: Partial<Caps>): Promise<CliProcess>
  timers: TurnTimeouts
  clock: Clock
  /** Logs a failure, and takes our credentials out of it. */
  report(failure: Failure): Failure
  closing: AbortSignal
}

export interface Completer {
  complete: NonNullable<Brain['complete']>
  /** Nothing of any completion is left running. */
  settled(): Promise<void>
}

/** One process for one answer: started without tools or session, gone when the answer is there or time is up. */
export function createCompleter(deps: CompleterDeps): Completer {
  const running = new Set<Promise<Completion>>()

  async function ask(prompt: string, limits: Limits, signal: AbortSignal): Promise<Completion> {
    const stop = AbortSignal.any([signal, deps.closing])
    if (stop.aborted) return { kind: 'failed', failure: withdrawn }
    const process = await deps.launch(completionArgs(modelFor(deps.access, limits.model), role), capsFor(limits))
    let usage: Usage | undefined
    let end: Extract<BrainEvent, { kind: 'done' | 'failed' }> | undefined
    const emit = (event: BrainEvent) => {
      if (event.kind === 'usage') usage = event.usage
      else if (event.kind === 'done' || event.kind === 'failed') end = event
    }
    // Without partial messages nothing is heard between the start and the answer: idleness is no sign of trouble.
    const timers = { ...deps.timers, idleMs: limits.timeoutMs, totalMs: limits.timeoutMs }
    await runTurn(process, { turn: { text: prompt }, timers, clock: deps.clock, emit }, stop)
    const spent = usage ? { usage } : {}
    if (end?.kind === 'done' && end.text.length <= limits.maxChars) return { kind: 'text', text: end.text, ...spent }
    if (!end || stop.aborted) return { kind: 'failed', failure: withdrawn, ...spent }
    return { kind: 'failed', failure: deps.report(end.kind === 'failed' ? end.failure : endless), ...spent }
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

const role = 'You do one small piece of work on the text you are given, and answer with its result and nothing else.'

// The answer comes twice, as the message and in the result, at up to six bytes a character; the rest is for the CLI's own lines.
function capsFor({ maxChars }: Limits): Partial<Caps> {
  return { lineBytes: 100_000 + 6 * maxChars, totalBytes: 300_000 + 12 * maxChars }
}

const ended = { exit: { status: 'exited', code: 0 }, stderr: '', retrying: undefined, resumes: false } as const
const endless = failureOfEnding({ ...ended, cut: 'flood' })
const withdrawn: Failure = { ...failureOfEnding({ ...ended, cut: undefined }), detail: 'nobody waits for it any more' }
