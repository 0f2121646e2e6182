import { truncate } from './text.ts'

/** Whatever it is, on one short line: for what a person reads of what a model wrote. */
export function quoted(value: unknown): string {
  return truncate(JSON.stringify(value) ?? 'nothing', 80)
}
