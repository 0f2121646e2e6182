import { readFileSync } from 'node:fs'
import { installed } from '../lib/folders.ts'

/** From package.json, the one place that knows it. */
export function version(): string {
  return (JSON.parse(readFileSync(installed('package.json'), 'utf8')) as { version: string }).version
}
