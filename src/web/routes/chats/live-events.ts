import type { WebChannel, WebEvent } from '../../../channels/web/web.ts'
import type { Person } from '../../../domain/person.ts'
import type { Progress, TaskState } from '../../../domain/task.ts'
import type { Log } from '../../../lib/log.ts'
import type { SteadyClock } from '../../../lib/time/clock.ts'
import type { Database } from '../../../store/database.ts'
import { readLine } from '../../../store/messages/lines.ts'
import { findPageUser } from '../../../store/people/people.ts'
import type { LiveEvent } from '../../page/wire/wire.ts'
import { createEventStreams, type EventStream, formatEvent } from '../../server/streams.ts'
import { createDrafts, type LiveChatEvent } from './answer-drafts.ts'
import { readChatPage } from './chat-list-api.ts'
import { toWireLine, toWireReceipt } from './line-view.ts'
import { readableChat } from './page-chat.ts'

/** Sends events to all open pages: to each person those of their own chats. */
export interface LiveEvents {
  /** Undefined if there are too many streams. */
  open(reader: { person: Person; isAlive(): boolean; disconnect(): void }): EventStream | undefined
  /** Whether a page of this person is open and visible: hidden pages close their stream. */
  isWatched(personId: number): boolean
  /** Ends the streams of signed-out sessions. */
  prune(): void
  close(): void
}

export interface LiveEventsDeps {
  db: Database
  channel: WebChannel
  clock: SteadyClock
  log: Log
  /** Work that started before the first page was opened. */
  underWay: Progress[]
}

export function createLiveEvents({ db, channel, clock, log, underWay: earlierWork }: LiveEventsDeps): LiveEvents {
  const streams = createEventStreams()
  const drafts = createDrafts(clock, send)
  const knownChats = new Set<string>()
  const runningTasks = new Set<number>()
  for (const progress of earlierWork) handleEvent({ kind: 'progress', progress })
  const unsubscribe = channel.subscribe(handleEvent)

  /** Whether an event of this chat is for this person. A chat may have events before its first message is stored. */
  const mayFollow = (person: number, chat: string) => {
    const reader = findPageUser(db, person)
    return reader !== undefined && readableChat(db, reader, chat) !== undefined
  }

  function send(event: LiveChatEvent): void {
    const text = formatLive(event)
    streams.send((person) => (mayFollow(person, event.chat) ? text : undefined))
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
    const isNewChat = !knownChats.has(line.chat)
    knownChats.add(line.chat)
    streams.send((person) => {
      if (!mayFollow(person, line.chat)) return undefined
      const shown = formatLive({ kind: 'line', line: toWireLine(line, clock, person) })
      return isNewChat ? `${formatLive({ kind: 'chats', chats: readChatPage(db, person) })}${shown}` : shown
    })
  }

  function showProgress(progress: Progress): void {
    const { chat, task } = progress
    switch (progress.kind) {
      case 'draft':
        return runningTasks.has(task) ? drafts.put(progress) : undefined
      case 'tool':
        return runningTasks.has(task) ? drafts.addStep(progress) : undefined
      case 'thought':
        return runningTasks.has(task) ? drafts.setThought(progress) : undefined
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
    open({ person, ...reader }) {
      const begun = drafts.whole().filter(({ chat }) => mayFollow(person.id, chat))
      return streams.open({ ...reader, person: person.id, first: `retry: 1000\n\n${begun.map(formatLive).join('')}` })
    },
    isWatched: (personId) => streams.isOpenFor(personId),
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
