import type { AnyText } from '../../../messages/localized.ts'
import type { CheckResult, Fix } from '../check.ts'

/** Adds the next step and the fix to a finding of a channel if something is wrong. */
export function withStep(result: CheckResult, step: AnyText, fix?: Fix): CheckResult {
  return result.verdict === 'ok' ? result : { ...result, step, ...(fix && { fix }) }
}

export function within(ms: number, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}
