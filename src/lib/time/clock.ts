import { readFileSync } from 'node:fs'

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

/** What the clocks showed at one moment, and where the steady timeline was: all in milliseconds. */
export interface Anchor {
  steady: number
  wall: number
  mono: number
  /** Which start of the machine `mono` counts from; undefined where that cannot be told. */
  boot?: string | undefined
}

/** How often at least an anchor is written: so much may have passed after the last one before the power went. */
export const ANCHOR_EVERY_MS = 60_000
/** A machine may be off for a holiday. A clock that shows more is not believed. */
const LONGEST_OFF_MS = 30 * 86_400_000

/**
 * Where the timeline stands now. Within one start of the machine the difference is exact, whatever was done to the wall
 * clock. Across two only the wall clock can tell, as far as it is to be believed; never less than may have passed after
 * the anchor, so that nothing that was due is due again.
 */
export function goOnFrom(anchor: Anchor, is: Omit<Anchor, 'steady'>): { steady: Steady; jumpMs: number } {
  const wallMs = is.wall - anchor.wall
  const monoMs = is.mono - anchor.mono
  if (is.boot !== undefined && is.boot === anchor.boot && monoMs >= 0)
    return { steady: steadyAt(anchor.steady + monoMs), jumpMs: wallMs - monoMs }
  const isBelieved = wallMs >= 0 && wallMs <= LONGEST_OFF_MS
  const passedMs = Math.max(ANCHOR_EVERY_MS, isBelieved ? wallMs : 0)
  return { steady: steadyAt(anchor.steady + passedMs), jumpMs: isBelieved ? 0 : wallMs }
}

/** From the moment given; without one, from what the wall clock shows: the first day of a store. */
export function createSteadyClock(clock: Clock, start = steadyAt(clock.now().getTime())): SteadyClock {
  const origin = steadyMs(start) - clock.mono()
  return { ...clock, steady: () => steadyAt(origin + clock.mono()) }
}

/** Names this start of the machine; undefined where the system has no name for it. */
export function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
