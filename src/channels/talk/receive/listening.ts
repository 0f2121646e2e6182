import { setMaxListeners } from 'node:events'
import type { ChatId } from '../../../domain/ids.ts'
import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { sleep } from '../../../lib/time/sleep.ts'
import { createWake } from '../../../lib/time/wake.ts'
import type { Accepted, GroupMode, Inbox } from '../../channel.ts'
import type { ChannelShelf } from '../../shared/attachments.ts'
import type { Transcriber } from '../../shared/transcription.ts'
import type { InboundView } from '../inbound.ts'
import { talkChat } from '../wire/address.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import type { TalkClient } from '../wire/client.ts'
import type { Self } from '../wire/ocs.ts'
import { createPatience } from '../wire/outage.ts'
import type { Participants } from '../wire/participants.ts'
import { createJoining } from './joining.ts'
import type { OtherDaemonWatch } from './other-daemon.ts'
import { createPolls } from './polls.ts'
import { createReader } from './reader.ts'
import { isPrivateRoom, type KnownRoom, titleOf } from './room-book.ts'
import { createSecondLook } from './second-look.ts'
import { createSweep } from './sweep.ts'
import { createTaking } from './taking.ts'

export interface ListeningDeps {
  client: TalkClient
  participants: Participants
  otherDaemon: OtherDaemonWatch
  /** Two accounts, or two servers, never share a key. */
  account: string
  user: string
  groupMode(token: string): GroupMode
  guests: 'context' | 'ignore'
  atAll: boolean
  contextLimit(): number
  isCommand(name: string): boolean
  shelf: ChannelShelf
  transcribe: Transcriber
  clock: Clock
  log: Log
  trouble(sentence: string): void
  /** Somebody works on a message from now on. */
  noticed(chat: ChatId, remoteId: string, outcome: Accepted): void
  fetchMs: number
  second: number
}

export interface Listening {
  run(inbox: Inbox, signal: AbortSignal): Promise<void>
  /** We said something there: an answer to it is likely. */
  touch(chat: ChatId): void
  /** There may be something new: looks at once. */
  hurry(): void
  lastAttempt(): number
  lastRoundTrip(): number | undefined
}

const QUIET_SECONDS = 60

/** Everything that comes in, from the list of rooms to the last message that was late. */
export function createListening(deps: ListeningDeps): Listening {
  const { client, account, clock, log, second } = deps
  const rooms = new Map<string, KnownRoom>()
  const wake = createWake()
  const patience = createPatience({ log, clock, user: deps.user, trouble: deps.trouble, second })
  let me: Self = { id: deps.user, name: deps.user }
  let isListening = false

  const view = (known: KnownRoom, isPast: (message: ChatMessage) => boolean): InboundView => ({
    me,
    account,
    token: known.token,
    title: titleOf(known.room),
    isPrivate: isPrivateRoom(known.room),
    other: known.room.name,
    mode: deps.groupMode(known.token),
    guests: deps.guests,
    atAll: deps.atAll,
    isCommand: deps.isCommand,
    twins: known.twins,
    isPast,
  })
  const taking = createTaking({
    ...deps,
    noticed: ({ token }, remoteId, outcome) => deps.noticed(talkChat(token), remoteId, outcome),
  })
  const reader = createReader({ client, taking, clock, view, read })
  const joining = createJoining({ ...deps, taking, me: () => me, view })
  const secondLook = createSecondLook({ ...joining, reader, clock, second })
  const sweep = createSweep({
    ...deps,
    ...joining,
    listed: deps.otherDaemon.listed,
    reader,
    secondLook,
    rooms,
    patience,
    wake,
  })
  const polls = createPolls({ reader, secondLook, rooms, clock, log, second })

  /** Only now: what is marked as read is kept. Best effort, and nothing is ever read by it. */
  function read(known: KnownRoom, lastId: number): void {
    // After a quiet time the next sweep is far away, and whoever begins to talk goes on.
    if (clock.mono() - lastReadAt > QUIET_SECONDS * second) wake.ring()
    lastReadAt = clock.mono()
    known.activeAt = clock.mono()
    void client.markRead(known.token, lastId, ending.signal)
  }
  let ending = new AbortController()
  let lastReadAt = Number.NEGATIVE_INFINITY

  /** Who we are, from the server itself: our id decides what is ours and what is a mention. */
  async function introduce(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const who = await client.me(signal)
      if (who.ok) {
        me = who.value
        return
      }
      if (!signal.aborted) await sleep(patience.failed(who.failure), signal)
    }
  }

  return {
    async run(inbox, until) {
      ending = new AbortController()
      const signal = AbortSignal.any([until, ending.signal])
      // Every room may have a look and a wait of its own.
      setMaxListeners(0, signal, ending.signal)
      try {
        deps.otherDaemon.open(inbox)
        await introduce(signal)
        patience.succeeded()
        isListening = true
        await Promise.all([sweep.run(inbox, signal), polls.run(inbox, signal)])
      } finally {
        isListening = false
        ending.abort()
        rooms.clear()
      }
    },
    touch(chat) {
      const known = rooms.get(chat.slice(chat.indexOf(':') + 1))
      if (known) known.activeAt = clock.mono()
    },
    hurry: wake.ring,
    // Where there is no loop there is none to stand still: before the first list every wait has an end of its own.
    lastAttempt: () => (isListening ? sweep.lastAttempt() : clock.mono()),
    lastRoundTrip: sweep.lastRoundTrip,
  }
}
