import { sleep } from '../../lib/time/timers.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'

/** The fast model of the task's brain. Failures are values, but it may also hang, lie or write far too much. */
export interface FastModel {
  complete(prompt: string, limits: FastModelLimits, signal: AbortSignal): Promise<FastModelResult>
}

export interface FastModelLimits {
  timeoutMs: number
  maxChars: number
}

export type FastModelResult = { kind: 'text'; text: string } | { kind: 'failed'; failure: { what: AnyText } }

/** What it answered in time, or why it did not. */
export type FastModelAnswer = { text: string } | { failed: string }

/** Never throws: every failure, including the deadline, is returned. */
export async function askFastModel(
  completer: FastModel,
  prompt: string,
  limits: FastModelLimits,
  signal: AbortSignal,
): Promise<FastModelAnswer> {
  const { timeoutMs, maxChars } = limits
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  try {
    const answer = await Promise.race([completer.complete(prompt, limits, either), sleep(timeoutMs, either)])
    if (!answer) return { failed: signal.aborted ? 'it was interrupted' : `no answer within ${timeoutMs / 1000} s` }
    if (answer.kind === 'failed') return { failed: textIn(answer.failure.what, 'en') }
    return answer.text.length > maxChars ? { failed: 'its answer was far too long' } : { text: answer.text }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  } finally {
    ended.abort()
  }
}
