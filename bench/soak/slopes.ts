/** What is measured after every so many messages. */
export interface Sample {
  messages: number
  rssMb: number
  /** What is in use after a collection. */
  heapMb: number
  descriptors: number
  /** The daemon and everything that it started. */
  processes: number
  storeMb: number
  walMb: number
  logMb: number
  /** Processor time of the daemon, over the messages since the sample before. */
  costPerMessageMs: number
  promptTokens: number
}

export type Quantity = Exclude<keyof Sample, 'messages'>

/** How a quantity changes per 1,000 messages. */
export interface Slope {
  perThousand: number
  /** Of the same, by how far the samples are from the line. */
  error: number
}

/**
 * The most that a quantity may grow per 1,000 messages: so much, or so much of its usual value. The store and the log
 * keep what was said, so they grow; the bounds only say by how much.
 */
const bounds: Record<Quantity, { most: number; share: number }> = {
  rssMb: { most: 1, share: 0 },
  heapMb: { most: 0.3, share: 0 },
  descriptors: { most: 0.5, share: 0 },
  processes: { most: 0.1, share: 0 },
  storeMb: { most: 60, share: 0 },
  walMb: { most: 0.5, share: 0 },
  logMb: { most: 3, share: 0 },
  costPerMessageMs: { most: 0, share: 0.02 },
  promptTokens: { most: 0, share: 0.03 },
}

export const quantities = Object.keys(bounds) as Quantity[]

/** By least squares; undefined for fewer than three samples, which any line meets. */
export function slopeOf(samples: Sample[], quantity: Quantity): Slope | undefined {
  const xs = samples.map(({ messages }) => messages / 1000)
  const ys = samples.map((sample) => sample[quantity])
  const [x, y] = [mean(xs), mean(ys)]
  const spread = sum(xs.map((value) => (value - x) ** 2))
  if (samples.length < 3 || spread === 0) return undefined
  const perThousand = sum(xs.map((value, at) => (value - x) * ((ys[at] ?? 0) - y))) / spread
  const misses = ys.map((value, at) => value - y - perThousand * ((xs[at] ?? 0) - x))
  const error = Math.sqrt(sum(misses.map((miss) => miss ** 2)) / (samples.length - 2) / spread)
  return { perThousand, error }
}

export function slopesOf(samples: Sample[]): Partial<Record<Quantity, Slope>> {
  return Object.fromEntries(
    quantities.flatMap((name) => {
      const slope = slopeOf(samples, name)
      return slope ? [[name, slope]] : []
    }),
  )
}

/** Grows by more than its bound, and by so much that chance does not explain it: two standard errors beyond. */
export function isLeak(quantity: Quantity, { perThousand, error }: Slope, samples: Sample[]): boolean {
  return perThousand - 2 * error > boundOf(quantity, samples)
}

export function boundOf(quantity: Quantity, samples: Sample[]): number {
  const { most, share } = bounds[quantity]
  return most + share * mean(samples.map((sample) => sample[quantity]))
}

function mean(values: number[]): number {
  return sum(values) / values.length
}

function sum(values: number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
