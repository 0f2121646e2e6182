import type { Clock } from '../../lib/time/clock.ts'
import type { Check } from './doctor.ts'
import type { Finding } from './finding.ts'

/** One time that everything was looked at. */
export interface Round {
  startedAt: Date
  /** Undefined while something is still looked at. */
  endedAt?: Date
  findings: Finding[]
  /** What nothing is known of yet. */
  waiting: string[]
}

export interface DoctorsRound {
  /** Begins one, unless one is under way. */
  start(): void
  /** The last one, also while it is under way. */
  last(): Round | undefined
  close(): Promise<void>
}

export interface DoctorsRoundDeps {
  checks(): Promise<Check[]>
  clock: Clock
}

/** Looks at everything when somebody asks for it, and tells what it found as it finds it. */
export function createDoctorsRound({ checks, clock }: DoctorsRoundDeps): DoctorsRound {
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
