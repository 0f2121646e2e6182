import type { Trouble } from './trouble.ts'

/** How long the service asks us to wait, as far as it says so anywhere. */
export function waitIn({ headers, text }: Pick<Trouble, 'headers' | 'text'>, now: Date): number | undefined {
  const exact = Number(headers['retry-after-ms'])
  if (exact > 0) return exact
  const after = headers['retry-after']
  if (after !== undefined) return secondsOrDate(after, now)
  const spoken = /try again in ((?:[\d.]+(?:ms|[hms]))+)/i.exec(text)
  if (spoken) return duration(spoken[1] ?? '')
  return longest([...exhausted(headers, now)])
}

function secondsOrDate(after: string, now: Date): number | undefined {
  const ms = /^[\d.]+$/.test(after.trim()) ? Number(after) * 1000 : new Date(after).getTime() - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

// "anthropic-ratelimit-requests-reset: 2026-…Z" and "x-ratelimit-reset-tokens: 6m0s" count where nothing remains.
function* exhausted(headers: Record<string, string>, now: Date): Generator<number | undefined> {
  for (const [name, value] of Object.entries(headers)) {
    const [, kind] = /^anthropic-ratelimit-(.+)-reset$/.exec(name) ?? /^x-ratelimit-reset-(\w+)$/.exec(name) ?? []
    if (kind === undefined) continue
    const remaining = headers[`anthropic-ratelimit-${kind}-remaining`] ?? headers[`x-ratelimit-remaining-${kind}`]
    if (Number(remaining ?? 0) <= 0) yield /^\d{4}-/.test(value) ? secondsOrDate(value, now) : duration(value)
  }
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** "6m0s", "7.66s", "20ms". */
function duration(text: string): number | undefined {
  const parts = [...text.matchAll(/(?<![\d.])([\d.]+)(ms|[hms])/g)]
  if (parts.length === 0) return undefined
  return Math.ceil(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ''] ?? 0), 0))
}

function longest(waits: (number | undefined)[]): number | undefined {
  const known = waits.filter((wait) => wait !== undefined)
  return known.length > 0 ? Math.max(...known) : undefined
}
