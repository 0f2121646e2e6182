import type { ChatView } from './chat-view.ts'

/** Where somebody types and reads. */
export interface Desk {
  view: ChatView
  lines: AsyncIterator<string>
  /** They will type no more: what cannot be said now is not tried again. */
  left: AbortSignal
  /** Shows that it is their turn. */
  invite(): void
  /** What was said in this chat before, for the arrow up. */
  remember(said: string[]): void
  /** Ctrl-C that clears nothing; true when there was something to stop. */
  onInterrupt(stop: () => boolean): void
  close(): void
}
