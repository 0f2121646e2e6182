import type { CallFault } from '../../due-faults.ts'

/** What goes wrong with a call of the server. */
export type Fault =
  | CallFault
  /** 503 with a page of HTML from a proxy that has nobody behind it. */
  | 'unavailable-before'
  | 'unavailable-after'
  /** 429 from the server itself, in JSON, without Retry-After. */
  | 'throttled-before'
  /** 503 as maintenance mode answers. */
  | 'maintenance-before'
  /** 200 with the page of a network that wants somebody to sign in. */
  | 'portal-before'
  /** Sent on to another host. */
  | { redirect: string }
  /** Nothing happens for so long, and then what was asked for does, also when nobody waits for it any more. */
  | { stallMs: number }
