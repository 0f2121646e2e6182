import type { Clock } from '../../lib/time/clock.ts'
import { type CliProcess, stopGraceMs } from './process.ts'

/** When idle processes are ended. A busy process is never ended. */
export interface Keep {
  idleMs: number
  count: number
  /** The limit for all processes together. One uses about 150 MB. */
  rssBytes: number
}

export const defaultKeep: Keep = { idleMs: 600_000, count: 4, rssBytes: 1_000_000_000 }

/** The processes that stay alive between turns, at most one per session, and which sessions are in use. */
export interface LiveProcesses {
  /** Reserves the session until it is released. Returns false if it is in use. */
  claim(session: string): boolean
  /** The process of a reserved session if it is usable. Otherwise waits until the process has ended completely. */
  find(session: string): Promise<CliProcess | undefined>
  /** Adds the process of a reserved session that has none. */
  add(session: string, process: CliProcess): void
  release(session: string): void
  /** Ends the process of the session, now or after its present turn. Resolves when it has ended completely. */
  forget(session: string): Promise<void>
  close(): Promise<void>
}

export interface LiveProcessesDeps {
  keep: Keep
  clock: Clock
  /** Resident bytes by mark. */
  sizes: () => Map<string, number>
}

export function createLiveProcesses({ keep, clock, sizes }: LiveProcessesDeps): LiveProcesses {
  // In the order of last use, least recent first.
  const kept = new Map<string, { process: CliProcess; usedAt: number }>()
  const claimed = new Set<string>()
  const unwanted = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function sweep(): void {
    clearTimeout(timer)
    const usable = [...kept].filter(([, { process }]) => process.usable())
    const idle = usable.filter(([session]) => !claimed.has(session))
    const now = clock.mono()
    const size = idle.length > 0 ? sizes() : new Map<string, number>()
    let bytes = usable.reduce((sum, [, { process }]) => sum + (size.get(process.mark) ?? 0), 0)
    let count = usable.length
    for (const [, { process, usedAt }] of idle) {
      const leftMs = usedAt + keep.idleMs - now
      if (leftMs > 0 && count <= keep.count && bytes <= keep.rssBytes) {
        // The others were used later, so nothing changes for them before this one expires.
        timer = setTimeout(sweep, leftMs).unref()
        return
      }
      void process.end(stopGraceMs)
      count -= 1
      bytes -= size.get(process.mark) ?? 0
    }
  }

  return {
    claim(session) {
      if (claimed.has(session)) return false
      claimed.add(session)
      return true
    },
    async find(session) {
      const process = kept.get(session)?.process
      if (process?.usable()) return process
      await process?.gone
      return undefined
    },
    add(session, process) {
      kept.set(session, { process, usedAt: clock.mono() })
      const remove = () => {
        if (kept.get(session)?.process === process) kept.delete(session)
      }
      process.gone.then(remove, remove)
      sweep()
    },
    release(session) {
      claimed.delete(session)
      const entry = kept.get(session)
      if (entry) {
        kept.delete(session)
        kept.set(session, { process: entry.process, usedAt: clock.mono() })
      }
      if (unwanted.delete(session)) void entry?.process.end(stopGraceMs)
      sweep()
    },
    async forget(session) {
      const process = kept.get(session)?.process
      if (claimed.has(session)) unwanted.add(session)
      else void process?.end(stopGraceMs)
      await process?.gone
    },
    async close() {
      clearTimeout(timer)
      const all = [...kept.values()].map(({ process }) => process)
      for (const process of all) void process.end(stopGraceMs)
      await Promise.allSettled(all.map((process) => process.gone))
    },
  }
}
