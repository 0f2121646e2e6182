import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** As the kernel counts them, whatever its own clock does. */
const TICKS_PER_SECOND = 100

/** Processor time of a process, in user and kernel mode together. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, kernel = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + kernel) / TICKS_PER_SECOND
}

/** This process and those that it starts from now on use two cores, also on a larger machine. */
export function useTwoCores(): boolean {
  return spawnSync('taskset', ['-a', '-c', '-p', '0,1', String(process.pid)]).status === 0
}

/** How busy the machine is, with everything that runs on it. */
export function describeLoad(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')
}
