import { readFileSync } from 'node:fs'

/** What some work cost this thread. */
export interface Watched<T> {
  value: T
  /** Milliseconds of processor time, all in all, of the whole process. */
  total: number
  /** The longest stretch in which nothing else could run. */
  longest: number
}

/** In processor time, not by the clock on the wall: a busy machine does not make it longer. */
export async function watchLoop<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const began = process.cpuUsage()
  let last = threadMs()
  let longest = 0
  let isDone = false
  const look = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const turn = () => {
    look()
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    const value = await work()
    look()
    const { user, system } = process.cpuUsage(began)
    return { value, longest, total: (user + system) / 1000 }
  } finally {
    isDone = true
  }
}

/** As Linux counts it for the thread that asks, by its own ticks; elsewhere the whole process is the next best. */
function threadMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}
