import { setMaxListeners } from 'node:events'
import type { ChatId } from '../../domain/ids.ts'
import type { InboundMembership } from '../../domain/message.ts'
import { isEnd } from '../../domain/task.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Accepted, Channel, GroupMode, Inbox } from '../channel.ts'
import type { ChannelFileStore } from '../shared/attachments.ts'
import { createMarkMemory } from '../shared/mark-memory.ts'
import type { Transcriber } from '../shared/transcription.ts'
import { toParts } from './outbound.ts'
import type { BotAccount } from './receive/addressing.ts'
import { createCallbacks } from './receive/callbacks.ts'
import type { ReceivedUpdate } from './receive/message-content.ts'
import { createPoller } from './receive/poller.ts'
import { createUpdateDispatcher } from './receive/update-dispatcher.ts'
import { MAX_TELEGRAM_CHARS } from './send/message-splitter.ts'
import { createSender } from './send/sender.ts'
import {
  chatNumber,
  createChatPacer,
  createDraftDisplay,
  type DrawingPace,
  defaultPace,
} from './show/answer-display.ts'
import { createAnswerDrafts } from './show/answer-drafts.ts'
import { createKeyboards } from './show/keyboards.ts'
import { createLeftoverPlaceholders } from './show/leftover-placeholders.ts'
import { createPlaceholderDisplay, deletePlaceholder } from './show/placeholder.ts'
import { createWorkingMark } from './show/working-mark.ts'
import { telegramMessages } from './telegram-messages.ts'
import { abortable, createTelegramApi } from './wire/api.ts'
import { type CommandMenu, createCommandMenus } from './wire/command-menus.ts'
import { describeFailure, failureOf } from './wire/failure.ts'
import { createPollBackoff } from './wire/outage.ts'

export interface TelegramDeps {
  token: string
  /** For a self-hosted Bot API server. */
  apiRoot?: string
  /** The self-hosted server runs on this machine, so we may read files by the paths it returns. */
  localServer?: boolean
  groupMode(chat: ChatId): GroupMode
  /** The command menus people see when they type a slash. */
  menus(): CommandMenu[]
  /** The owner's user ids. The owner's chat gets its own menu. */
  owners(): number[]
  isCommand(name: string): boolean
  fileStore: ChannelFileStore
  transcribe: Transcriber
  clock: Clock
  log: Log
  /** Tells the owner about problems only they can fix. */
  trouble(sentence: AnyText): void
  pace?: DrawingPace
  /** The time limit for the downloads of one batch. */
  fetchMs?: number
  /** The length of a second; shorter in tests. */
  secondMs?: number
}

export interface TelegramChannel extends Channel {
  /** Monotonic ms of the last answer to a poll. The loop may be alive while nobody answers it. */
  lastRoundTrip(): number | undefined
}

export const PUBLIC_API_ROOT = 'https://api.telegram.org'
const MiB = 1024 * 1024
const MAX_REMEMBERED_IDS = 2000

/** Implements the channel contract with the Bot API. */
export function createTelegram(deps: TelegramDeps): TelegramChannel {
  const {
    clock,
    log,
    isCommand,
    pace = defaultPace,
    secondMs = 1000,
    apiRoot = PUBLIC_API_ROOT,
    fetchMs = 40_000,
  } = deps
  const api = createTelegramApi({ token: deps.token, apiRoot })
  const closed = new AbortController()
  // A batch of 100 messages may start 100 calls at once, and each listens for the abort.
  setMaxListeners(0, closed.signal)
  const pacer = createChatPacer(clock)
  const logFailure = (error: unknown) => log.warn({ err: error }, 'a Telegram call for an indicator failed')
  const marks = createMarkMemory({ channel: 'telegram', account: api.account, second: secondMs, onFailure: logFailure })
  const workingMark = createWorkingMark(api, pacer, marks, closed.signal, logFailure)
  const keyboards = createKeyboards(api, pacer, closed.signal, logFailure)
  const languageIn = (chat: ChatId) => inbox?.languageIn(chat) ?? 'en'
  const callbacks = createCallbacks(api, keyboards, closed.signal, logFailure, languageIn)
  const menus = createCommandMenus({
    api,
    menus: deps.menus,
    owners: deps.owners,
    signal: closed.signal,
    onFailure: logMenuFailure,
  })
  const leftovers = createLeftoverPlaceholders(api.account, secondMs, logFailure)
  /** Maps our message ids to Telegram's, while somebody may work on them. */
  const remoteIds = new Map<number, string>()
  /** Chats that blocked us. Reported once, until a message comes from there again. */
  const unreachableChats = new Set<ChatId>()
  const limits = {
    downloadBytes: apiRoot === PUBLIC_API_ROOT ? 20 * MiB : 2000 * MiB,
    downloadMs: fetchMs,
    isServerLocal: deps.localServer ?? false,
  }

  const drafts = createAnswerDrafts((chat) => {
    if (chatNumber(chat) > 0) return createDraftDisplay({ api, pacer, pace })
    const remoteOf = (message: number) => Number(remoteIds.get(message)) || undefined
    return createPlaceholderDisplay({ api, pacer, pace, placeholders: leftovers, remoteOf, languageIn })
  }, logFailure)
  const sender = createSender({
    api,
    fileStore: deps.fileStore,
    placeholder: async ({ kind, part, task }) =>
      kind === 'reply' && part === 0 && task !== undefined ? await drafts.claim(task) : undefined,
    discard: (chat, message) => void removePlaceholder(chat, message),
    moved: (chat, movedTo) => reportStanding(chat, { standing: 'moved', movedTo }),
    shutOut(chat) {
      if (unreachableChats.has(chat)) return
      unreachableChats.add(chat)
      // Deferred, so that the failed delivery is back in the outbox first and waits there with the others.
      setImmediate(() => reportStanding(chat, { standing: 'out' }))
    },
  })

  let inbox: Inbox | undefined
  let me: BotAccount = { id: Number(api.account), name: '', username: '' }
  let isPolling = false
  const dispatcher = createUpdateDispatcher({
    api,
    me: () => me,
    groupMode: deps.groupMode,
    isCommand,
    fileStore: deps.fileStore,
    transcribe: deps.transcribe,
    clock,
    log,
    inbox: () => inbox,
    onStored,
    limits,
    secondMs,
  })
  const poller = createPoller({ api, apiRoot, clock, log, trouble: deps.trouble, take: dispatcher.take, secondMs })

  function onStored({ event, callback }: ReceivedUpdate, outcome: Accepted): void {
    if ('chat' in event) unreachableChats.delete(event.chat)
    if (callback && 'chat' in event) callbacks.answer(callback, event.chat, outcome)
    if (event.kind === 'message' && outcome.status === 'stored') menus.registerOwnerChat(chatNumber(event.chat))
    if (event.kind === 'message' || event.kind === 'edit') showWorking(event.chat, event.remoteId, outcome)
  }

  function showWorking(chat: ChatId, remoteId: string, outcome: Accepted): void {
    if (outcome.status !== 'stored' || outcome.task === undefined) return
    remoteIds.set(outcome.message, remoteId)
    const [oldest] = remoteIds.keys()
    if (remoteIds.size > MAX_REMEMBERED_IDS && oldest !== undefined) remoteIds.delete(oldest)
    workingMark.open(chat, remoteId)
  }

  const removePlaceholder = (chat: number, message: number) =>
    deletePlaceholder(api, chat, message, leftovers).catch(logFailure)

  function reportStanding(chat: ChatId, standing: Pick<InboundMembership, 'standing' | 'movedTo'>): void {
    const audience = chatNumber(chat) > 0 ? 'private' : 'group'
    try {
      inbox?.accept([{ kind: 'membership', chat, audience, ...standing, at: clock.now() }])
    } catch (error) {
      // The platform tells us again with the next send to this chat.
      logFailure(error)
    }
  }

  /** Asks for our own account, because our username decides what is a mention. */
  async function fetchOwnAccount(signal: AbortSignal): Promise<void> {
    const backoff = createPollBackoff({ log, clock, trouble: deps.trouble, second: secondMs })
    while (!signal.aborted) {
      try {
        const { id, first_name: name, username } = await api.methods.getMe(abortable(signal))
        me = { id, name, username }
        break
      } catch (error) {
        if (!signal.aborted) await sleep(backoff.failed(error), signal)
      }
    }
  }

  function logMenuFailure(error: unknown): void {
    if (!closed.signal.aborted) log.warn({ says: describeFailure(failureOf(error)) }, 'a command menu could not be set')
  }

  return {
    name: 'telegram',
    manners: {
      textLimit: MAX_TELEGRAM_CHARS,
      commandPrefix: '/',
      hasButtons: true,
      hasVoice: true,
      dialect: 'markdown',
      streaming: 'drafts',
      parts: (text, foot) => toParts(text, isCommand, foot),
      reconcileAfterMs: 2000,
      // A chat message that is a day late helps nobody.
      retryForMs: 86_400_000,
    },

    async listen(openInbox, signal) {
      inbox = openInbox
      leftovers.open(openInbox)
      try {
        await fetchOwnAccount(signal)
        dispatcher.open(openInbox, signal)
        void menus.register().catch(logMenuFailure)
        isPolling = true
        const removeMark = (chat: ChatId, remoteId: string) => workingMark.close(chat, remoteId, 'anyway')
        await Promise.all([
          poller.run(openInbox, signal),
          marks.run(openInbox, removeMark, signal),
          leftovers.run(removePlaceholder, signal),
        ])
        await dispatcher.closed()
      } finally {
        isPolling = false
        drafts.close()
        inbox = undefined
      }
    },

    async send(delivery, signal) {
      const receipt = await sender.send(delivery, signal)
      const { chat, replyTo } = delivery.route
      if (receipt.status === 'throttled') pacer.pause(chat, receipt.afterMs)
      if (receipt.status === 'sent' && delivery.buttons.length > 0)
        keyboards.arrived(chat, delivery.message, receipt.remoteId)
      if (receipt.status === 'sent' && replyTo !== undefined)
        workingMark.close(chat, replyTo, delivery.kind === 'reply' ? 'unless closed' : undefined)
      return receipt
    },

    reconcile: sender.reconcile,
    open: async () => ({ status: 'refused', reason: telegramMessages.writeFirst }),
    startLink: (code) => (me.username === '' ? undefined : `https://t.me/${me.username}?start=${code}`),
    show(progress) {
      drafts.show(progress)
      const { chat } = progress
      if (progress.kind === 'settled')
        return keyboards.settle(chat, progress.message, progress.remoteId, progress.shrunk)
      if (progress.kind !== 'state' || !isEnd(progress.state)) return
      // An answer replies to one message, but all messages it answers carry the mark.
      for (const message of progress.messages) workingMark.close(chat, remoteIds.get(message) ?? '')
    },
    // Before polling starts there is no loop to watch; each wait until then has its own limit.
    lastAttempt: () => (isPolling ? poller.lastAttempt() : clock.mono()),
    lastRoundTrip: poller.lastRoundTrip,
    async close() {
      closed.abort()
      drafts.close()
      api.close()
    },
  }
}
