import type { Clock } from '../../lib/time/clock.ts'
import type { FailureClass } from '../../spawner/failure-classes.ts'
import type { Brain, BrainEvent, Failure } from '../../spawner/spawner.ts'

/** Holds tasks back from a failing brain, and lets one through now and then to test whether it works again. */
export interface Breaker {
  /** Why this task must not run now; undefined if it may. After a pause, the first task to ask becomes the probe. */
  obstacleFor(task: number): Obstacle | undefined
  /** The current obstacle, without making a task the probe. The wait is not positive if the next task will try the brain. */
  currentObstacle(): Obstacle | undefined
  /** Takes note of an event of any run with this brain. */
  observe(event: BrainEvent): void
  /** The run is over, however it ended. A probe that was stopped proves nothing, so the next task becomes the probe. */
  endRun(task: number): void
  /** Forgets all failures, because something was changed or a person wants to try again. */
  close(): void
}

export interface Obstacle {
  failure: Failure
  /** How long until the brain is tried again, in milliseconds. */
  waitMs: number
  /** Whether waiting is enough. Otherwise somebody has to fix something first. */
  isTemporary: boolean
}

export interface BreakerDeps {
  clock: Clock
  /** Called at most once an hour, when somebody has to fix something about the brain. */
  alarm(obstacle: Obstacle): void
}

const LASTING_PAUSE_MS = 15 * 60_000
const TEMPORARY_PAUSE_MS = 60_000
/** This many temporary failures in a row within this window open the breaker. */
const MAX_FAILURES_IN_A_ROW = 5
const FAILURE_WINDOW_MS = 5 * 60_000
const ALARM_INTERVAL_MS = 60 * 60_000
/** While the probe runs, other tasks ask again this often. Its first words settle the matter. */
const PROBE_RETRY_MS = 10_000

/** Failures by what they say about the brain. All other classes show that it works, for example a refusal. */
const lastingClasses = new Set<FailureClass>(['auth', 'billing', 'missing'])
const temporaryClasses = new Set<FailureClass>(['overloaded', 'network', 'server'])
const uninformativeClasses = new Set<FailureClass>(['crash', 'hang', 'flood', 'stale'])

export function createBreaker({ clock, alarm }: BreakerDeps): Breaker {
  let open: { failure: Failure; untilMono: number; isTemporary: boolean; probe?: number } | undefined
  let recentFailures: number[] = []
  let alarmedAt = Number.NEGATIVE_INFINITY

  function close(): void {
    open = undefined
    recentFailures = []
  }

  function toObstacle({ failure, untilMono, isTemporary }: NonNullable<typeof open>, minWaitMs = 0): Obstacle {
    return { failure, isTemporary, waitMs: Math.max(minWaitMs, untilMono - clock.mono()) }
  }

  function trip(failure: Failure, isTemporary: boolean): void {
    // Runs that were in progress when the breaker opened fail too. They do not prolong the pause, unless theirs is a
    // lasting failure.
    if (open && clock.mono() < open.untilMono && (isTemporary || !open.isTemporary)) return
    open = { failure, isTemporary, untilMono: clock.mono() + (isTemporary ? TEMPORARY_PAUSE_MS : LASTING_PAUSE_MS) }
    if (isTemporary || clock.mono() - alarmedAt < ALARM_INTERVAL_MS) return
    alarmedAt = clock.mono()
    alarm(toObstacle(open))
  }

  function noteFailure(failure: Failure): void {
    if (lastingClasses.has(failure.class)) return trip(failure, false)
    if (!temporaryClasses.has(failure.class)) return uninformativeClasses.has(failure.class) ? undefined : close()
    recentFailures = [...recentFailures, clock.mono()].filter((at) => clock.mono() - at <= FAILURE_WINDOW_MS)
    if (open || recentFailures.length >= MAX_FAILURES_IN_A_ROW) trip(failure, true)
  }

  return {
    obstacleFor(task) {
      if (!open) return undefined
      if (clock.mono() < open.untilMono) return toObstacle(open)
      // The outcome of the probe is not known yet, so other tasks wait for it, even after a lasting failure.
      if (open.probe !== undefined) return { ...toObstacle(open, PROBE_RETRY_MS), isTemporary: true }
      open.probe = task
      return undefined
    },
    currentObstacle: () => open && { ...toObstacle(open), waitMs: open.untilMono - clock.mono() },
    observe(event) {
      if (event.kind === 'failed') noteFailure(event.failure)
      else if (event.kind === 'done' || (event.kind === 'text' && open?.probe !== undefined)) close()
    },
    endRun(task) {
      if (open?.probe === task) delete open.probe
    },
    close,
  }
}

/** One breaker for each brain. */
export interface Breakers {
  of(brain: string): Breaker
  /** Closes all of them. */
  close(): void
}

export interface BreakersDeps {
  clock: Clock
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

/** Wraps a brain so that its breaker sees every event. */
export function withBreaker(brain: Brain, breaker: Pick<Breaker, 'observe'>): Brain {
  const complete = brain.complete
  return {
    ...brain,
    ...(complete && {
      async complete(prompt, limits, signal) {
        const completion = await complete(prompt, limits, signal)
        // A call that we aborted says nothing about the brain.
        if (!signal.aborted) breaker.observe(completion.kind === 'text' ? { ...completion, kind: 'done' } : completion)
        return completion
      },
    }),
    async *run(turn, signal) {
      for await (const event of brain.run(turn, signal)) {
        breaker.observe(event)
        yield event
      }
    },
  }
}
