import { sleep } from '../../lib/time/sleep.ts'

/** A fast model of the task's own brain. Failures are values; it may still hang, lie or flood. */
export interface Completer {
  complete(prompt: string, limits: Limits, signal: AbortSignal): Promise<Completion>
}

export interface Limits {
  timeoutMs: number
  maxChars: number
}

export type Completion = { kind: 'text'; text: string } | { kind: 'failed'; failure: { what: string } }

/** What it said in its time, or why it said nothing. */
export type Said = { text: string } | { failed: string }

/** Whatever goes wrong within the deadline or at it is told, and nothing is thrown. */
export async function askFastModel(
  completer: Completer,
  prompt: string,
  limits: Limits,
  signal: AbortSignal,
): Promise<Said> {
  const { timeoutMs, maxChars } = limits
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  try {
    const answer = await Promise.race([completer.complete(prompt, limits, either), sleep(timeoutMs, either)])
    if (!answer) return { failed: signal.aborted ? 'it was cut short' : `no answer within ${timeoutMs / 1000} s` }
    if (answer.kind === 'failed') return { failed: answer.failure.what }
    return answer.text.length > maxChars ? { failed: 'it answered with a flood' } : { text: answer.text }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  } finally {
    ended.abort()
  }
}
