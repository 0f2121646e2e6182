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

/** Does the fixes of these findings, one after another, and looks at everything again, because one may have hidden another. */
export async function fixFindings(
  findings: readonly Finding[],
  options: DoctorOptions,
  signal: AbortSignal,
  ids?: Set<CheckId>,
): Promise<FixedFinding[]> {
  const failures = new Map<CheckId, AnyText>()
  const tried = findings.flatMap(({ fix, ...finding }) => (fix ? [{ fix, ...finding }] : []))
  for (const { id, fix } of tried) {
    if (signal.aborted) break
    try {
      await fix.apply(signal)
    } catch (error) {
      failures.set(id, reasonOf(error))
    }
  }
  const remaining = await examine(options, signal, ids)
  const isWrong = (id: CheckId) => remaining.some((finding) => finding.id === id && finding.verdict !== 'ok')
  const fixed = tried.filter(({ id }) => !isWrong(id))
  const isFixed = (id: CheckId) => fixed.some((finding) => finding.id === id)
  return [
    ...fixed.map((finding): FixedFinding => ({ ...finding, verdict: 'ok', fixed: finding.fix.shows })),
    ...remaining
      .filter(({ id }) => !isFixed(id))
      .map((finding): FixedFinding => {
        const failed = finding.verdict === 'ok' ? undefined : failures.get(finding.id)
        return { ...finding, ...(failed !== undefined && { failed }) }
      }),
  ]
}
