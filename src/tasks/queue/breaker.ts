import type { Clock } from '../../lib/time/clock.ts'
import type { Brain, BrainEvent, Failure, FailureClass } from '../../spawner/spawner.ts'

/** Keeps tasks from a brain that cannot answer, and lets one through now and then to see whether it can again. */
export interface Breaker {
  /** Why this task must not be run now; undefined when it may. After a pause the first to ask becomes the probe. */
  obstacle(task: number): Obstacle | undefined
  /** What keeps tasks from it now, told without asking for a place; nothing is left to wait when the next task will try it. */
  standing(): Obstacle | undefined
  /** What the brain said in any run. */
  hear(event: BrainEvent): void
  /** The run is over, however it ended: a probe that was stopped proves nothing, the next task takes its place. */
  over(task: number): void
  /** Something was changed, or a person wants it tried: forget what was. */
  close(): void
}

export interface Obstacle {
  failure: Failure
  /** How long until the brain is tried again. */
  waitMs: number
  /** Whether waiting is all it needs; otherwise somebody must do something first. */
  passes: boolean
}

export interface BreakerDeps {
  clock: Clock
  /** Somebody must do something about the brain. At most once an hour. */
  alarm(obstacle: Obstacle): void
}

const LASTING_PAUSE_MS = 15 * 60_000
const PASSING_PAUSE_MS = 60_000
/** How many failures in a row, within how long, make a passing trouble one to wait for. */
const MAX_FAILURES_IN_A_ROW = 5
const FAILURE_WINDOW_MS = 5 * 60_000
const ALARM_INTERVAL_MS = 60 * 60_000
/** While the probe runs the others look again this often; its first word settles it. */
const PROBE_RETRY_MS = 10_000

/** What a failure says about the brain. The others say it is fine (it refused, it was asked too much) or nothing (a crash). */
const lasting = new Set<FailureClass>(['auth', 'billing', 'missing'])
const passing = new Set<FailureClass>(['overloaded', 'network', 'server'])
const uninformative = new Set<FailureClass>(['crash', 'hang', 'flood', 'stale'])

export function createBreaker({ clock, alarm }: BreakerDeps): Breaker {
  let open: { failure: Failure; untilMono: number; passes: boolean; probe?: number } | undefined
  let row: number[] = []
  let alarmedAt = Number.NEGATIVE_INFINITY

  function close(): void {
    open = undefined
    row = []
  }

  function describe({ failure, untilMono, passes }: NonNullable<typeof open>, leastMs = 0): Obstacle {
    return { failure, passes, waitMs: Math.max(leastMs, untilMono - clock.mono()) }
  }

  function trip(failure: Failure, passes: boolean): void {
    // Runs that were under way when it opened fail too; they prolong nothing, but they may bring worse news.
    if (open && clock.mono() < open.untilMono && (passes || !open.passes)) return
    open = { failure, passes, untilMono: clock.mono() + (passes ? PASSING_PAUSE_MS : LASTING_PAUSE_MS) }
    if (passes || clock.mono() - alarmedAt < ALARM_INTERVAL_MS) return
    alarmedAt = clock.mono()
    alarm(describe(open))
  }

  function failed(failure: Failure): void {
    if (lasting.has(failure.class)) return trip(failure, false)
    if (!passing.has(failure.class)) return uninformative.has(failure.class) ? undefined : close()
    row = [...row, clock.mono()].filter((at) => clock.mono() - at <= FAILURE_WINDOW_MS)
    if (open || row.length >= MAX_FAILURES_IN_A_ROW) trip(failure, true)
  }

  return {
    obstacle(task) {
      if (!open) return undefined
      if (clock.mono() < open.untilMono) return describe(open)
      // Nobody knows yet: whoever comes now waits for the probe, also when the old trouble was a lasting one.
      if (open.probe !== undefined) return { ...describe(open, PROBE_RETRY_MS), passes: true }
      open.probe = task
      return undefined
    },
    standing: () => open && { ...describe(open), waitMs: open.untilMono - clock.mono() },
    hear(event) {
      if (event.kind === 'failed') failed(event.failure)
      else if (event.kind === 'done' || (event.kind === 'text' && open?.probe !== undefined)) close()
    },
    over(task) {
      if (open?.probe === task) delete open.probe
    },
    close,
  }
}

/** A breaker for each brain: what one of them cannot do says nothing about the others. */
export interface Breakers {
  of(brain: string): Breaker
  /** Forgets what was, of all of them. */
  close(): void
}

export interface BreakersDeps {
  clock: Clock
  /** As of one breaker. */
  alarm(obstacle: Obstacle, brain: string): void
}

export function createBreakers({ clock, alarm }: BreakersDeps): Breakers {
  const breakers = new Map<string, Breaker>()
  return {
    of(brain) {
      const breaker = breakers.get(brain) ?? createBreaker({ clock, alarm: (obstacle) => alarm(obstacle, brain) })
      breakers.set(brain, breaker)
      return breaker
    },
    close() {
      for (const breaker of breakers.values()) breaker.close()
    },
  }
}

/** The same brain, with the breaker listening. */
export function withBreaker(brain: Brain, breaker: Pick<Breaker, 'hear'>): Brain {
  const complete = brain.complete
  return {
    ...brain,
    ...(complete && {
      async complete(prompt, limits, signal) {
        const completion = await complete(prompt, limits, signal)
        // A call that was given up says nothing about the brain.
        if (!signal.aborted) breaker.hear(completion.kind === 'text' ? { ...completion, kind: 'done' } : completion)
        return completion
      },
    }),
    async *run(turn, signal) {
      for await (const event of brain.run(turn, signal)) {
        breaker.hear(event)
        yield event
      }
    },
  }
}
