import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { installed } from '../lib/installation.ts'

/** From package.json, the one place that knows it. */
export function version(): string {
  const text = readFileSync(installed('package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
