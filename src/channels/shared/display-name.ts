import { truncate } from '../../lib/text/text.ts'

/** Turns a name into one line of readable length. */
export function tidyName(name: string): string {
  return truncate(
    name
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
    64,
  )
}
