import type { WebChannel, WebEvent } from '../../../channels/web/web.ts'
import type { Progress, TaskState } from '../../../domain/task.ts'
import type { Log } from '../../../lib/log.ts'
import type { SteadyClock } from '../../../lib/time/clock.ts'
import type { Database } from '../../../store/database.ts'
import { readLine } from '../../../store/messages/lines.ts'
import type { LiveEvent } from '../../page/wire/wire.ts'
import { createStreams, formatEvent, type Stream } from '../../server/streams.ts'
import { readChatPage } from './chat-view.ts'
import { createDrafts } from './drafts.ts'
import { toWireLine, toWireReceipt } from './line-view.ts'

/** What happens in the daemon, told to every open page. */
export interface Live {
  /** Undefined when there are too many streams already. */
  open(reader: { isAlive(): boolean; cut(): void }): Stream | undefined
  /** Ends the streams of those who are signed out. */
  prune(): void
  close(): void
}

export interface LiveDeps {
  db: Database
  channel: WebChannel
  owner: { id: number }
  clock: SteadyClock
  log: Log
  /** What began before anybody looked. */
  underWay: Progress[]
}

export function createLive({ db, channel, owner, clock, log, underWay: begun }: LiveDeps): Live {
  const streams = createStreams()
  const drafts = createDrafts(clock, (change) => tell({ kind: 'draft', ...change }))
  const knownChats = new Set<string>()
  const underWay = new Set<number>()
  for (const progress of begun) hear({ kind: 'progress', progress })
  const unsubscribe = channel.subscribe(hear)

  function tell(event: LiveEvent): void {
    streams.send(formatLive(event))
  }

  /** A line that cannot be shown now must not undo its delivery: it is in the store, and the page reads it from there. */
  function hear(event: WebEvent): void {
    try {
      if (event.kind === 'progress') showProgress(event.progress)
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
      tell({ kind: 'chats', chats: readChatPage(db, owner.id) })
    }
    tell({ kind: 'line', line: toWireLine(line, clock, owner.id) })
  }

  function showProgress(progress: Progress): void {
    const { chat, task } = progress
    switch (progress.kind) {
      case 'draft':
        return underWay.has(task) ? drafts.put({ chat, task, text: progress.text }) : undefined
      case 'tool':
        return underWay.has(task) ? tell({ kind: 'tool', chat, task, line: progress.line }) : undefined
      case 'settled':
        return showLine(progress.message)
      case 'state':
        noteState(task, progress.state)
        return tell({
          kind: 'receipt',
          chat,
          task,
          messages: progress.messages,
          receipt: toWireReceipt(progress),
          ...(progress.kept && { kept: true }),
        })
    }
  }

  // A run that was stopped may have a word left on its tongue; after the end it would stand on the page for ever.
  function noteState(task: number, state: TaskState): void {
    if (state === 'running' || state === 'waiting') return void underWay.add(task)
    underWay.delete(task)
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
