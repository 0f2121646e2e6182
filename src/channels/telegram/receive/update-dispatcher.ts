import { type ChatId, makeChatId } from '../../../domain/ids.ts'
import type { Cursor, InboundEvent } from '../../../domain/message.ts'
import type { Log } from '../../../lib/log.ts'
import { parseJson } from '../../../lib/text/json.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { joinSignals } from '../../../lib/time/joined-signal.ts'
import type { Accepted, GroupMode, Inbox } from '../../channel.ts'
import { type ChannelFileStore, fetchAttachments, skipAttachments } from '../../shared/attachments.ts'
import { createBatchStorage, withRawText } from '../../shared/batch-storage.ts'
import { NoAnswerError } from '../../shared/http-client.ts'
import type { Transcriber } from '../../shared/transcription.ts'
import { toInbound, type UpdateContext } from '../inbound.ts'
import type { TelegramApi } from '../wire/api.ts'
import type { BotAccount } from './addressing.ts'
import { type FileLimits, fetchFile } from './download.ts'
import { createDownloadQueue, type QueuedUpdate } from './download-queue.ts'
import type { ReceivedUpdate, WantedFile } from './message-content.ts'

export interface UpdateDispatcherDeps {
  api: TelegramApi
  me(): BotAccount
  groupMode(chat: ChatId): GroupMode
  isCommand(name: string): boolean
  fileStore: ChannelFileStore
  transcribe: Transcriber
  clock: Clock
  log: Log
  /** Undefined while the channel is not listening. */
  inbox(): Inbox | undefined
  /** Called for each update after it was stored. */
  onStored(received: ReceivedUpdate, outcome: Accepted): void
  limits: FileLimits
  /** The length of a second; shorter in tests. */
  secondMs: number
}

/** Stores updates, each message together with its files. */
export interface UpdateDispatcher {
  /** Starts with the messages whose downloads an earlier run did not finish. Works until the signal aborts. */
  open(inbox: Inbox, signal: AbortSignal): void
  /** Resolves once the batch is stored together with its cursor. Rejects if it was not. */
  take(updates: RawUpdate[], cursor: Cursor, signal: AbortSignal): Promise<void>
  /** Resolves when no download is running any more. */
  closed(): Promise<void>
}

interface PendingUpdate extends ReceivedUpdate, QueuedUpdate {}

/** Stands for the chat of updates that belong to no chat, such as poll answers. */
const NO_CHAT = makeChatId('telegram', '0')

export function createUpdateDispatcher(deps: UpdateDispatcherDeps): UpdateDispatcher {
  const { api, fileStore, transcribe, clock, log, limits } = deps
  const batchStorage = createBatchStorage({ channel: 'telegram', account: api.account }, clock, log)
  /** A group may become a supergroup and get messages within one batch, before the store knows about the move. */
  const movedFrom = new Map<ChatId, ChatId>()
  const context: UpdateContext = {
    get me() {
      return deps.me()
    },
    account: api.account,
    groupMode: (chat) => deps.groupMode(movedFrom.get(chat) ?? chat),
    isCommand: deps.isCommand,
  }
  const downloads = createDownloadQueue<PendingUpdate>({
    account: api.account,
    download: fetchFiles,
    store: (served, left) => store(served, (events) => openInbox().keep(left, events)),
    failed: (error) => log.warn({ err: error }, 'the files of a message could not be stored; the message waits'),
    pauseMs: 5 * deps.secondMs,
  })

  function read(json: unknown, raw: string): PendingUpdate[] {
    const received = toInbound(json, raw, clock.now(), context)
    if (received?.event.kind === 'membership' && received.event.movedTo)
      movedFrom.set(received.event.movedTo, received.event.chat)
    return received ? [{ ...withoutStrangersFiles(received), raw, chat: chatOf(received.event) ?? NO_CHAT }] : []
  }

  /** Skips the files of strangers before anything is downloaded. */
  function withoutStrangersFiles(received: ReceivedUpdate): ReceivedUpdate {
    const { event, files } = received
    if (event.kind !== 'message' || files.length === 0 || deps.inbox()?.knows(event.sender)) return received
    return skipAttachments(received)
  }

  async function fetchFiles(late: PendingUpdate[], signal: AbortSignal): Promise<PendingUpdate[]> {
    const { signal: inTime, release } = joinSignals(signal, AbortSignal.timeout(limits.downloadMs))
    const fetch = (file: WantedFile) => fetchFile(api, fileStore, file, limits, inTime)
    const events = await fetchAttachments({ fetch, fileStore, transcribe }, late, inTime).finally(release)
    return late.map((pending, at) => ({ ...pending, event: events[at] ?? pending.event }))
  }

  function openInbox(): Inbox {
    const inbox = deps.inbox()
    if (!inbox) throw new Error('updates arrived while the channel was not listening')
    return inbox
  }

  function store(pending: PendingUpdate[], commit: (events: InboundEvent[]) => Accepted[]): void {
    const accepted = batchStorage.store(openInbox(), pending, commit)
    for (const [at, received] of pending.entries()) {
      const outcome = accepted[at]
      if (outcome) deps.onStored(received, outcome)
    }
  }

  return {
    open(inbox, signal) {
      downloads.enter(downloads.open(inbox, signal).flatMap((raw) => read(parseJson(raw), raw)))
    },

    // Messages of a chat wait, in order, while its files are downloaded. Other chats do not wait, and a stop never
    // does.
    async take(updates, cursor, signal) {
      const all = updates.flatMap(({ json, raw }) => read(json, raw))
      const chatsWithFiles = new Set(all.flatMap(({ files, event }) => (files.length > 0 ? [chatOf(event)] : [])))
      const late = all.filter(({ event }) =>
        mustWait(event, (chat) => chatsWithFiles.has(chat) || downloads.holds(chat)),
      )
      await downloads.hasRoom(signal)
      if (late.length > 0) downloads.enter(late)
      store(
        all.filter((pending) => !late.includes(pending)),
        (events) => openInbox().accept(events, cursor),
      )
    },

    closed: downloads.closed,
  }
}

/** Everything but messages and edits acts at once, and so does "/stop". */
function mustWait(event: InboundEvent, isHeld: (chat: ChatId) => boolean): boolean {
  if (event.kind !== 'message' && event.kind !== 'edit') return false
  return isHeld(event.chat) && !/^\/stop\b/i.test(event.text)
}

const chatOf = (event: InboundEvent) => ('chat' in event ? event.chat : undefined)

/** One update, parsed, with its original text. */
export interface RawUpdate {
  id: number | undefined
  json: unknown
  raw: string
}

/** Splits an answer to getUpdates. Throws NoAnswerError if it is malformed. */
export function readBatch(text: string): RawUpdate[] {
  const result = resultOf(text)
  if (!result) throw new NoAnswerError('getUpdates', 'the answer could not be read', true)
  return withRawText(text, 2, result).map(({ json, raw }) => ({ id: idOf(json), json, raw }))
}

function resultOf(text: string): unknown[] | undefined {
  try {
    const { ok, result } = JSON.parse(text) as { ok?: unknown; result?: unknown }
    return ok === true && Array.isArray(result) ? result : undefined
  } catch {
    return undefined
  }
}

function idOf(json: unknown): number | undefined {
  const id = typeof json === 'object' && json !== null && 'update_id' in json ? json.update_id : undefined
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined
}
