import type { Block } from './wire.ts'

// What is remembered in place of what was said.

export interface Memory {
  /** Those that stand for lines now, the newest first. */
  summaries: Summary[]
  isMore: boolean
}

export interface Summary {
  id: number
  chat: string
  chatTitle: string
  /** All of a thread so far, or one conversation of it. */
  of: 'thread' | 'conversation'
  /** As it was made. */
  text: string
  /** What stands there now, to be drawn; of one that is hidden, what stood there. */
  blocks: Block[]
  made: 'model' | 'extract'
  fromAt: number
  toAt: number
  messages: number
  madeAt: number
  /** What the owner says instead; nothing where they hid it. */
  correction?: { text: string; at: number }
}

export interface SourceLines {
  lines: { id: number; at: number; name: string; isOurs: boolean; text: string }[]
  isMore: boolean
}
