import type { AnyText } from '../../../messages/localized.ts'
// What goes on in all chats, as the page reads it. No imports but of the page's own wire.
import type { Block } from './wire.ts'

export interface Activity {
  /** Which wait for an answer. */
  questions: AskedQuestion[]
  tasks: ActiveTask[]
  /** How many run or wait in all, of which only so many are listed. */
  live: number
  /** What somebody asked for and did not get. */
  failed: ActiveTask[]
  /** More failed, or was not delivered, than is listed. */
  olderFailed: boolean
  /** On their way, or in the drafts. */
  deliveries: ActiveDelivery[]
  undelivered: ActiveDelivery[]
  notices: Notices & { unread: number }
  /** What came of what was just done. */
  said?: string
}

/** Some of what the daemon told of itself, newest first. */
export interface Notices {
  list: Notice[]
  older: boolean
}

interface Placed {
  chat: string
  /** What that is called. */
  place: string
}

export interface AskedQuestion extends Placed {
  id: number
  person: string
  /** What would be done. */
  effect: Block[]
  answers: { label: string; said: Said }[]
  until: number
  /** The line that asks it. */
  line?: number
}

export type Said = 'yes' | 'no' | 'always'

export interface ActiveTask extends Placed {
  id: number
  generation: number
  kind: string
  state: string
  title: string
  person: string
  reason?: AnyText
  since: number
  /** When it is tried again. */
  until?: number
  usd: number
  doing?: { brain: string; steps: string[]; words: string }
  canStop: boolean
}

export interface ActiveDelivery extends Placed {
  id: number
  state: string
  attempt: number
  channel: string
  text: string
  error?: AnyText
  since: number
  until?: number
  /** The line it brings. */
  line: number
  /** What can be tried again for it. */
  task?: { id: number; generation: number }
}

export interface Notice {
  id: number
  at: number
  text: Block[]
  isNew: boolean
}

/** How much waits for a look. */
export interface News {
  count: number
}
