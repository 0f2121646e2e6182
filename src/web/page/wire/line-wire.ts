// What became of a line, and what it is a part of. No imports, like wire.ts.

/** The first line of a chat from a time on; left out where nothing was said since. */
export interface LineSince {
  line?: number
}

export interface LineStory {
  /** Who speaks, where that has to be said: left out of the owner's own lines where nobody else speaks, and of ours. */
  speaker?: 'owner' | 'other'
  conversation?: number
  /** The thread inside the chat; left out of what stands in none. */
  lane?: { kind: 'topic' | 'reply'; name: string }
  /** When it was taken back, and where. */
  deleted?: { at: number; channel: string }
  /** What it said before, oldest first. */
  earlier?: { text: string; at: number }[]
  /** The line that holds what it says now. */
  later?: number
  /** Something secret stood in it, and does not any more. */
  holdsSecret?: true
}
