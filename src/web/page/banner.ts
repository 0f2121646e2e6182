import type { State } from './wire.ts'

/** What stands above every chat: that no model is asked, why, and when it is tried again. */
export function bannerOf({ banner, trouble }: State['brain'], now: number, clockOf: (ms: number) => string): string {
  if (!trouble) return banner ?? ''
  const next =
    trouble.until > now ? `It is tried again at ${clockOf(trouble.until)}.` : 'The next message tries it again.'
  return `${trouble.sentence} ${next}`
}
