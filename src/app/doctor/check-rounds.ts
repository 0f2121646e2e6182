import type { Clock } from '../../lib/time/clock.ts'

/** One time that everything was looked at. */
export interface CheckRound {
  startedAt: Date
  /** Undefined while something is still looked at. */
  endedAt?: Date
  findings: Finding[]
  /** What nothing is known of yet. */
  waiting: string[]
}

export interface DoctorChecks {
  /** Begins one, unless one is under way. */
  start(): void
  /** The last one, also while it is under way. */
  last(): CheckRound | undefined
  close(): Promise<void>
}

export interface DoctorChecksDeps {
  checks(): Promise<Check[]>
  clock: Clock
}

/** Looks at everything when somebody asks for it, and tells what it found as it finds it. */
export function createDoctorChecks({ checks, clock }: DoctorChecksDeps): DoctorChecks {
  const closing = new AbortController()
  let under = Promise.resolve()
  let last: { startedAt: Date; endedAt?: Date; looks: { what: string; found?: Finding[] }[] } | undefined

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
      under = run(last)
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
      await under
    },
  }
}

/** What was found of one thing that Skein needs: what it is like and, where something is wrong, what to do about it. */
export interface Finding {
  what: string
  verdict: 'ok' | 'note' | 'bad'
  says: string
}

/** As one part tells it, which need not know what it is called in the list. */
export type CheckResult = Omit<Finding, 'what'>

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** One look at one thing. Never rejects: what keeps it from looking is a finding too. */
export interface Check {
  what: string
  look(signal: AbortSignal): Promise<Finding[]>
}
