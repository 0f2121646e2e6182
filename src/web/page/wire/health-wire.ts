import type { AnyText } from '../../../messages/localized.ts'

// The state of the daemon and the results of its checks.

export interface Health {
  overview: WireOverview
  channels: HeardChannel[]
  /** Other processes and machines that run the models. Missing if they are off. */
  runners?: WireRunner[]
  store: WireStoreSize
  /** What takes up the disk; measured once a day. */
  sizes?: { at: number; parts: { what: AnyText; bytes: number }[] }
  /** Newest first. */
  log: WireLogLine[]
  /** The last or current check. */
  doctor?: Round
}

export interface HeardChannel {
  name: string
  /** False for channels that push their messages. */
  isAsking: boolean
  /** The last successful poll. Undefined before the first one. */
  heardAt?: number
}

/** `problem`: why it gets no work, or should be updated. */
export interface WireRunner {
  name: string
  says: AnyText
  problem?: AnyText
}

export interface WireStoreSize {
  databaseBytes: number
  logBytes: number
  files: { count: number; bytes: number }
  freeBytes: number
}

export type LogGrade = 'debug' | 'info' | 'warn' | 'error'

export interface WireLogLine {
  at: number
  level: LogGrade
  msg: string
  more: string
}

export interface Round {
  startedAt: number
  endedAt?: number
  findings: WireFinding[]
  /** Checks without a result yet. */
  waiting: AnyText[]
}

/** The problem and its solution, as a sentence of the daemon. */
export interface WireFinding {
  id: string
  what: AnyText
  verdict: 'ok' | 'note' | 'bad'
  says: AnyText
  /** Why it matters, and the next step. Only if something is wrong. */
  why?: AnyText
  step?: AnyText
}

export interface WireOverview {
  version: string
  pid: number
  startedAt: number
  brain: {
    name: string
    banner?: AnyText
    /** The model that answers instead. */
    standIn?: string
    /** Models that cannot be used now, the default first, with the time of the next attempt. */
    troubles: { name: string; sentence: AnyText; until: number }[]
  }
  tasks: {
    running: number
    maxRunning: number
    waiting: number
    waits: { reason: AnyText; count: number; until: number }[]
  }
  deliveries: { open: number; failed: number; drafts: number }
  /** Incoming messages that could not be read. */
  unread: { channel: string; count: number; last: number }[]
  /** Accounts that another Skein seems to use. */
  sharedAccounts: { channel: string; account: string; last: number }[]
  safeMode: boolean
  /** What is known about the crashes that led to safe mode. */
  crashes?: AnyText
  disk: 'ok' | 'low' | 'full'
  /** A recent jump of the machine's clock. */
  clockJump?: { at: number; byMs: number }
  /** The longest time in which one piece of work blocked all others. */
  worstStall?: { at: number; ms: number; work?: string }
  /** Missing without a library. */
  library?: { says: AnyText; problems: AnyText[] }
}
