import type { WireChatState } from '../../../wire/chat-wire.ts'
import type { DraftPart, LinePage, LiveEvent, MessageReceipt, ThreadLine, WireBlock } from '../../../wire/wire.ts'
import { isStoppable } from '../thread/line-text.ts'
import { type ChatIndex, createChatIndex } from './chat-index.ts'

/** The conversations as this page knows them. The daemon's store is the source of truth. */
export interface Conversations {
  index: ChatIndex
  thread(chat: string): LoadedThread | undefined
  knows(line: ThreadLine): boolean
  /** Sets the newest lines. Older lines the reader looks at stay, unless `leaves` is set. */
  setNewest(chat: string, page: LinePage, leaves?: boolean): void
  addOlder(chat: string, page: LinePage): void
  addNewer(chat: string, page: LinePage): void
  /** Replaces the known lines by those around one line. */
  setAround(chat: string, page: LinePage): void
  /** Marks a chat as unreadable, with the reason. */
  refuse(chat: string, reason: string): void
  apply(event: LiveEvent): void
  remove(chat: string): void
  drafts(chat: string): AnswerDraft[]
  isUnderWay(chat: string): boolean
  /** After a lost connection: drafts are sent again, and other chats are reloaded when opened. */
  forgetAllBut(chat: string): void
}

export interface LoadedThread {
  /** Sorted by id, without duplicates. */
  lines: ThreadLine[]
  older: boolean
  /** There are newer lines to load. */
  newer?: boolean
  refused?: string
}

export interface AnswerDraft {
  task: number
  chat: string
  /** What came before the present text. */
  parts: DraftPart[]
  blocks: WireBlock[]
  thought: string
}

export function createConversations(): Conversations {
  const threads = new Map<string, LoadedThread>()
  const drafts = new Map<number, AnswerDraft>()
  const index = createChatIndex()

  function knows({ chat, id }: ThreadLine): boolean {
    return threads.get(chat)?.lines.some((line) => line.id === id) ?? false
  }

  function addLine(line: ThreadLine): void {
    const thread = threads.get(line.chat)
    // Adding it would leave a gap if newer lines are not loaded.
    if (thread && (!thread.newer || knows(line)))
      threads.set(line.chat, { ...thread, lines: mergeLines(withoutStop(thread.lines, line), [line]) })
    // A notice can arrive during an answer. Only the answer removes its draft.
    if (line.author === 'bot' && line.kind === 'conversation' && line.task !== undefined) drafts.delete(line.task)
    index.spoke(line.chat, line.at)
  }

  function setReceipt({ chat, task, messages, receipt, kept }: LiveEvent & { kind: 'receipt' }): void {
    // The draft stays until the answer itself arrives, so that nothing flickers.
    if (!kept && !['running', 'waiting', 'answered'].includes(receipt.state)) drafts.delete(task)
    index.setState(chat, stateAfter(receipt))
    const thread = threads.get(chat)
    if (!thread) return
    const lines = thread.lines.map((line) =>
      line.author === 'human' && messages.includes(line.id) ? { ...line, receipt } : line,
    )
    threads.set(chat, { ...thread, lines })
  }

  /** From this line on another version is shown, which has to be loaded. */
  function dropFrom({ chat, from }: LiveEvent & { kind: 'version' }): void {
    const thread = threads.get(chat)
    if (thread?.lines.some(({ id }) => id < from))
      threads.set(chat, { ...thread, lines: thread.lines.filter(({ id }) => id < from), newer: true })
    else threads.delete(chat)
  }

  function findDraft(task: number, chat: string): AnswerDraft {
    return drafts.get(task) ?? emptyDraft(task, chat)
  }

  return {
    index,
    thread: (chat) => threads.get(chat),
    knows,

    setNewest(chat, page, leaves = false) {
      const thread = threads.get(chat)
      const oldest = page.lines[0]
      // If there is a gap to the new lines, the known ones are dropped. Scrolling up loads them again.
      const isConnected = thread && oldest && (!page.older || thread.lines.some(({ id }) => id >= oldest.id))
      // The reader jumped to an old line: a response to an earlier request must not move them.
      if (thread?.newer && !isConnected && !leaves) return
      if (!isConnected || leaves) return void threads.set(chat, { lines: page.lines, older: page.older })
      const reachesBack = thread.lines.some(({ id }) => id < oldest.id)
      threads.set(chat, { lines: mergeLines(thread.lines, page.lines), older: reachesBack ? thread.older : page.older })
    },

    addOlder(chat, page) {
      const thread = threads.get(chat)
      const lines = mergeLines(page.lines, thread?.lines ?? [])
      threads.set(chat, { lines, older: page.older, ...(thread?.newer && { newer: true }) })
    },

    addNewer(chat, page) {
      const thread = threads.get(chat)
      if (!thread) return
      const lines = mergeLines(thread.lines, page.lines)
      threads.set(chat, { lines, older: thread.older, ...(page.newer && { newer: true }) })
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
          const draft = findDraft(event.task, event.chat)
          const blocks = [...draft.blocks.slice(0, event.from), ...event.blocks]
          return void drafts.set(event.task, { ...draft, blocks, parts: event.parts ?? draft.parts })
        }
        case 'tool': {
          const draft = findDraft(event.task, event.chat)
          const said = draft.blocks.length > 0 ? [{ said: draft.blocks }] : []
          return void drafts.set(event.task, {
            ...draft,
            blocks: [],
            parts: [...draft.parts, ...said, { step: event.line }],
          })
        }
        case 'thought': {
          const draft = findDraft(event.task, event.chat)
          return void drafts.set(event.task, { ...draft, thought: draft.thought.slice(0, event.from) + event.text })
        }
        case 'chats':
          return index.setFirst(event.chats)
        case 'version':
          return dropFrom(event)
      }
    },

    remove(chat) {
      threads.delete(chat)
      index.remove(chat)
    },

    drafts(chat) {
      const chatDrafts = [...drafts.values()].filter((draft) => draft.chat === chat)
      const isWorking = receiptsOf(threads.get(chat)).some(({ state }) => state === 'leased' || state === 'running')
      // A running task without output is shown as an empty draft.
      return chatDrafts.length === 0 && isWorking ? [emptyDraft(0, chat)] : chatDrafts
    },

    isUnderWay: (chat) => receiptsOf(threads.get(chat)).some(isStoppable),

    forgetAllBut(chat) {
      drafts.clear()
      for (const id of threads.keys()) if (id !== chat) threads.delete(id)
    },
  }
}

/** An answer ends the work beside the chat that a button of an earlier line could stop. */
function withoutStop(lines: ThreadLine[], { author, kind, task }: ThreadLine & { task?: number }): ThreadLine[] {
  if (author !== 'bot' || kind !== 'conversation' || task === undefined) return lines
  return lines.map((line) =>
    line.author === 'bot' && line.task === task && line.buttons
      ? { ...line, buttons: line.buttons.filter(({ data }) => !data.startsWith('stop ')) }
      : line,
  )
}

function emptyDraft(task: number, chat: string): AnswerDraft {
  return { task, chat, parts: [], blocks: [], thought: '' }
}

/** The state of a chat after a receipt. Before the first receipt, the daemon's list has the state. */
function stateAfter(receipt: MessageReceipt): WireChatState | undefined {
  if (receipt.state === 'waiting') return 'needs you'
  if (isStoppable(receipt)) return 'working'
  return ['answered', 'cancelled', 'refused'].includes(receipt.state) ? undefined : 'failed'
}

function receiptsOf(thread: LoadedThread | undefined): MessageReceipt[] {
  return (thread?.lines ?? []).flatMap((line) => (line.author === 'human' && line.receipt ? [line.receipt] : []))
}

function mergeLines(oldLines: ThreadLine[], newLines: ThreadLine[]): ThreadLine[] {
  const byId = new Map(oldLines.map((line) => [line.id, line]))
  for (const line of newLines) byId.set(line.id, line)
  return [...byId.values()].sort((a, b) => a.id - b.id)
}
