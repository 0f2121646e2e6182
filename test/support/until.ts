import { vi } from 'vitest'

/**
 * Until what is looked at holds: the look throws, or an `expect` in it fails, for as long as it does not. The limit is none
 * of time, it only ends what would never hold. `expect.poll` waits as long by itself (vitest.config.ts). A look that costs
 * something, such as one into a mailbox, is taken less often.
 */
export function until<T>(look: () => T | Promise<T>, interval = 20): Promise<T> {
  return vi.waitFor(look, { timeout: 60_000, interval })
}
