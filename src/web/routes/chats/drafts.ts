import type { ChatId } from '../../../domain/ids.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Block } from '../../page/wire/wire.ts'
import { toWireText } from '../wire-text.ts'

export interface DraftChange {
  chat: ChatId
  task: number
  from: number
  blocks: Block[]
}

export interface Drafts {
  put(draft: { chat: ChatId; task: number; text: string }): void
  end(task: number): void
  /** Every draft under way, whole: for a page that has just come. */
  whole(): DraftChange[]
  close(): void
}

interface Draft {
  chat: ChatId
  text: string
  blocks: Block[]
  printed: string[]
  /** Set while it is too early to tell the pages again. */
  pause: NodeJS.Timeout | undefined
  isBehind: boolean
}

/** About eight changes a second is as fast as anybody reads. */
const gapMs = 125

/** Turns whole drafts into changes of their last blocks, not more often than a page needs them. */
export function createDrafts(clock: Clock, tell: (change: DraftChange) => void): Drafts {
  const drafts = new Map<number, Draft>()

  function flush(task: number, draft: Draft): void {
    const startedAt = clock.mono()
    const blocks = toWireText(draft.text)
    const printed = blocks.map((block) => JSON.stringify(block))
    const differs = printed.findIndex((text, at) => text !== draft.printed[at])
    const from = differs === -1 ? printed.length : differs
    const isChanged = from < printed.length || printed.length < draft.printed.length
    Object.assign(draft, { blocks, printed, isBehind: false })
    if (isChanged) tell({ chat: draft.chat, task, from, blocks: blocks.slice(from) })
    // A text that is slow to parse is parsed less often, so that no draft can take more than a tenth of the daemon's time.
    draft.pause = setTimeout(
      () => {
        draft.pause = undefined
        if (draft.isBehind) flush(task, draft)
      },
      Math.max(gapMs, 10 * (clock.mono() - startedAt)),
    )
  }

  function end(task: number): void {
    clearTimeout(drafts.get(task)?.pause)
    drafts.delete(task)
  }

  return {
    put({ chat, task, text }) {
      const draft: Draft = drafts.get(task) ?? { chat, text, blocks: [], printed: [], pause: undefined, isBehind: true }
      drafts.set(task, draft)
      draft.text = text
      if (draft.pause) draft.isBehind = true
      else flush(task, draft)
    },
    end,
    whole: () => [...drafts].map(([task, { chat, blocks }]) => ({ chat, task, from: 0, blocks })),
    close: () => [...drafts.keys()].forEach(end),
  }
}
