import type { Clock } from '../lib/time/clock.ts'

export type ImportProgress = ReturnType<typeof createImportProgress>

const EVERY_MS = 200

/** How far an import is, as a share of its file, in one line that is written over. */
export function createImportProgress(output: { write(text: string): unknown }, bytes: number, clock: Clock) {
  let shownAt = Number.NEGATIVE_INFINITY
  let isShown = false
  return {
    show(lines: number, bytesRead: number) {
      const now = clock.now().getTime()
      if (now - shownAt < EVERY_MS) return
      shownAt = now
      isShown = true
      const share = bytes === 0 ? 100 : Math.min(100, Math.floor((100 * bytesRead) / bytes))
      output.write(`\r${String(share).padStart(3)} % of the file, ${lines.toLocaleString('en')} lines `)
    },
    /** What is said next stands on a line of its own. */
    end() {
      if (isShown) output.write('\r\u001b[K')
    },
  }
}
