import { type ReadonlySignal, signal } from '@preact/signals'
import type { Api } from '../../../api.ts'
import type { FoundLine } from '../../../wire.ts'

/** What is looked for, and what was found; nothing was found yet while it is undefined. */
export interface Search {
  words: ReadonlySignal<string>
  found: ReadonlySignal<FoundLine[] | undefined>
  note: ReadonlySignal<string>
  type(words: string): void
  /** Looks at once, and says nothing of it: the words are known. */
  look(words: string): void
}

/** While somebody types they are not asked about every letter. */
const pauseMs = 200

export function createSearch(api: Pick<Api, 'search'>, looking: (words: string) => void): Search {
  const words = signal('')
  const found = signal<FoundLine[] | undefined>(undefined)
  const note = signal('')
  let asked = 0
  let pause: ReturnType<typeof setTimeout> | undefined

  async function find(): Promise<void> {
    const mine = ++asked
    const answer = await api.search(words.value.trim())
    // Something else is looked for by now.
    if (mine !== asked) return
    found.value = answer.status === 'ok' ? answer.value.lines : []
    note.value = answer.status === 'ok' ? summaryOf(answer.value.lines.length) : answer.error
  }

  function clear(): void {
    asked++
    found.value = undefined
    note.value = ''
  }

  return {
    words,
    found,
    note,
    type(given) {
      clearTimeout(pause)
      words.value = given
      const isNothing = given.trim() === ''
      if (isNothing) clear()
      pause = setTimeout(
        () => {
          looking(given.trim())
          if (!isNothing) void find()
        },
        isNothing ? 0 : pauseMs,
      )
    },
    look(given) {
      clearTimeout(pause)
      words.value = given
      void find()
    },
  }
}

function summaryOf(lines: number): string {
  if (lines === 0) return 'Nothing was found. Try other words, or fewer.'
  return lines === 1 ? 'One line' : `${lines} lines, the best first`
}
