type Stage = 'before' | 'after'

/** What goes wrong with a call. `before`: it never happened. `after`: it happened, and the answer is lost. */
export type Fault =
  /** The connection is reset. */
  | `reset-${Stage}`
  /** No byte of an answer, ever. */
  | `silence-${Stage}`
  /** 500 from the server itself, in XML. */
  | `error-${Stage}`
  /** 502 with a page of HTML from a proxy. */
  | `gateway-${Stage}`
  /** 503 from a proxy that has nobody behind it. */
  | `unavailable-${Stage}`
  /** 504 from a proxy that gave up waiting. */
  | `timeout-${Stage}`
  /** 429 from the server itself, in JSON, without Retry-After. */
  | 'throttled-before'
  /** 503 as maintenance mode answers. */
  | 'maintenance-before'
  /** 200 with something that is no JSON. */
  | 'malformed-after'
  /** 200 with a page of a sign-in portal. */
  | 'portal-before'
  /** Half of the answer, and then a reset. */
  | 'cut-after'
  /** Sent on to another host. */
  | { redirect: string }
  /** Answered, but so long later. */
  | { delayMs: number }
  /** Nothing happens for so long, and then what was asked for does. */
  | { stallMs: number }
