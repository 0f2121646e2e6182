import { sleep } from '../../lib/time/timers.ts'
import type { AnyText } from '../../messages/localized.ts'
import { reasonMessages } from '../reason-messages.ts'

const texts = reasonMessages.fastModel

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
export type FastModelAnswer = { text: string } | { failed: AnyText }

/** Never throws: every failure, including the deadline, is returned. */
export async function askFastModel(
  completer: FastModel,
  prompt: string,
  limits: FastModelLimits,
  signal: AbortSignal,
): Promise<FastModelAnswer> {
  const { timeoutMs, maxChars } = limits
  const finished = new AbortController()
  const anyAbort = AbortSignal.any([signal, finished.signal])
  try {
    const answer = await Promise.race([completer.complete(prompt, limits, anyAbort), sleep(timeoutMs, anyAbort)])
    if (!answer) return { failed: signal.aborted ? texts.interrupted : texts.late(timeoutMs / 1000) }
    if (answer.kind === 'failed') return { failed: answer.failure.what }
    return answer.text.length > maxChars ? { failed: texts.tooLong } : { text: answer.text }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  } finally {
    finished.abort()
  }
}
