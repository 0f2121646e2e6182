import type { ResponseParameters } from '@grammyjs/types'
import type { CallFault } from '../../due-faults.ts'

/** What goes wrong with a call of the Bot API. */
export type Fault =
  | CallFault
  /** Answered a byte at a time. */
  | { dripMs: number }
  /** Refused with these words. */
  | { refuse: number; description: string; parameters?: ResponseParameters }
