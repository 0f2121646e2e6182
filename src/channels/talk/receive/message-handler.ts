import type { Cursor, InboundEvent } from '../../../domain/message.ts'
import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { joinSignals } from '../../../lib/time/joined-signal.ts'
import { sleep } from '../../../lib/time/timers.ts'
import type { Accepted, Inbox } from '../../channel.ts'
import { type ChannelFileStore, fetchAttachments, skipAttachments } from '../../shared/attachments.ts'
import { createBatchStorage } from '../../shared/batch-storage.ts'
import type { Transcriber } from '../../shared/transcription.ts'
import { type ReceivedMessage, type RoomContext, toInbound } from '../inbound.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import type { ChatLine, TalkClient } from '../wire/talk-client.ts'
import { type KnownRoom, type RoomPosition, rememberSeen, writePosition } from './known-room.ts'
import { fetchFile, type TalkFile } from './message-content.ts'
import type { OtherDaemonWatch } from './other-daemon.ts'
import { fromSystemMessage } from './system-messages.ts'

export interface MessageHandlerDeps {
  client: Pick<TalkClient, 'download' | 'messages'>
  account: string
  otherDaemon: Pick<OtherDaemonWatch, 'look'>
  fileStore: ChannelFileStore
  transcribe: Transcriber
  clock: Clock
  log: Log
  /** Called when a message was stored and a task may work on it. */
  noticed(room: KnownRoom, remoteId: string, outcome: Accepted): void
  /** The time limit for the downloads of one page. */
  fetchMs: number
  second: number
}

/** Stores messages of a room together with the new position. */
export interface MessageHandler {
  /**
   * Resolves when the page is stored, with true if it contained a new message or stopped something. Rejects if it was
   * not stored; then the same page is read again.
   */
  take(inbox: Inbox, room: KnownRoom, page: MessagePage, signal: AbortSignal): Promise<boolean>
}

export interface MessagePage {
  lines: ChatLine[]
  /** The position after this page. */
  to: RoomPosition
  view: RoomContext
  /** An event that comes before the messages. */
  first?: InboundEvent
}

const STOP_CHECK_SECONDS = 2
const STOP_CHECK_MESSAGES = 20

interface PendingMessage extends ReceivedMessage {
  raw: string
}

export function createMessageHandler(deps: MessageHandlerDeps): MessageHandler {
  const { account, clock } = deps
  const batchStorage = createBatchStorage({ channel: 'talk', account }, clock, deps.log)

  /** Skips the files of strangers before anything is downloaded. */
  function withoutStrangersFiles(inbox: Inbox, received: ReceivedMessage): ReceivedMessage {
    const { event, files } = received
    if (event.kind !== 'message' || files.length === 0) return received
    return event.unproven || !inbox.knows(event.sender) ? skipAttachments(received) : received
  }

  function isErased(inbox: Inbox, { event }: ReceivedMessage): boolean {
    return (event.kind === 'message' || event.kind === 'edit') && inbox.wasErased(event)
  }

  async function fetchAll(pending: PendingMessage[], signal: AbortSignal): Promise<PendingMessage[]> {
    if (pending.every(({ files }) => files.length === 0)) return pending
    const { signal: inTime, release } = joinSignals(signal, AbortSignal.timeout(deps.fetchMs))
    const fetch = (file: TalkFile) => fetchFile(deps.client, deps.fileStore, file, inTime)
    const events = await fetchAttachments(
      { fetch, fileStore: deps.fileStore, transcribe: deps.transcribe },
      pending,
      inTime,
    ).finally(release)
    return pending.map((message, at) => ({ ...message, event: events[at] ?? message.event }))
  }

  /** While files are downloaded nobody else reads the room, but a stop that comes after them must still work. */
  async function watchForStops(
    inbox: Inbox,
    token: string,
    after: number,
    view: RoomContext,
    until: AbortSignal,
  ): Promise<void> {
    for (;;) {
      await sleep(STOP_CHECK_SECONDS * deps.second, until)
      if (until.aborted) return
      const page = await deps.client.messages(token, { after, limit: STOP_CHECK_MESSAGES }, until)
      if (!page.ok || until.aborted) continue
      const events = page.value.lines.flatMap((line) => toInbound(line, clock.now(), view)?.event ?? [])
      const stops = events.filter(isStop)
      if (stops.length > 0) inbox.accept(stops)
    }
  }

  return {
    async take(inbox, room, { lines, to, view, first }, signal) {
      const writtenWhileOut = idsWrittenWhileOut(lines, view)
      const roomContext = {
        ...view,
        isPast: (message: ChatMessage) => writtenWhileOut.has(message.id) || view.isPast(message),
      }
      const messages = lines.flatMap((line): PendingMessage[] => {
        const received = toInbound(line, clock.now(), roomContext)
        if (!received || isErased(inbox, received)) return []
        return [{ ...withoutStrangersFiles(inbox, received), raw: line.raw }]
      })
      const pending = first ? [{ event: first, files: [], raw: '' }, ...messages] : messages
      // A stop does not wait for downloads. It comes again with the other messages and is then recognized as a
      // duplicate.
      const stops = pending.filter(({ event }) => isStop(event))
      if (stops.length > 0 && pending.some(({ files }) => files.length > 0))
        inbox.accept(stops.map(({ event }) => event))
      const fetched = new AbortController()
      const untilFetched = joinSignals(signal, fetched.signal)
      const [ready] = await Promise.all([
        fetchAll(pending, signal).finally(() => fetched.abort()),
        pending.some(({ files }) => files.length > 0) &&
          watchForStops(inbox, room.token, to.cursor, view, untilFetched.signal),
      ]).finally(untilFetched.release)
      if (signal.aborted) return false
      const position = { ...to, isOut: standingIn(ready) === 'out' }
      const cursor: Cursor = { channel: 'talk', account, stream: room.token, value: writePosition(position) }
      const memories = deps.otherDaemon.look(inbox, lines, view.me.id)
      const accepted = batchStorage.store(inbox, ready, (events) => inbox.accept(events, cursor, memories))
      Object.assign(room, position)
      rememberSeen(
        room,
        lines.flatMap(({ message }) => (message ? [message.id] : [])),
      )
      for (const [at, { event }] of ready.entries()) {
        const outcome = accepted[at]
        if (outcome && (event.kind === 'message' || event.kind === 'edit')) deps.noticed(room, event.remoteId, outcome)
      }
      return accepted.some(({ status }) => status === 'stored' || status === 'stopped')
    },
  }
}

/**
 * Once we are back in a room, the server also shows what was written while we were out. That was not addressed to us.
 */
function idsWrittenWhileOut(lines: ChatLine[], view: RoomContext): ReadonlySet<number> {
  const ids = new Set<number>()
  let isOut = false
  for (const { message } of lines) {
    const note = message && fromSystemMessage(message, view)
    if (typeof note === 'object' && note.kind === 'membership') isOut = note.standing === 'out'
    else if (message && isOut) ids.add(message.id)
  }
  return ids
}

/** Whether we are in or out of the room after these events. */
function standingIn(pending: PendingMessage[]): 'in' | 'out' | undefined {
  const last = pending.flatMap(({ event }) => (event.kind === 'membership' ? [event.standing] : [])).at(-1)
  return last === 'out' ? 'out' : last && 'in'
}

function isStop(event: InboundEvent): boolean {
  return event.kind === 'message' && event.addressed && /^!stop\b/i.test(event.text)
}
