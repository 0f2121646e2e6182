import type { Line } from '../../../wire.ts'
import type { Thread } from '../lists/conversations.ts'

export interface SeekDeps {
  find: (line: number) => Element | null
  /** It is here, and not drawn: draws it. */
  draw: (line: Line) => void
  readOlder: () => Promise<void>
  reached: (line: Element) => void
}

/** Pages that are read back to a line; what is older still is left to the reader. */
const mostPages = 40

/** Goes to one line of the open chat as soon as it is drawn, reading older ones until then. */
export function createSeek({ find, draw, readOlder, reached }: SeekDeps) {
  let sought: number | undefined
  let pages = 0

  return {
    /** The line to go to; none when another chat is opened. */
    set(line: number | undefined): void {
      sought = line
      pages = 0
    },

    /** After each time the chat was drawn. */
    look(thread: Thread | undefined): void {
      if (sought === undefined || !thread) return
      const drawn = find(sought)
      const known = thread.lines.find(({ id }) => id === sought)
      if (!drawn && known) return draw(known)
      const isOlder = thread.older && (thread.lines[0]?.id ?? 0) > sought
      if (!drawn && isOlder && pages++ < mostPages) return void readOlder()
      sought = undefined
      if (drawn) reached(drawn)
    },
  }
}
