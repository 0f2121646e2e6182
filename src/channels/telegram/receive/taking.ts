import { type ChatId, makeChatId } from '../../../domain/ids.ts'
import type { Cursor, InboundEvent } from '../../../domain/message.ts'
import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Accepted, Inbox } from '../../channel.ts'
import { bringFiles, leaveFiles } from '../../shared/attachments.ts'
import type { FileShelf } from '../../shared/file-shelf.ts'
import type { GroupMode } from '../../shared/group-mode.ts'
import { createSalvage } from '../../shared/salvage.ts'
import type { Transcriber } from '../../shared/voice.ts'
import { type InboundView, toInbound } from '../inbound.ts'
import type { TelegramApi } from '../wire/api.ts'
import type { Me } from './addressing.ts'
import { type RawUpdate, readKept } from './batch.ts'
import type { Taken, WantedFile } from './content.ts'
import { type FileLimits, fetchFile } from './download.ts'
import { createWaitingRoom, type Waiting } from './waiting-room.ts'

export interface TakingDeps {
  api: TelegramApi
  me(): Me
  groupMode(chat: ChatId): GroupMode
  isCommand(name: string): boolean
  shelf: FileShelf
  transcribe: Transcriber
  clock: Clock
  log: Log
  /** Undefined while the channel is not listening. */
  inbox(): Inbox | undefined
  /** Called for each update after it was stored. */
  stored(taken: Taken, outcome: Accepted): void
  limits: FileLimits
  /** The length of a second; shorter in tests. */
  secondMs: number
}

/** Stores updates, each message together with its files. */
export interface Taking {
  /** Starts with the messages whose downloads an earlier run did not finish. Works until the signal aborts. */
  open(inbox: Inbox, signal: AbortSignal): void
  /** Resolves once the batch is stored together with its cursor. Rejects if it was not. */
  take(updates: RawUpdate[], cursor: Cursor, signal: AbortSignal): Promise<void>
  /** Resolves when no download is running any more. */
  closed(): Promise<void>
}

interface Heard extends Taken, Waiting {}

/** Stands for the chat of updates that belong to no chat, such as poll answers. */
const NO_CHAT = makeChatId('telegram', '0')

export function createTaking(deps: TakingDeps): Taking {
  const { api, clock, log, limits } = deps
  const salvage = createSalvage({ channel: 'telegram', account: api.account }, clock, log)
  /** A group may become a supergroup and get messages within one batch, before the store knows about the move. */
  const movedFrom = new Map<ChatId, ChatId>()
  const view: InboundView = {
    get me() {
      return deps.me()
    },
    account: api.account,
    groupMode: (chat) => deps.groupMode(movedFrom.get(chat) ?? chat),
    isCommand: deps.isCommand,
  }
  const waitingRoom = createWaitingRoom<Heard>({
    account: api.account,
    serve: fetchFiles,
    store: (served, left) => store(served, (events) => keeper().keep(left, events)),
    failed: (error) => log.warn({ err: error }, 'a message waits with its files'),
    pauseMs: 5 * deps.secondMs,
  })

  function read(json: unknown, raw: string): Heard[] {
    const taken = toInbound(json, raw, clock.now(), view)
    if (taken?.event.kind === 'membership' && taken.event.movedTo) movedFrom.set(taken.event.movedTo, taken.event.chat)
    return taken ? [{ ...ofTheirs(taken), raw, chat: chatOf(taken.event) ?? NO_CHAT }] : []
  }

  /** Skips the files of strangers before anything is downloaded. */
  function ofTheirs(taken: Taken): Taken {
    const { event, files } = taken
    if (event.kind !== 'message' || files.length === 0 || deps.inbox()?.knows(event.sender)) return taken
    return leaveFiles(taken)
  }

  async function fetchFiles(late: Heard[], signal: AbortSignal): Promise<Heard[]> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(limits.downloadMs)])
    const fetching = { ...deps, fetch: (file: WantedFile) => fetchFile(api, deps.shelf, file, limits, inTime) }
    const events = await bringFiles(fetching, late, inTime)
    return late.map((heard, at) => ({ ...heard, event: events[at] ?? heard.event }))
  }

  function keeper(): Inbox {
    const inbox = deps.inbox()
    if (!inbox) throw new Error('updates came while nobody listened')
    return inbox
  }

  function store(heard: Heard[], commit: (events: InboundEvent[]) => Accepted[]): void {
    const accepted = salvage.store(keeper(), heard, commit)
    for (const [at, taken] of heard.entries()) {
      const outcome = accepted[at]
      if (outcome) deps.stored(taken, outcome)
    }
  }

  return {
    open(inbox, signal) {
      waitingRoom.enter(waitingRoom.open(inbox, signal).flatMap((raw) => read(readKept(raw), raw)))
    },

    // Messages of a chat wait, in order, while its files are downloaded. Other chats do not wait, and a stop never
    // does.
    async take(updates, cursor, signal) {
      const all = updates.flatMap(({ json, raw }) => read(json, raw))
      const behind = new Set(all.flatMap(({ files, event }) => (files.length > 0 ? [chatOf(event)] : [])))
      const late = all.filter(({ event }) => mustWait(event, (chat) => behind.has(chat) || waitingRoom.holds(chat)))
      await waitingRoom.hasRoom(signal)
      if (late.length > 0) waitingRoom.enter(late)
      store(
        all.filter((heard) => !late.includes(heard)),
        (events) => keeper().accept(events, cursor),
      )
    },

    closed: waitingRoom.closed,
  }
}

/** Everything but messages and edits acts at once, and so does "/stop". */
function mustWait(event: InboundEvent, isHeld: (chat: ChatId) => boolean): boolean {
  if (event.kind !== 'message' && event.kind !== 'edit') return false
  return isHeld(event.chat) && !/^\/stop\b/i.test(event.text)
}

const chatOf = (event: InboundEvent) => ('chat' in event ? event.chat : undefined)
