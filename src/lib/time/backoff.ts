/**
 * How long to wait after so many failures in a row: one second, then twice as long each time, up to a limit. With a
 * `random` in [0, 1) the wait is up to half as short, so that many who failed together do not come back together.
 */
export function backoffMs(
  failures: number,
  { maxSeconds, second = 1000, random = 1 }: { maxSeconds: number; second?: number; random?: number },
): number {
  const doubled = 2 ** Math.min(Math.max(0, failures - 1), 20)
  return Math.min(maxSeconds, doubled) * second * (0.5 + random / 2)
}
