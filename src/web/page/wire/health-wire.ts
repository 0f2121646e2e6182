import type { Overview } from './overview-wire.ts'

// How the daemon is, and what was found when everything was looked at.

export interface Health {
  overview: Overview
  channels: HeardChannel[]
  store: StoreSize
  /** The newest first. */
  log: LogLine[]
  /** The last time that everything was looked at, also while that is under way. */
  doctor?: Round
}

export interface HeardChannel {
  name: string
  /** False for one that is told instead of asking. */
  isAsking: boolean
  /** When it had last been told everything; undefined before the first time. */
  heardAt?: number
}

export interface StoreSize {
  databaseBytes: number
  logBytes: number
  files: { count: number; bytes: number }
  freeBytes: number
}

export type LogGrade = 'debug' | 'info' | 'warn' | 'error'

export interface LogLine {
  at: number
  level: LogGrade
  msg: string
  more: string
}

export interface Round {
  startedAt: number
  endedAt?: number
  findings: Finding[]
  /** What nothing is known of yet. */
  waiting: string[]
}

/** What is wrong and what to do about it, in a sentence of the daemon. */
export interface Finding {
  what: string
  verdict: 'ok' | 'note' | 'bad'
  says: string
}
