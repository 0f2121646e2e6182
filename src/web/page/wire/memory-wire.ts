import type { FactKind, FactScope, FactWriter } from '../../../domain/fact.ts'
import type { QualityReport } from '../../../domain/fact-service.ts'
import type { WireBlock } from './wire.ts'

// Summaries of older messages.

export interface Memory {
  /** Current summaries, newest first. */
  summaries: MemorySummary[]
  isMore: boolean
}

export interface MemorySummary {
  id: number
  chat: string
  chatTitle: string
  /** A summary of a whole lane, or of one conversation. */
  of: 'thread' | 'conversation'
  /** The original text. */
  text: string
  /** The current text to show. For a hidden summary, the original. */
  blocks: WireBlock[]
  made: 'model' | 'extract'
  fromAt: number
  toAt: number
  messages: number
  madeAt: number
  /** The owner's version. Empty if they hid the summary. */
  correction?: { text: string; at: number }
}

export interface SourceLines {
  lines: { id: number; at: number; name: string; isOurs: boolean; text: string }[]
  isMore: boolean
}

// Remembered facts.

export interface FactList {
  /** Newest first. */
  facts: WireFact[]
  isMore: boolean
  /** Everybody whom a fact is about or who told one. */
  people: { id: number; name: string }[]
}

export interface WireFact {
  id: number
  statement: string
  kind: FactKind
  about?: string
  toldBy: string
  at: number
  scope: FactScope
  /** The chat to which it belongs. */
  chatTitle?: string
  count: number
  validUntil?: number
  replacedBy?: number
  writtenBy: FactWriter
  shownCount: number
  canUndo: boolean
}

export interface FactDetail {
  /** The message in which it was said last. */
  source?: FactSource & { chat: string }
  /** What it replaced, newest first. */
  older: FactVersion[]
  /** What is deleted if the messages in which it was said are deleted too. */
  withMessages: { facts: FactVersion[]; messages: FactSource[] }
}

export interface FactSource {
  line: number
  name: string
  at: number
  text: string
}

export interface FactVersion {
  id: number
  statement: string
  at: number
}

export type FactQuality = QualityReport
