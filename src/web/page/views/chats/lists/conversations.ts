import type { ChatState } from '../../../wire/chat-wire.ts'
import type { Block, Line, LinePage, LiveEvent, Receipt } from '../../../wire/wire.ts'
import { isUnderWay } from '../thread/receipt-words.ts'
import { type ChatIndex, createChatIndex } from './chat-index.ts'

/** What this page knows of the conversations. The store of the daemon is the truth; this is a window on it. */
export interface Conversations {
  index: ChatIndex
  thread(chat: string): Thread | undefined
  knows(line: Line): boolean
  /** The newest lines of a chat, read anew. What is looked at further back stays, unless it is left for them. */
  setNewest(chat: string, page: LinePage, leaves?: boolean): void
  addOlder(chat: string, page: LinePage): void
  addNewer(chat: string, page: LinePage): void
  /** The lines around one of them, in place of what was known: nobody wants to read all that lies between. */
  setAround(chat: string, page: LinePage): void
  /** It cannot be read, for this reason. */
  refuse(chat: string, reason: string): void
  apply(event: LiveEvent): void
  /** It was deleted. */
  remove(chat: string): void
  drafts(chat: string): Draft[]
  isUnderWay(chat: string): boolean
  /** After a broken connection: drafts will be told again, and other chats are read again when they are opened. */
  forgetAllBut(chat: string): void
}

export interface Thread {
  /** By id, oldest first, each id once. */
  lines: Line[]
  older: boolean
  /** There are newer ones than the last of them. */
  newer?: boolean
  /** Why it cannot be read. */
  refused?: string
}

export interface Draft {
  task: number
  chat: string
  blocks: Block[]
  tool: string | undefined
}

export function createConversations(): Conversations {
  const threads = new Map<string, Thread>()
  const drafts = new Map<number, Draft>()
  const index = createChatIndex()

  function knows({ chat, id }: Line): boolean {
    return threads.get(chat)?.lines.some((line) => line.id === id) ?? false
  }

  function addLine(line: Line): void {
    const thread = threads.get(line.chat)
    // Behind a part that was not read there would be a hole.
    if (thread && (!thread.newer || knows(line)))
      threads.set(line.chat, { ...thread, lines: mergeLines(thread.lines, [line]) })
    // A notice can come in the middle of an answer; only the answer takes its draft away.
    if (line.author === 'bot' && line.kind === 'conversation' && line.task !== undefined) drafts.delete(line.task)
    index.spoke(line.chat, line.at)
  }

  function setReceipt({ chat, task, messages, receipt, kept }: LiveEvent & { kind: 'receipt' }): void {
    // The draft of an answer stays until the answer itself is here, so that nothing flickers.
    if (!kept && !['running', 'waiting', 'answered'].includes(receipt.state)) drafts.delete(task)
    index.setState(chat, stateAfter(receipt))
    const thread = threads.get(chat)
    if (!thread) return
    const lines = thread.lines.map((line) =>
      line.author === 'human' && messages.includes(line.id) ? { ...line, receipt } : line,
    )
    threads.set(chat, { ...thread, lines })
  }

  function draftOf(task: number, chat: string): Draft {
    return drafts.get(task) ?? { task, chat, blocks: [], tool: undefined }
  }

  return {
    index,
    thread: (chat) => threads.get(chat),
    knows,

    setNewest(chat, page, leaves = false) {
      const known = threads.get(chat)
      const oldest = page.lines[0]
      // With a hole between what was known and what is new, the known part is let go; scrolling up reads it again.
      const meets = known && oldest && (!page.older || known.lines.some(({ id }) => id >= oldest.id))
      // Whoever went to an old line reads on there: what was asked for before they went may come after.
      if (known?.newer && !meets && !leaves) return
      if (!meets || leaves) return void threads.set(chat, { lines: page.lines, older: page.older })
      const reachesBack = known.lines.some(({ id }) => id < oldest.id)
      threads.set(chat, { lines: mergeLines(known.lines, page.lines), older: reachesBack ? known.older : page.older })
    },

    addOlder(chat, page) {
      const known = threads.get(chat)
      const lines = mergeLines(page.lines, known?.lines ?? [])
      threads.set(chat, { lines, older: page.older, ...(known?.newer && { newer: true }) })
    },

    addNewer(chat, page) {
      const known = threads.get(chat)
      if (!known) return
      const lines = mergeLines(known.lines, page.lines)
      threads.set(chat, { lines, older: known.older, ...(page.newer && { newer: true }) })
    },

    setAround(chat, { lines, older, newer }) {
      threads.set(chat, { lines, older, ...(newer && { newer }) })
    },

    refuse: (chat, refused) => void threads.set(chat, { lines: [], older: false, refused }),

    apply(event) {
      switch (event.kind) {
        case 'line':
          return addLine(event.line)
        case 'receipt':
          return setReceipt(event)
        case 'draft': {
          const draft = draftOf(event.task, event.chat)
          const blocks = [...draft.blocks.slice(0, event.from), ...event.blocks]
          return void drafts.set(event.task, { ...draft, blocks })
        }
        case 'tool':
          return void drafts.set(event.task, { ...draftOf(event.task, event.chat), tool: event.line })
        case 'chats':
          index.setFirst(event.chats)
      }
    },

    remove(chat) {
      threads.delete(chat)
      index.remove(chat)
    },

    drafts(chat) {
      const here = [...drafts.values()].filter((draft) => draft.chat === chat)
      const isWorking = receiptsOf(threads.get(chat)).some(({ state }) => state === 'leased' || state === 'running')
      // Work that has not said anything yet is shown as an empty draft.
      return here.length === 0 && isWorking ? [{ task: 0, chat, blocks: [], tool: undefined }] : here
    },

    isUnderWay: (chat) => receiptsOf(threads.get(chat)).some(isUnderWay),

    forgetAllBut(chat) {
      drafts.clear()
      for (const id of threads.keys()) if (id !== chat) threads.delete(id)
    },
  }
}

/** Of a chat, while its page is open: what the last receipt says; how it was before is told by the daemon. */
function stateAfter(receipt: Receipt): ChatState | undefined {
  if (receipt.state === 'waiting') return 'needs you'
  if (isUnderWay(receipt)) return 'working'
  return ['answered', 'cancelled', 'refused'].includes(receipt.state) ? undefined : 'failed'
}

function receiptsOf(thread: Thread | undefined): Receipt[] {
  return (thread?.lines ?? []).flatMap((line) => (line.author === 'human' && line.receipt ? [line.receipt] : []))
}

function mergeLines(known: Line[], given: Line[]): Line[] {
  const byId = new Map(known.map((line) => [line.id, line]))
  for (const line of given) byId.set(line.id, line)
  return [...byId.values()].sort((a, b) => a.id - b.id)
}
