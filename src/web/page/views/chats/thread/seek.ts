import type { Line } from '../../../wire/wire.ts'
import type { Thread } from '../lists/conversations.ts'

export interface SeekDeps<Drawn> {
  find: (line: number) => Drawn | null
  /** It is here, and not drawn: draws it. */
  draw: (line: Line) => void
  /** It is not here: reads what is around it. */
  read: (line: number) => Promise<void>
  reached: (line: Drawn) => void
}

/** Goes to one line of the open chat as soon as it is drawn; one that is far away is read with what is around it. */
export function createSeek<Drawn>({ find, draw, read, reached }: SeekDeps<Drawn>) {
  let sought: number | undefined
  let asked: number | undefined
  let isGone = false

  async function readOnce(line: number): Promise<void> {
    asked = line
    await read(line)
    // The chat is drawn for other reasons too; only what was read and is not there then is gone.
    if (sought === line) isGone = true
  }

  return {
    /** The line to go to; none when another chat is opened. */
    set(line: number | undefined): void {
      sought = line
      asked = undefined
      isGone = false
    },

    /** After each time the chat was drawn. */
    look(thread: Thread | undefined): void {
      if (sought === undefined || !thread) return
      const drawn = find(sought)
      const known = thread.lines.find(({ id }) => id === sought)
      if (drawn) {
        sought = undefined
        reached(drawn)
      } else if (known) draw(known)
      else if (isGone) sought = undefined
      else if (asked !== sought) void readOnce(sought)
    },
  }
}
