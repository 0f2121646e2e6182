import { withoutControls } from '../../../lib/markdown.ts'
import { truncate } from '../../../lib/text/text.ts'

const glimpseChars = 120

/** The beginning of a line, on one line. */
export function glimpse(text: string): string {
  return truncate(withoutControls(text).replaceAll(/\s+/g, ' ').trim(), glimpseChars)
}
