import type { AnyText } from '../../../messages/localized.ts'
// Activity in all chats.
import type { WireRunner } from './health-wire.ts'
import type { WireBlock } from './wire.ts'

export interface WireActivity {
  /** Open questions. */
  questions: WireQuestion[]
  /** Changes of profiles and skills that a model proposed, newest first. */
  proposals: WireProposal[]
  tasks: WireTask[]
  /** All running and waiting tasks. Only some are listed. */
  liveCount: number
  /** Where the models run. Missing if that is here. */
  runners?: WireRunner[]
  /** Failed requests. */
  failed: WireTask[]
  /** There are more failures than are listed. */
  hasOlderFailed: boolean
  /** Pending deliveries and drafts. */
  deliveries: WireDelivery[]
  undelivered: WireDelivery[]
  notices: WireNoticePage & { unread: number }
  /** The result of the last action. */
  said?: string
}

/** A page of notices, newest first. */
export interface WireNoticePage {
  list: Notice[]
  hasOlder: boolean
}

interface InChat {
  chat: string
  /** The title of the chat. */
  place: string
}

export interface WireQuestion extends InChat {
  id: number
  person: string
  /** The action that would be taken. */
  effect: WireBlock[]
  answers: { label: string; said: QuestionAnswer }[]
  until: number
  /** The line with the question. */
  line?: number
}

export interface WireProposal {
  id: number
  /** The file and section, or the skill. */
  target: string
  person: string
  at: number
  /** Without its words, which are private to the person. */
  isPrivate: boolean
  reason: string
  changes: WireChange[]
  /** The text was changed since, so it cannot be accepted. */
  isOutdated: boolean
  source?: { chat: string; line: number; name: string; text: string }
}

export interface WireChange {
  kind: 'added' | 'removed'
  text: string
}

export type ProposalDecision = 'accept' | 'decline' | 'undo'

export type QuestionAnswer = 'yes' | 'no' | 'always'

export interface WireTask extends InChat {
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

export interface WireDelivery extends InChat {
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
  text: WireBlock[]
  isNew: boolean
}

/** The number of items that need attention. */
export interface News {
  count: number
}
