import type { AnyText } from '../../../messages/localized.ts'
import type { WireBlock } from './wire.ts'

// Scheduled jobs, their runs and the briefings.

/** A scheduled job. */
export interface WireJob {
  id: number
  kind: 'reminder' | 'scheduled' | 'briefing' | 'heartbeat'
  name: string
  text: string
  /** Defined in the configuration file and changed only there. */
  isFromConfig: boolean
  state: 'active' | 'paused' | 'disabled' | 'done' | 'removed'
  /** The schedule in words. */
  when: string
  next?: number
  person: string
  destinations: string[]
  /** A reminder that was sent and is not done yet. */
  isOpen: boolean
}

export interface WireJobHistory {
  coming: number[]
  /** A page of runs, newest first. */
  runs: JobRun[]
  older: boolean
}

export interface JobRun {
  id: number
  at: number
  state: 'queued' | 'held' | 'delivered' | 'silent' | 'failed' | 'cancelled' | 'missed' | 'skipped'
  reason?: AnyText
  /** The output. */
  result?: WireBlock[]
}

/** Newest first. */
export interface Briefings {
  briefings: (JobRun & { name: string })[]
  older: boolean
}

/** All jobs, and the one that was just changed. */
export interface JobList {
  jobs: WireJob[]
  changed?: WireJob
}
