import type { WebChannel, WebEvent } from '../../../channels/web/web.ts'
import type { ChatId } from '../../../domain/ids.ts'
import type { Progress, TaskState } from '../../../domain/task.ts'
import type { Log } from '../../../lib/log.ts'
import type { Clock, SteadyClock } from '../../../lib/time/clock.ts'
import type { Database } from '../../../store/database.ts'
import { readLine } from '../../../store/messages/lines.ts'
import type { LiveEvent, WireBlock } from '../../page/wire/wire.ts'
import { createEventStreams, type EventStream, formatEvent } from '../../server/streams.ts'
import { toWireText } from '../rich-text.ts'
import { readChatPage } from './chat-list-api.ts'
import { toWireLine, toWireReceipt } from './line-view.ts'

/** Sends events to all open pages. */
export interface LiveEvents {
  /** Undefined if there are too many streams. */
  open(reader: { isAlive(): boolean; disconnect(): void }): EventStream | undefined
  /** Ends the streams of signed-out sessions. */
  prune(): void
  close(): void
}

export interface LiveEventsDeps {
  db: Database
  channel: WebChannel
  owner: { id: number }
  clock: SteadyClock
  log: Log
  /** Work that started before the first page was opened. */
  underWay: Progress[]
}

export function createLiveEvents({
  db,
  channel,
  owner,
  clock,
  log,
  underWay: earlierWork,
}: LiveEventsDeps): LiveEvents {
  const streams = createEventStreams()
  const drafts = createDrafts(clock, (change) => send({ kind: 'draft', ...change }))
  const knownChats = new Set<string>()
  const runningTasks = new Set<number>()
  for (const progress of earlierWork) handleEvent({ kind: 'progress', progress })
  const unsubscribe = channel.subscribe(handleEvent)

  function send(event: LiveEvent): void {
    streams.send(formatLive(event))
  }

  /** An error here must not undo the delivery. The line is stored, and the page can read it from there. */
  function handleEvent(event: WebEvent): void {
    try {
      if (event.kind === 'progress') showProgress(event.progress)
      else if (event.kind === 'version') send(event)
      else if (!streams.isEmpty()) showLine(event.message)
    } catch (err) {
      log.error({ err }, 'a page was not told of an event')
    }
  }

  function showLine(id: number): void {
    const line = readLine(db, id)
    if (!line) return
    if (!knownChats.has(line.chat)) {
      knownChats.add(line.chat)
      send({ kind: 'chats', chats: readChatPage(db, owner.id) })
    }
    send({ kind: 'line', line: toWireLine(line, clock, owner.id) })
  }

  function showProgress(progress: Progress): void {
    const { chat, task } = progress
    switch (progress.kind) {
      case 'draft':
        return runningTasks.has(task) ? drafts.put({ chat, task, text: progress.text }) : undefined
      case 'tool':
        return runningTasks.has(task) ? send({ kind: 'tool', chat, task, line: progress.line }) : undefined
      case 'settled':
        return showLine(progress.message)
      case 'state':
        noteState(task, progress.state)
        return send({
          kind: 'receipt',
          chat,
          task,
          messages: progress.messages,
          receipt: toWireReceipt(progress),
          ...(progress.kept && { kept: true }),
        })
    }
  }

  // A stopped run may still send a last word. After the end it would stay on the page for ever.
  function noteState(task: number, state: TaskState): void {
    if (state === 'running' || state === 'waiting') return void runningTasks.add(task)
    runningTasks.delete(task)
    drafts.end(task)
  }

  return {
    open: (reader) =>
      streams.open({
        ...reader,
        first: `retry: 1000\n\n${drafts
          .whole()
          .map((draft) => formatLive({ kind: 'draft', ...draft }))
          .join('')}`,
      }),
    prune: () => streams.prune(),
    close() {
      unsubscribe()
      drafts.close()
      streams.close()
    },
  }
}

function formatLive(event: LiveEvent): string {
  return formatEvent(event.kind, event)
}

interface DraftChange {
  chat: ChatId
  task: number
  from: number
  blocks: WireBlock[]
}

interface Drafts {
  put(draft: { chat: ChatId; task: number; text: string }): void
  end(task: number): void
  /** All current drafts, for a page that has just connected. */
  whole(): DraftChange[]
  close(): void
}

interface Draft {
  chat: ChatId
  text: string
  blocks: WireBlock[]
  printed: string[]
  /** Set while it is too early for the next update. */
  pause: NodeJS.Timeout | undefined
  isBehind: boolean
}

/** Nobody reads faster than about eight updates per second. */
const MIN_UPDATE_GAP_MS = 125

/** Turns complete drafts into updates of their last blocks, at a limited rate. */
function createDrafts(clock: Clock, send: (change: DraftChange) => void): Drafts {
  const drafts = new Map<number, Draft>()

  function flush(task: number, draft: Draft): void {
    const startedAt = clock.mono()
    const blocks = toWireText(draft.text)
    const printed = blocks.map((block) => JSON.stringify(block))
    const firstDifference = printed.findIndex((text, index) => text !== draft.printed[index])
    const from = firstDifference === -1 ? printed.length : firstDifference
    const isChanged = from < printed.length || printed.length < draft.printed.length
    Object.assign(draft, { blocks, printed, isBehind: false })
    if (isChanged) send({ chat: draft.chat, task, from, blocks: blocks.slice(from) })
    // Slow texts are parsed less often, so that a draft takes at most a tenth of the daemon's time.
    draft.pause = setTimeout(
      () => {
        draft.pause = undefined
        if (draft.isBehind) flush(task, draft)
      },
      Math.max(MIN_UPDATE_GAP_MS, 10 * (clock.mono() - startedAt)),
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
