import type { Rule } from '../language.ts'
import { clock, doubt } from '../piece.ts'

/** "tomorrow 9" ends with a time; "tomorrow 9 eggs" may not. */
export const BARE_HOUR: Rule[] = [
  { pattern: '(?<h>\\d{1,2})(?=$|[,;:!?.])', follows: true, read: (f) => clock(f.number('h')) },
  { pattern: '\\d{1,2}(?= )', follows: true, read: () => doubt('number') },
]
