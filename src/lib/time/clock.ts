import { readFileSync } from 'node:fs'

/** Time is passed in, so that a test can control it. */
export interface Clock {
  /** Wall time: for people and for times of day. It may jump in either direction. */
  now(): Date
  /**
   * Milliseconds that never jump and are the same for all processes since the machine started: for leases and timers.
   */
  mono(): number
}

/** A clock with a third timeline, for everything that waits in the store. */
export interface SteadyClock extends Clock {
  steady(): Steady
}

declare const timeline: unique symbol

/**
 * A moment on the steady timeline, which continues where the last process stopped, at the pace of `mono`, and never
 * jumps. It is not a time of day. The store holds it as milliseconds; the type is opaque, so that the two cannot be
 * confused.
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

/** The position of a moment in milliseconds. */
export function steadyMs(moment: Steady): number {
  return moment as unknown as number
}

/** A moment this much later, or earlier if negative. */
export function later(moment: Steady, ms: number): Steady {
  return steadyAt(steadyMs(moment) + ms)
}

/** The time from one moment to another; negative if the second is earlier. */
export function msBetween(from: Steady, to: Steady): number {
  return steadyMs(to) - steadyMs(from)
}

/** The wall time of a moment, if nobody changes the clock meanwhile; used to show it to people. */
export function wallTime(clock: SteadyClock, moment: Steady): Date {
  return new Date(clock.now().getTime() + msBetween(clock.steady(), moment))
}

/** The readings of all clocks at one moment, in milliseconds. */
export interface Anchor {
  steady: number
  wall: number
  mono: number
  /** The boot that `mono` counts from; undefined if unknown. */
  boot?: string | undefined
}

/** How often an anchor is written at least, and so how much time may be lost in a power cut. */
export const ANCHOR_EVERY_MS = 60_000
/** A machine may be off for a holiday. A longer gap on the wall clock is not believed. */
const MAX_OFF_MS = 30 * 86_400_000

/**
 * The present position of the timeline. Within one boot the difference is exact, whatever happened to the wall clock.
 * Across two boots only the wall clock can tell, if it is plausible. At least the interval of an anchor has passed, so
 * that nothing becomes due twice.
 */
export function continueFrom(anchor: Anchor, current: Omit<Anchor, 'steady'>): { steady: Steady; jumpMs: number } {
  const wallMs = current.wall - anchor.wall
  const monoMs = current.mono - anchor.mono
  if (current.boot !== undefined && current.boot === anchor.boot && monoMs >= 0)
    return { steady: steadyAt(anchor.steady + monoMs), jumpMs: wallMs - monoMs }
  const isPlausible = wallMs >= 0 && wallMs <= MAX_OFF_MS
  const passedMs = Math.max(ANCHOR_EVERY_MS, isPlausible ? wallMs : 0)
  return { steady: steadyAt(anchor.steady + passedMs), jumpMs: isPlausible ? 0 : wallMs }
}

/** Starts from the given moment; without one, from the wall clock, for a new store. */
export function createSteadyClock(clock: Clock, start = steadyAt(clock.now().getTime())): SteadyClock {
  const origin = steadyMs(start) - clock.mono()
  return { ...clock, steady: () => steadyAt(origin + clock.mono()) }
}

/** Identifies this boot of the machine; undefined if the system has no id for it. */
export function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
