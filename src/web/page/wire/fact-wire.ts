import type { FactKind, FactScope, FactWriter } from '../../../domain/fact.ts'
import type { QualityReport } from '../../../domain/fact-service.ts'

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
  source?: { chat: string; line: number; name: string; at: number; text: string }
  /** What it replaced, newest first. */
  older: { id: number; statement: string; at: number }[]
}

export type FactQuality = QualityReport
