import { quantile } from './figures.ts'

/** Work that is always the same, beside what is measured: a slow minute of the machine shows in both. */
export interface Calibration {
  /** Does the work once, and notes how long it took. */
  run(): void
  /** What the usual run takes, in milliseconds. */
  usual(): number
}

const NUMBERS = 20_000
const LOOKUPS = 40_000

/** Sorting and looking up, as most of what is measured is: about as long as one question takes. */
export function createCalibration(): Calibration {
  const took: number[] = []
  return {
    run() {
      const began = performance.now()
      work()
      took.push(performance.now() - began)
    },
    usual: () => quantile(took, 0.5),
  }
}

function work(): number {
  const numbers = Array.from({ length: NUMBERS }, (_, n) => (Math.imul(n + 1, 2_654_435_761) >>> 0) % 1_000_003)
  const known = new Map(numbers.map((number, at) => [`word ${number}`, at]))
  numbers.sort((a, b) => a - b)
  let found = 0
  for (let n = 0; n < LOOKUPS; n++) found += known.get(`word ${numbers[n % NUMBERS]}`) ?? 0
  return found
}
