import { setMaxListeners } from 'node:events'
import type { ChatId } from '../../../domain/ids.ts'
import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createWaker, sleep } from '../../../lib/time/timers.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { Accepted, GroupMode, Inbox } from '../../channel.ts'
import type { ChannelFileStore } from '../../shared/attachments.ts'
import type { Transcriber } from '../../shared/transcription.ts'
import type { RoomContext } from '../inbound.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import type { TalkAccount } from '../wire/ocs.ts'
import { createTalkBackoff } from '../wire/outage.ts'
import type { Participants } from '../wire/participants.ts'
import { talkChat } from '../wire/room.ts'
import type { TalkClient } from '../wire/talk-client.ts'
import { isPrivateRoom, type KnownRoom, titleOf } from './known-room.ts'
import { createMessageHandler } from './message-handler.ts'
import type { OtherDaemonWatch } from './other-daemon.ts'
import { createRoomJoiner } from './room-joiner.ts'
import { createRoomPoller } from './room-poller.ts'
import { createRoomReader, createRoomRereader } from './room-reader.ts'
import { createRoomSweep } from './room-sweep.ts'

/** What the rest of the daemon provides for receiving messages. */
export interface TalkReceiveOptions {
  user: string
  groupMode(token: string): GroupMode
  guests: 'context' | 'ignore'
  /** Whether @all includes us. */
  atAll: boolean
  /** How many messages from before we joined a room are fetched as context. */
  contextLimit(): number
  isCommand(name: string): boolean
  fileStore: ChannelFileStore
  transcribe: Transcriber
  clock: Clock
  log: Log
  /** Tells the owner about problems only they can fix. */
  trouble(sentence: AnyText): void
}

export interface ReceiverDeps extends TalkReceiveOptions {
  client: TalkClient
  participants: Participants
  otherDaemon: OtherDaemonWatch
  /** Unique per server and account, because it is part of the keys. */
  account: string
  /** Called when a message was stored and a task may work on it. */
  noticed(chat: ChatId, remoteId: string, outcome: Accepted): void
  fetchMs: number
  second: number
}

export interface Receiver {
  run(inbox: Inbox, signal: AbortSignal): Promise<void>
  /** Call this when we wrote in a chat, because an answer is likely. */
  touch(chat: ChatId): void
  /** Checks for new messages at once. */
  hurry(): void
  lastAttempt(): number
  lastRoundTrip(): number | undefined
}

const WAKE_AFTER_QUIET_SECONDS = 60

/** Receives messages: joins rooms, looks for news in the list of rooms, polls active rooms and rereads them for late messages. */
export function createReceiver(deps: ReceiverDeps): Receiver {
  const { client, participants, account, otherDaemon, fileStore, transcribe, clock, log, second } = deps
  const rooms = new Map<string, KnownRoom>()
  const waker = createWaker()
  const backoff = createTalkBackoff({ log, clock, user: deps.user, trouble: deps.trouble, second })
  let me: TalkAccount = { id: deps.user, name: deps.user }
  let isListening = false

  const view = (knownRoom: KnownRoom, isPast: (message: ChatMessage) => boolean): RoomContext => ({
    me,
    account,
    token: knownRoom.token,
    title: titleOf(knownRoom.room),
    isPrivate: isPrivateRoom(knownRoom.room),
    other: knownRoom.room.name,
    mode: deps.groupMode(knownRoom.token),
    guests: deps.guests,
    atAll: deps.atAll,
    isCommand: deps.isCommand,
    twins: knownRoom.sharedNames,
    isPast,
  })
  const handler = createMessageHandler({
    client,
    account,
    otherDaemon,
    fileStore,
    transcribe,
    clock,
    log,
    fetchMs: deps.fetchMs,
    second,
    noticed: ({ token }, remoteId, outcome) => deps.noticed(talkChat(token), remoteId, outcome),
  })
  const reader = createRoomReader({ client, handler, clock, view, read })
  const roomJoiner = createRoomJoiner({
    client,
    participants,
    handler,
    me: () => me,
    clock,
    contextLimit: deps.contextLimit,
    view,
  })
  const rereader = createRoomRereader({ reader, updatePeople: roomJoiner.updatePeople, clock, second })
  const roomSweep = createRoomSweep({
    client,
    join: roomJoiner.join,
    listed: otherDaemon.listed,
    account,
    clock,
    log,
    second,
    reader,
    rereader,
    rooms,
    backoff,
    waker,
  })
  const roomPoller = createRoomPoller({ reader, rereader, rooms, clock, log, second })

  /**
   * Call this only after the messages are stored, because it marks them as read. Best effort: our own reading does not
   * depend on the marker.
   */
  function read(knownRoom: KnownRoom, lastId: number): void {
    // After a quiet time the next sweep may be far away, but somebody who starts talking usually continues.
    if (clock.mono() - lastReadAt > WAKE_AFTER_QUIET_SECONDS * second) waker.wake()
    lastReadAt = clock.mono()
    knownRoom.activeAt = clock.mono()
    void client.markRead(knownRoom.token, lastId, ending.signal)
  }
  let ending = new AbortController()
  let lastReadAt = Number.NEGATIVE_INFINITY

  /** Asks the server for our user id, which decides which messages are ours and what is a mention. */
  async function fetchOwnAccount(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answer = await client.me(signal)
      if (answer.ok) {
        me = answer.value
        return
      }
      if (!signal.aborted) await sleep(backoff.failed(answer.failure), signal)
    }
  }

  return {
    async run(inbox, until) {
      ending = new AbortController()
      const signal = AbortSignal.any([until, ending.signal])
      // Each room adds its own listeners, and Node would warn about a leak.
      setMaxListeners(0, signal, ending.signal)
      try {
        otherDaemon.open(inbox)
        await fetchOwnAccount(signal)
        backoff.succeeded()
        isListening = true
        await Promise.all([roomSweep.run(inbox, signal), roomPoller.run(inbox, signal)])
      } finally {
        isListening = false
        ending.abort()
        rooms.clear()
      }
    },
    touch(chat) {
      const knownRoom = rooms.get(chat.slice(chat.indexOf(':') + 1))
      if (knownRoom) knownRoom.activeAt = clock.mono()
    },
    hurry: waker.wake,
    // Before the first sweep there is no loop to watch; each wait until then has its own limit.
    lastAttempt: () => (isListening ? roomSweep.lastAttempt() : clock.mono()),
    lastRoundTrip: roomSweep.lastRoundTrip,
  }
}
