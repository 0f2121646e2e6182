import type { Thread } from '../lists/conversations.ts'

export interface SeekDeps {
  list: HTMLElement
  readOlder: () => Promise<void>
  reached: (line: Element) => void
}

/** Pages that are read back to a line; what is older still is left to the reader. */
const mostPages = 40

/** Goes to one line of the open chat as soon as it is drawn, reading older ones until then. */
export function createSeek({ list, readOlder, reached }: SeekDeps) {
  let sought: number | undefined
  let pages = 0

  return {
    /** The line to go to; none when another chat is opened. */
    set(line: number | undefined): void {
      sought = line
      pages = 0
    },
    isOn: () => sought !== undefined,

    /** After each time the chat was drawn. */
    look(thread: Thread | undefined): void {
      if (sought === undefined || !thread) return
      const line = list.querySelector(`[data-line="${sought}"]`)
      const isOlder = thread.older && (thread.lines[0]?.id ?? 0) > sought
      if (!line && isOlder && pages++ < mostPages) return void readOlder()
      sought = undefined
      if (line) reached(line)
    },
  }
}
