import type { Clock } from '../../lib/time/clock.ts'
import { type CliProcess, stopGraceMs } from './process.ts'

/** When idle processes are ended. A busy process is never ended. */
export interface IdleLimits {
  idleMs: number
  maxProcesses: number
  /** The limit for all processes together. One uses about 150 MB. */
  maxRssBytes: number
}

export const defaultIdleLimits: IdleLimits = { idleMs: 600_000, maxProcesses: 4, maxRssBytes: 1_000_000_000 }

/** The processes that stay alive between turns, at most one per session, and which sessions are in use. */
export interface LiveProcesses {
  /** Reserves the session until it is released. Returns false if it is in use. */
  reserve(session: string): boolean
  /** The process of a reserved session if it is usable. Otherwise waits until the process has ended completely. */
  find(session: string): Promise<CliProcess | undefined>
  /** Adds the process of a reserved session that has none. */
  add(session: string, process: CliProcess): void
  release(session: string): void
  /** Ends the process of the session, now or after its current turn. Resolves when it has ended completely. */
  forget(session: string): Promise<void>
  close(): Promise<void>
}

export interface LiveProcessesDeps {
  limits: IdleLimits
  clock: Clock
  /** Resident bytes by mark. */
  sizes: () => Map<string, number>
}

export function createLiveProcesses({ limits, clock, sizes }: LiveProcessesDeps): LiveProcesses {
  // In the order of last use, least recent first.
  const processes = new Map<string, { process: CliProcess; usedAt: number }>()
  const reserved = new Set<string>()
  const toForget = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function sweep(): void {
    clearTimeout(timer)
    const usable = [...processes].filter(([, { process }]) => process.isUsable())
    const idle = usable.filter(([session]) => !reserved.has(session))
    const now = clock.mono()
    const size = idle.length > 0 ? sizes() : new Map<string, number>()
    let bytes = usable.reduce((sum, [, { process }]) => sum + (size.get(process.mark) ?? 0), 0)
    let count = usable.length
    for (const [, { process, usedAt }] of idle) {
      const leftMs = usedAt + limits.idleMs - now
      if (leftMs > 0 && count <= limits.maxProcesses && bytes <= limits.maxRssBytes) {
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
    reserve(session) {
      if (reserved.has(session)) return false
      reserved.add(session)
      return true
    },
    async find(session) {
      const process = processes.get(session)?.process
      if (process?.isUsable()) return process
      await process?.cleanup
      return undefined
    },
    add(session, process) {
      processes.set(session, { process, usedAt: clock.mono() })
      const remove = () => {
        if (processes.get(session)?.process === process) processes.delete(session)
      }
      process.cleanup.then(remove, remove)
      sweep()
    },
    release(session) {
      reserved.delete(session)
      const entry = processes.get(session)
      if (entry) {
        processes.delete(session)
        processes.set(session, { process: entry.process, usedAt: clock.mono() })
      }
      if (toForget.delete(session)) void entry?.process.end(stopGraceMs)
      sweep()
    },
    async forget(session) {
      const process = processes.get(session)?.process
      if (reserved.has(session)) toForget.add(session)
      else void process?.end(stopGraceMs)
      await process?.cleanup
    },
    async close() {
      clearTimeout(timer)
      const all = [...processes.values()].map(({ process }) => process)
      for (const process of all) void process.end(stopGraceMs)
      await Promise.allSettled(all.map((process) => process.cleanup))
    },
  }
}
