/** Time is passed in, so that a test can hold it. */
export interface Clock {
  /** Wall time: for people, and for what they set for a time of day. It may jump, in either direction. */
  now(): Date
  /** Milliseconds that never jump, the same for every process of one boot of the machine: for leases and timers. */
  mono(): number
}

/** A clock with a third timeline, for everything that waits in the store. */
export interface SteadyClock extends Clock {
  steady(): Steady
}

declare const timeline: unique symbol

/**
 * A moment on the timeline of waiting. It goes on where the last process left it, at the pace of `mono`, and never jumps;
 * so it is no time of day. In the store a number of milliseconds; here opaque, so that it cannot be mixed up with one.
 */
export interface Steady {
  readonly [timeline]: never
}

/** One moment on both timelines. */
export interface Moment {
  now: Date
  steady: Steady
}

export function momentOf(clock: SteadyClock): Moment {
  return { now: clock.now(), steady: clock.steady() }
}

export const systemClock: Clock = {
  now: () => new Date(),
  mono: () => Number(process.hrtime.bigint()) / 1e6,
}

export function steadyAt(ms: number): Steady {
  return Math.round(ms) as unknown as Steady
}

/** Before anything ever waited. */
export const longAgo: Steady = steadyAt(0)

/** Where on its timeline a moment is. */
export function steadyMs(moment: Steady): number {
  return moment as unknown as number
}

/** So much after a moment, or before it. */
export function later(moment: Steady, ms: number): Steady {
  return steadyAt(steadyMs(moment) + ms)
}

/** How long it is from one moment to another; negative when that is over. */
export function msBetween(from: Steady, to: Steady): number {
  return steadyMs(to) - steadyMs(from)
}

/** What the clock on the wall will show then, or showed, if nobody sets it meanwhile: the only way to tell it to people. */
export function wallTime(clock: SteadyClock, moment: Steady): Date {
  return new Date(clock.now().getTime() + msBetween(clock.steady(), moment))
}
