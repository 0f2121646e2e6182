import type { UpdateDeps } from '../../app/update/update.ts'

const SHOW_AFTER_MS = 1000
const INTERVAL_MS = 500

interface Output {
  write(text: string): unknown
  isTTY?: boolean
}

/**
 * Says what is being done and, on a terminal, for how long already: nobody knows how long npm, a compiler or the upgrade
 * of a large store will take. Without an output it says nothing.
 */
export function createWaitLine(output: Output | undefined): Pick<UpdateDeps, 'perform'> {
  return {
    async perform(what, work) {
      if (!output) return await work()
      if (!output.isTTY) {
        output.write(`${what} …\n`)
        return await work()
      }
      output.write(`${what} …`)
      const startedAt = performance.now()
      const seconds = () => Math.round((performance.now() - startedAt) / 1000)
      const timer = setInterval(() => {
        if (performance.now() - startedAt >= SHOW_AFTER_MS) output.write(`\r${what} … ${seconds()} s`)
      }, INTERVAL_MS)
      try {
        const result = await work()
        output.write(`\r\u001b[K✓ ${what}${seconds() > 0 ? ` (${seconds()} s)` : ''}\n`)
        return result
      } catch (error) {
        output.write(`\r\u001b[K✗ ${what}\n`)
        throw error
      } finally {
        clearInterval(timer)
      }
    },
  }
}
