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
