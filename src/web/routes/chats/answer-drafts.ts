import type { ChatId } from '../../../domain/ids.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { DraftPart, LiveEvent, WireBlock } from '../../page/wire/wire.ts'
import { toWireText } from '../rich-text.ts'

/** An event that belongs to one chat. */
export type LiveChatEvent = Extract<LiveEvent, { chat: string }>

interface Place {
  chat: ChatId
  task: number
}

/** The answers in progress, as pages follow them: texts and steps in their order, and the thinking. */
export interface AnswerDrafts {
  /** Sets the whole draft. After one that is over another begins. */
  put(draft: Place & { text: string; isOver?: true }): void
  addStep(step: Place & { line: string }): void
  setThought(thought: Place & { text: string }): void
  end(task: number): void
  /** All current drafts, for a page that has just connected. */
  whole(): LiveChatEvent[]
  close(): void
}

interface Draft extends Place {
  /** Texts and steps that are complete. */
  parts: DraftPart[]
  /** The draft at the last step, and now. */
  before: string
  text: string
  isOver: boolean
  thought: string
  blocks: WireBlock[]
  printed: string[]
  /** Set while it is too early for the next update. */
  pause: NodeJS.Timeout | undefined
  isBehind: boolean
}

/** Nobody reads faster than about eight updates per second. */
const MIN_UPDATE_GAP_MS = 125

/** Turns complete drafts into updates of their last blocks, at a limited rate. */
export function createDrafts(clock: Clock, send: (event: LiveChatEvent) => void): AnswerDrafts {
  const drafts = new Map<number, Draft>()

  function draftOf({ chat, task }: Place): Draft {
    const known = drafts.get(task)
    if (known) return known
    const nothing = { before: '', text: '', isOver: false, thought: '', pause: undefined, isBehind: false }
    const draft: Draft = { chat, task, parts: [], blocks: [], printed: [], ...nothing }
    drafts.set(task, draft)
    return draft
  }

  function flush(draft: Draft): void {
    const startedAt = clock.mono()
    const blocks = toWireText(draft.text.slice(draft.before.length))
    const printed = blocks.map((block) => JSON.stringify(block))
    const firstDifference = printed.findIndex((text, index) => text !== draft.printed[index])
    const from = firstDifference === -1 ? printed.length : firstDifference
    const isChanged = from < printed.length || printed.length < draft.printed.length
    Object.assign(draft, { blocks, printed, isBehind: false })
    const { chat, task } = draft
    if (isChanged) send({ kind: 'draft', chat, task, from, blocks: blocks.slice(from) })
    clearTimeout(draft.pause)
    // Slow texts are parsed less often, so that a draft takes at most a tenth of the daemon's time.
    draft.pause = setTimeout(
      () => {
        draft.pause = undefined
        if (draft.isBehind) flush(draft)
      },
      Math.max(MIN_UPDATE_GAP_MS, 10 * (clock.mono() - startedAt)),
    )
  }

  /** The model starts over, so what it wrote before is not part of the answer. */
  function restart(draft: Draft): void {
    Object.assign(draft, { parts: [], before: '', blocks: [], printed: [] })
    send(whole(draft))
  }

  function whole({ chat, task, blocks, parts }: Draft): LiveChatEvent {
    return { kind: 'draft', chat, task, from: 0, blocks, parts }
  }

  function end(task: number): void {
    clearTimeout(drafts.get(task)?.pause)
    drafts.delete(task)
  }

  return {
    put({ text, isOver, ...place }) {
      const draft = draftOf(place)
      if (draft.isOver) draft.before = ''
      else if (!text.startsWith(draft.before)) restart(draft)
      Object.assign(draft, { text, isOver: isOver === true })
      if (draft.pause) draft.isBehind = true
      else flush(draft)
    },
    addStep({ line, ...place }) {
      const draft = draftOf(place)
      flush(draft)
      const { chat, task } = draft
      if (draft.blocks.length > 0) draft.parts.push({ said: draft.blocks })
      draft.parts.push({ step: line })
      Object.assign(draft, { before: draft.text, blocks: [], printed: [] })
      send({ kind: 'tool', chat, task, line })
    },
    setThought({ text, ...place }) {
      const draft = draftOf(place)
      const from = text.startsWith(draft.thought) ? draft.thought.length : 0
      draft.thought = text
      const { chat, task } = draft
      if (from < text.length) send({ kind: 'thought', chat, task, from, text: text.slice(from) })
    },
    end,
    whole: () =>
      [...drafts.values()].flatMap((draft) => {
        const { chat, task, thought } = draft
        return [
          whole(draft),
          ...(thought === '' ? [] : [{ kind: 'thought', chat, task, from: 0, text: thought } as const]),
        ]
      }),
    close: () => [...drafts.keys()].forEach(end),
  }
}
