/** Time is passed in, so that a test can hold it. */
export interface Clock {
  /** Wall time, for people. */
  now(): Date
  /** Milliseconds that never jump, for leases and timers. */
  mono(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  mono: () => performance.now(),
}
