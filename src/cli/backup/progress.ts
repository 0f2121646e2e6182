import type { Clock } from '../../lib/time/clock.ts'

const SHOW_AFTER_MS = 1000
const INTERVAL_MS = 200

export interface ProgressLine {
  /** The share that is done, from 0 to 1. */
  show(share: number): void
  /** Clears the line, so that the next output starts on its own. */
  end(): void
}

/** A progress line that overwrites itself. Work that takes less than a second shows none. */
export function createProgressLine(
  what: string,
  output: { write(text: string): unknown; isTTY?: boolean },
  clock: Pick<Clock, 'mono'>,
): ProgressLine {
  const startedAt = clock.mono()
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show(share) {
      const now = clock.mono()
      if (!output.isTTY || now - startedAt < SHOW_AFTER_MS || now - shownAt < INTERVAL_MS) return
      shownAt = now
      output.write(`\r${what} ${String(Math.floor(share * 100)).padStart(3)} % `)
    },
    end() {
      if (shownAt > Number.NEGATIVE_INFINITY) output.write('\r\u001b[K')
    },
  }
}
