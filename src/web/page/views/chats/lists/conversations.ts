import type { Block, ChatSummary, Line, LinePage, LiveEvent, Receipt } from '../../../wire.ts'
import { isUnderWay } from '../thread/receipt-words.ts'

/** What this page knows of the conversations. The store of the daemon is the truth; this is a window on it. */
export interface Conversations {
  chats(): ChatSummary[]
  setChats(chats: ChatSummary[]): void
  thread(chat: string): Thread | undefined
  /** The newest lines of a chat, read anew. */
  setNewest(chat: string, page: LinePage): void
  addOlder(chat: string, page: LinePage): void
  apply(event: LiveEvent): void
  drafts(chat: string): Draft[]
  isUnderWay(chat: string): boolean
  /** After a broken connection: drafts will be told again, and other chats are read again when they are opened. */
  forgetAllBut(chat: string): void
}

export interface Thread {
  /** By id, oldest first, each id once. */
  lines: Line[]
  older: boolean
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
  let chats: ChatSummary[] = []

  function addLine(line: Line): void {
    const thread = threads.get(line.chat)
    if (thread) threads.set(line.chat, { ...thread, lines: mergeLines(thread.lines, [line]) })
    // A notice can come in the middle of an answer; only the answer takes its draft away.
    if (line.author === 'bot' && line.kind === 'conversation' && line.task !== undefined) drafts.delete(line.task)
    const chat = chats.find(({ id }) => id === line.chat)
    if (chat) chats = [{ ...chat, at: Math.max(chat.at, line.at) }, ...chats.filter((other) => other !== chat)]
  }

  function setReceipt({ chat, task, messages, receipt, kept }: LiveEvent & { kind: 'receipt' }): void {
    // The draft of an answer stays until the answer itself is here, so that nothing flickers.
    if (!kept && !['running', 'waiting', 'answered'].includes(receipt.state)) drafts.delete(task)
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
    chats: () => chats,
    setChats(given) {
      chats = given
    },
    thread: (chat) => threads.get(chat),

    setNewest(chat, page) {
      const known = threads.get(chat)
      const oldest = page.lines[0]
      // With a hole between what was known and what is new, the known part is let go; scrolling up reads it again.
      const meets = known && oldest && (!page.older || known.lines.some(({ id }) => id >= oldest.id))
      if (!meets) return void threads.set(chat, page)
      const reachesBack = known.lines.some(({ id }) => id < oldest.id)
      threads.set(chat, { lines: mergeLines(known.lines, page.lines), older: reachesBack ? known.older : page.older })
    },

    addOlder(chat, page) {
      const known = threads.get(chat)?.lines ?? []
      threads.set(chat, { lines: mergeLines(page.lines, known), older: page.older })
    },

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
          chats = event.chats
      }
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

function receiptsOf(thread: Thread | undefined): Receipt[] {
  return (thread?.lines ?? []).flatMap((line) => (line.author === 'human' && line.receipt ? [line.receipt] : []))
}

function mergeLines(known: Line[], given: Line[]): Line[] {
  const byId = new Map(known.map((line) => [line.id, line]))
  for (const line of given) byId.set(line.id, line)
  return [...byId.values()].sort((a, b) => a.id - b.id)
}
