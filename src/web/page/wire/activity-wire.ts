import type { AnyText } from '../../../messages/localized.ts'
// Activity in all chats.
import type { Block } from './wire.ts'

export interface Activity {
  /** Open questions. */
  questions: AskedQuestion[]
  tasks: ActiveTask[]
  /** All running and waiting tasks. Only some are listed. */
  live: number
  /** Failed requests. */
  failed: ActiveTask[]
  /** There are more failures than are listed. */
  olderFailed: boolean
  /** Pending deliveries and drafts. */
  deliveries: ActiveDelivery[]
  undelivered: ActiveDelivery[]
  notices: NoticePage & { unread: number }
  /** The result of the last action. */
  said?: string
}

/** A page of notices, newest first. */
export interface NoticePage {
  list: Notice[]
  older: boolean
}

interface Placed {
  chat: string
  /** The title of the chat. */
  place: string
}

export interface AskedQuestion extends Placed {
  id: number
  person: string
  /** The action that would be taken. */
  effect: Block[]
  answers: { label: string; said: QuestionAnswer }[]
  until: number
  /** The line with the question. */
  line?: number
}

export type QuestionAnswer = 'yes' | 'no' | 'always'

export interface ActiveTask extends Placed {
  id: number
  generation: number
  kind: string
  state: string
  title: string
  person: string
  reason?: AnyText
  since: number
  /** The time of the next attempt. */
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
  /** The delivered line. */
  line: number
  /** The task that can be retried. */
  task?: { id: number; generation: number }
}

export interface Notice {
  id: number
  at: number
  text: Block[]
  isNew: boolean
}

/** The number of items that need attention. */
export interface News {
  count: number
}
