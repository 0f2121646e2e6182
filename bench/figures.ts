export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** Milliseconds that the work takes. */
export function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** One line of the report. */
export function print(what: string, figures: string): void {
  console.log(`  ${what.padEnd(44)} ${figures}`)
}

/** A figure beside what it should be. */
export function judge(what: string, figures: string, goal: { says: string; met: boolean }): void {
  print(what, `${figures}   (goal: ${goal.says}; ${goal.met ? 'met' : 'MISSED'})`)
}

/** The usual case, the slowest one in a hundred, and how far the middle half lies apart: the noise of the machine. */
export function describeMs(values: number[]): string {
  const noise = (quantile(values, 0.75) - quantile(values, 0.25)) / median(values)
  return `p50 ${ms(median(values))}, p99 ${ms(quantile(values, 0.99))}${noise > 0.5 ? ` (noisy: middle half ${percent(noise)} apart)` : ''}`
}

/** For work that must be quick every time: the usual case, and the slowest one in twenty. */
export function describeTimes(values: number[]): string {
  return `p50 ${ms(median(values))}, p95 ${ms(quantile(values, 0.95))}`
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`
}

export function times(value: number): string {
  return `${value.toFixed(2)} times`
}

/** The value below which the given share of the values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function percent(value: number): string {
  return `${Math.round(value * 100)} %`
}
