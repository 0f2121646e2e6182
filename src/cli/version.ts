import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** From package.json, the one place that knows it. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
