import { setImmediate as nextTurn } from 'node:timers/promises'
import { secretsOf } from '../../config/config.ts'
import { reasonOf } from '../../domain/errors.ts'
import { createScrubber } from '../../lib/text/secrets.ts'
import { sleep } from '../../lib/time/timers.ts'
import { type AnyText, mapText } from '../../messages/localized.ts'
import type { CheckResult, DoctorCheck, Finding } from './check.ts'
import type { Check } from './check-rounds.ts'
import { registry } from './registry.ts'
import { type DoctorOptions, openSubject, type Subject } from './subject.ts'
import { doctorMessages as texts } from './words/doctor-messages.ts'

/** The time limit of one check. Only reading the whole store may take that long. */
const CHECK_TIMEOUT_MS = 60_000

export interface CheckLimits {
  checks?: readonly DoctorCheck[]
  timeoutMs?: number
  /** The time that a check has after the timeout to say why it did not finish. */
  graceMs?: number
}

/** All checks of this installation, for the command line and the page. They only look; fixes are done on request. */
export function createChecks(
  options: DoctorOptions,
  { checks = registry, timeoutMs = CHECK_TIMEOUT_MS, graceMs = 2000 }: CheckLimits = {},
): Check[] {
  const subject = openSubject(options)
  const scrubber = createScrubber()
  for (const secret of subject.config ? secretsOf(subject.config) : []) scrubber.add(secret)
  // Some checks never wait. They start one after another, so that together they do not hold up the daemon.
  let lastStart = Promise.resolve()
  return checks.map((check) => ({
    id: check.id,
    what: check.title,
    async look(signal) {
      lastStart = lastStart.then(() => nextTurn())
      await lastStart
      const results = await lookAt(check, subject, { timeoutMs, graceMs }, signal)
      return results.map((result) => toFinding(check, result, scrubber.scrub))
    },
  }))
}

async function lookAt(
  check: DoctorCheck,
  subject: Subject,
  { timeoutMs, graceMs }: { timeoutMs: number; graceMs: number },
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const ended = new AbortController()
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const looked = Promise.resolve(check.look(subject, bounded))
    // A check may hang without listening to its signal.
    const over = AbortSignal.any([signal, ended.signal])
    const late = sleep(timeoutMs + graceMs, over).then(() => lateResult(timeoutMs))
    const found = (await Promise.race([looked, late])) ?? []
    return Array.isArray(found) ? found : [found]
  } catch (error) {
    return [{ verdict: 'bad', says: texts.notChecked(reasonOf(error)), step: texts.lookAgain }]
  } finally {
    ended.abort()
  }
}

function lateResult(timeoutMs: number): CheckResult {
  return { verdict: 'bad', says: texts.tooSlow(Math.round(timeoutMs / 1000)), step: texts.lookAgain }
}

function toFinding({ id, title, why }: DoctorCheck, result: CheckResult, scrub: (text: string) => string): Finding {
  const clean = (text: AnyText) => mapText(text, scrub)
  const { step, fix } = result
  return {
    id,
    what: title,
    why,
    ...result,
    says: clean(result.says),
    ...(step !== undefined && { step: clean(step) }),
    ...(fix && { fix: { ...fix, shows: clean(fix.shows) } }),
  }
}
