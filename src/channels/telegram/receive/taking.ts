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
  /** Who we are by now. */
  me(): Me
  groupMode(chat: ChatId): GroupMode
  isCommand(name: string): boolean
  shelf: FileShelf
  transcribe: Transcriber
  clock: Clock
  log: Log
  /** Undefined while nobody listens. */
  inbox(): Inbox | undefined
  /** It was taken in, and this came of it. */
  stored(taken: Taken, outcome: Accepted): void
  limits: FileLimits
  /** How long a second of waiting takes. */
  secondMs: number
}

/** Stores what the platform told, each message with its files. */
export interface Taking {
  /** From now on, until the signal aborts, and first of all what an earlier run left waiting for its files. */
  open(inbox: Inbox, signal: AbortSignal): void
  /** Resolves when the batch is kept, together with how far was read; rejects when it was not. */
  take(updates: RawUpdate[], cursor: Cursor, signal: AbortSignal): Promise<void>
  /** Resolves when nothing is being fetched any more. */
  closed(): Promise<void>
}

/** What an update says, with its bytes and its chat. */
interface Heard extends Taken, Waiting {}

/** Of what happens in no chat. */
const NO_CHAT = makeChatId('telegram', '0')

export function createTaking(deps: TakingDeps): Taking {
  const { api, clock, log, limits } = deps
  const salvage = createSalvage({ channel: 'telegram', account: api.account }, clock, log)
  /** A group may move and be spoken in within one batch, before the store knows of it. */
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

  /** Who it is is decided before a byte is fetched. */
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

    // A chat whose files are still to be fetched waits for them, in its order; nobody else does, and a stop never.
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

/** What is done without words acts at once, and so does the word that ends everything. */
function mustWait(event: InboundEvent, isHeld: (chat: ChatId) => boolean): boolean {
  if (event.kind !== 'message' && event.kind !== 'edit') return false
  return isHeld(event.chat) && !/^\/stop\b/i.test(event.text)
}

const chatOf = (event: InboundEvent) => ('chat' in event ? event.chat : undefined)
