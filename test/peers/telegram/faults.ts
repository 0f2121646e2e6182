import type { ResponseParameters } from '@grammyjs/types'

type Stage = 'before' | 'after'

/** What goes wrong with a call. `before`: it never happened. `after`: it happened, and the answer is lost. */
export type Fault =
  /** The connection is reset. */
  | `reset-${Stage}`
  /** No byte of an answer, ever. */
  | `silence-${Stage}`
  /** 500 from the server itself. */
  | `error-${Stage}`
  /** 502 with a page of HTML from a proxy. */
  | `gateway-${Stage}`
  /** 504 with a page of HTML from a proxy that gave up waiting. */
  | `timeout-${Stage}`
  /** 200 with something that is no JSON. */
  | 'malformed-after'
  /** Half of the answer, and then a reset. */
  | 'cut-after'
  /** Answered, but so long later. */
  | { delayMs: number }
  /** Answered a byte at a time. */
  | { dripMs: number }
  /** Refused with these words. */
  | { refuse: number; description: string; parameters?: ResponseParameters }
