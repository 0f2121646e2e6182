import type { AnyText } from '../../../messages/localized.ts'
// How the daemon is, as the page reads it. No imports, like wire.ts.

export interface Overview {
  version: string
  pid: number
  startedAt: number
  brain: {
    name: string
    banner?: string
    /** Who answers in its place. */
    standIn?: string
    /** Whoever can't be asked at the moment, the usual one first, and when it is tried again. */
    troubles: { name: string; sentence: AnyText; until: number }[]
  }
  tasks: {
    running: number
    maxRunning: number
    waiting: number
    waits: { reason: AnyText; count: number; until: number }[]
  }
  deliveries: { open: number; failed: number; drafts: number }
  /** What came and could not be read. */
  unread: { channel: string; count: number; last: number }[]
  /** Accounts that another Skein seems to use too. */
  sharedAccounts: { channel: string; account: string; last: number }[]
  safeMode: boolean
  disk: 'ok' | 'low' | 'full'
  /** Where the clock of the machine has jumped lately. */
  clockJump?: { at: number; byMs: number }
  /** The longest time in which one piece of work kept all others waiting. */
  worstStall?: { at: number; ms: number; work?: string }
}

/** What the models were asked in some time, and what it cost. */
export interface Span {
  calls: number
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  usd: number
  capUsd?: number
  byOrigin: Share[]
  byModel: Share[]
}

export interface Share {
  name: string
  calls: number
  usd: number
}
