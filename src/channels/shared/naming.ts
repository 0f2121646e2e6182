import { truncate } from '../../lib/text/text.ts'

/** One line of readable length, whatever somebody calls themselves. */
export function tidy(name: string): string {
  return truncate(
    name
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
    64,
  )
}
