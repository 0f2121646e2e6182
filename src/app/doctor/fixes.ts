import { reasonOf } from '../../domain/errors.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { CheckId, Finding } from './check.ts'
import { createChecks } from './doctor.ts'
import { registry } from './registry.ts'
import type { DoctorOptions } from './subject.ts'

/** A finding after the fixes. `fixed` is what was done about it if the check passes now. */
export interface FixedFinding extends Finding {
  fixed?: AnyText
  /** Why its fix failed. */
  failed?: AnyText
}

/** Looks at everything, all checks side by side. */
export async function examine(options: DoctorOptions, signal: AbortSignal, ids?: Set<CheckId>): Promise<Finding[]> {
  const checks = registry.filter(({ id }) => !ids || ids.has(id))
  const found = await Promise.all(createChecks(options, { checks }).map(({ look }) => look(signal)))
  return found.flat()
}

/** Does the fixes of these findings, one after another, and looks again at what they were about. */
export async function fixFindings(
  findings: readonly Finding[],
  options: DoctorOptions,
  signal: AbortSignal,
): Promise<FixedFinding[]> {
  const failures = new Map<Finding, AnyText>()
  const tried = findings.filter(({ fix }) => fix)
  for (const finding of tried) {
    if (signal.aborted) break
    try {
      await finding.fix?.apply(signal)
    } catch (error) {
      failures.set(finding, reasonOf(error))
    }
  }
  const ids = new Set(tried.map(({ id }) => id))
  const remaining = (await examine(options, signal, ids)).map((finding): FixedFinding => {
    const failed = tried.flatMap((before) => (before.id === finding.id ? (failures.get(before) ?? []) : []))[0]
    return finding.verdict === 'ok' || failed === undefined ? finding : { ...finding, failed }
  })
  const isWrong = (id: CheckId) => remaining.some((finding) => finding.id === id && finding.verdict !== 'ok')
  const fixed = tried.flatMap((finding): FixedFinding[] =>
    finding.fix && !isWrong(finding.id) ? [{ ...finding, verdict: 'ok', fixed: finding.fix.shows }] : [],
  )
  return [
    ...findings.filter(({ id }) => !ids.has(id)),
    ...fixed,
    ...remaining.filter(({ id, verdict }) => verdict !== 'ok' || isWrong(id)),
  ]
}
