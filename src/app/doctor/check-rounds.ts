import type { Clock } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { CheckId, Finding } from './check.ts'

/** One run of all checks. */
export interface CheckRound {
  startedAt: Date
  /** Undefined while a check is still running. */
  endedAt?: Date
  findings: Finding[]
  /** The names of the checks that are still running. */
  waiting: AnyText[]
}

export interface DoctorChecks {
  /** Starts a round unless one is running. */
  start(): void
  /** The last round, which may still be running. */
  last(): CheckRound | undefined
  close(): Promise<void>
}

export interface DoctorChecksDeps {
  checks(): Promise<Check[]>
  clock: Clock
}

/** Runs all checks on demand, and shows findings as they come in. */
export function createDoctorChecks({ checks, clock }: DoctorChecksDeps): DoctorChecks {
  const closing = new AbortController()
  let running = Promise.resolve()
  let last: { startedAt: Date; endedAt?: Date; looks: { what: AnyText; found?: Finding[] }[] } | undefined

  async function run(round: NonNullable<typeof last>): Promise<void> {
    const all = (await checks()).map(({ what, look }) => ({ look, entry: { what } as (typeof round.looks)[number] }))
    round.looks = all.map(({ entry }) => entry)
    await Promise.all(
      all.map(async ({ entry, look }) => {
        entry.found = await look(closing.signal)
      }),
    )
    round.endedAt = clock.now()
  }

  return {
    start() {
      if (closing.signal.aborted || (last && !last.endedAt)) return
      last = { startedAt: clock.now(), looks: [] }
      running = run(last)
    },
    last: () =>
      last && {
        startedAt: last.startedAt,
        ...(last.endedAt && { endedAt: last.endedAt }),
        findings: last.looks.flatMap(({ found }) => found ?? []),
        waiting: last.looks.flatMap(({ what, found }) => (found ? [] : [what])),
      },
    async close() {
      closing.abort()
      await running
    },
  }
}

/** One check of one subject, ready to run. It never rejects and always ends: a failure of the check is a finding too. */
export interface Check {
  id: CheckId
  what: AnyText
  look(signal: AbortSignal): Promise<Finding[]>
}
