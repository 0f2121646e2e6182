import type { Rule } from '../language.ts'
import { clock, doubt } from '../piece.ts'

/** "tomorrow 9" ends with a time; "tomorrow 9 eggs" and "tomorrow at 930" may not. */
export const BARE_HOUR: Rule[] = [
  { pattern: '(?<h>\\d{1,2})(?=$|[,;:!?]|\\.$)', follows: true, read: (f) => clock(f.number('h')) },
  {
    pattern: '(?:\\d{1,2}|(?:(?:at|um|a|a las) )?\\d{3,4})(?=$|[ .,;:!?])',
    follows: true,
    read: () => doubt('number'),
  },
]
