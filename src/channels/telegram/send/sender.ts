import type { Button, Delivery, Receipt, ReconcileResult } from '../../../domain/delivery.ts'
import type { NamedFile } from '../../../domain/file.ts'
import type { ChatId } from '../../../domain/ids.ts'
import { channelMessages } from '../../../messages/channel-messages.ts'
import type { ChannelFileStore } from '../../shared/attachments.ts'
import {
  asDocument,
  markRepeat,
  readBody,
  type SendTarget,
  sanitize,
  type TelegramBody,
  toTarget,
  withoutLink,
} from '../outbound.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { failureOf, isSilence, receiptOf, type TelegramFailure } from '../wire/failure.ts'
import { keyboard } from '../wire/inline-keyboard.ts'
import { toChatId } from '../wire/update-schema.ts'
import { uploadStoredFile, uploadText } from './upload.ts'

export interface SenderDeps {
  api: TelegramApi
  fileStore: ChannelFileStore
  /** The message to write the answer into, if a placeholder exists. */
  placeholder(delivery: Delivery): Promise<number | undefined>
  /** Deletes a placeholder the answer could not be written into. */
  discard(chat: number, message: number): void
  moved(from: ChatId, to: ChatId): void
  /** Called when the bot was blocked or removed; deliveries to this chat then wait. */
  shutOut(chat: ChatId): void
}

export interface Sender {
  send(delivery: Delivery, signal: AbortSignal): Promise<Receipt>
  reconcile(delivery: Delivery, signal: AbortSignal): Promise<ReconcileResult>
}

/** One message on the platform: the text, or one of its files. */
interface Item extends TelegramBody {
  file?: NamedFile
  buttons: readonly Button[]
}

/** Sends deliveries and works around refusals where it can. */
export function createSender(deps: SenderDeps): Sender {
  const { api } = deps
  /** Groups that became supergroups just now, until the store knows about it. */
  const moves = new Map<number, number>()
  /** Deleted topics; answers for them go to the chat itself. */
  const lostTopics = new Set<string>()
  /** Answers written into a placeholder with an unknown outcome. Writing them again is harmless. */
  const rewrites = new Map<string, number>()
  /** For a delivery of several messages: the ids of those that arrived, so that a retry continues after them. */
  const progress = new Map<string, string[]>()

  async function send(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    const items = itemsOf(delivery)
    const arrived = progress.get(delivery.key) ?? []
    const before = arrived.length
    progress.set(delivery.key, arrived)
    for (const item of items.slice(before)) {
      // If we remember which ones arrived, only the next one is in doubt. After a restart all of them are.
      const maybeRepeat = delivery.maybeRepeat && (before === 0 || arrived.length === before)
      const receipt = await sendItem({ ...delivery, maybeRepeat }, item, arrived.length, signal)
      if (receipt.status === 'refused') progress.delete(delivery.key)
      if (receipt.status !== 'sent') return receipt
      arrived.push(receipt.remoteId)
    }
    progress.delete(delivery.key)
    const [remoteId] = arrived
    return remoteId === undefined ? { status: 'refused', reason: channelMessages.empty } : { status: 'sent', remoteId }
  }

  async function sendItem(delivery: Delivery, item: Item, at: number, signal: AbortSignal): Promise<Receipt> {
    const target = currentTarget({ ...delivery, part: delivery.part + at })
    const placeholder = at === 0 ? (rewrites.get(delivery.key) ?? (await deps.placeholder(delivery))) : undefined
    if (placeholder !== undefined) {
      const receipt = await rewrite(delivery.key, item, target.chat_id, placeholder, signal)
      if (receipt) return receipt
      deps.discard(target.chat_id, placeholder)
    }
    const { maybeRepeat, language } = delivery
    return await attempt(delivery, maybeRepeat ? { ...item, ...markRepeat(item, language) } : item, target, signal)
  }

  function currentTarget(delivery: Delivery): SendTarget {
    const { message_thread_id: thread, ...target } = toTarget(delivery)
    const chat = moves.get(target.chat_id) ?? target.chat_id
    const isLost = thread === undefined || lostTopics.has(`${chat}:${thread}`)
    return { ...target, chat_id: chat, ...(isLost ? {} : { message_thread_id: thread }) }
  }

  /** Undefined if the answer has to be a new message. */
  async function rewrite(key: string, item: Item, chat_id: number, message_id: number, signal: AbortSignal) {
    if (item.document || item.file) return undefined
    rewrites.set(key, message_id)
    const call = { chat_id, message_id, ...textOf(item) }
    const failure = await failureOfCall(() => api.methods.editMessageText(call, abortable(signal)))
    if (failure && retryableKinds.has(failure.kind)) return receiptOf(failure)
    rewrites.delete(key)
    if (failure && failure.kind !== 'unchanged') return undefined
    return { status: 'sent', remoteId: String(message_id) } satisfies Receipt
  }

  /** Each workaround is tried once. If the failure stays, it is final. */
  async function attempt(delivery: Delivery, first: Item, where: SendTarget, signal: AbortSignal): Promise<Receipt> {
    let item = first
    let target = where
    const attempted = new Set<string>()
    for (;;) {
      let remoteId = 0
      const failure = await failureOfCall(async () => {
        remoteId = await post(item, target, signal)
      })
      if (!failure) return { status: 'sent', remoteId: String(remoteId) }
      const isNew = !attempted.has(failure.kind)
      attempted.add(failure.kind)
      const { message_thread_id: thread, ...chatOnly } = target
      if (isNew && failure.kind === 'moved') {
        moves.set(target.chat_id, failure.to)
        deps.moved(delivery.route.chat, toChatId(failure.to))
        // Topics and message ids do not survive the move.
        target = { chat_id: failure.to }
      } else if (isNew && failure.kind === 'no thread' && thread !== undefined) {
        lostTopics.add(`${target.chat_id}:${thread}`)
        target = chatOnly
      } else if (isNew && failure.kind === 'too long' && !item.document && !item.file) {
        item = { ...item, ...asDocument(item, item.text, delivery.language) }
      } else if (failure.kind === 'bad link' && hasLink(item, failure.url)) {
        item = { ...item, ...withoutLink(item, failure.url) }
      } else if (isBadStyle(failure) && item.entities.length > 0) {
        item = { ...item, entities: [] }
      } else if (isBadStyle(failure) && sanitize(item).text !== item.text) {
        item = { ...item, ...sanitize(item) }
      } else {
        if (failure.kind === 'closed') deps.shutOut(delivery.route.chat)
        return receiptOf(failure)
      }
    }
  }

  async function post(item: Item, target: SendTarget, signal: AbortSignal): Promise<number> {
    const { text, entities, reply_markup, link_preview_options } = textOf(item)
    const caption = text === '' ? {} : { caption: text, caption_entities: entities }
    const fields = { ...target, ...caption, ...(reply_markup ? { reply_markup } : {}) }
    if (item.document) return await uploadText(api, fields, item.document, signal)
    if (item.file) return await uploadStoredFile(api, deps.fileStore, fields, item.file, signal)
    const message = { ...target, text, entities, link_preview_options, ...(reply_markup ? { reply_markup } : {}) }
    return (await api.methods.sendMessage(message, abortable(signal))).message_id
  }

  /** The Bot API cannot say whether a message arrived. We can only tell whether sending it again makes sense. */
  async function reconcile({ key }: Delivery, signal: AbortSignal): Promise<ReconcileResult> {
    const failure = await failureOfCall(() => api.methods.getMe(abortable(signal)))
    if (failure && isSilence(failure)) return { status: 'away' }
    return { status: rewrites.has(key) ? 'absent' : 'unknown' }
  }

  return { send, reconcile }
}

/** Either the outcome is unknown or nothing happened. In both cases repeating the edit is safe. */
const retryableKinds: ReadonlySet<TelegramFailure['kind']> = new Set(['throttled', 'unknown', 'unreached', 'late'])

function isBadStyle({ kind }: TelegramFailure): boolean {
  return kind === 'bad entities' || kind === 'bad link'
}

function hasLink({ entities }: Item, url: string): boolean {
  return entities.some((entity) => entity.type === 'text_link' && entity.url === url)
}

function itemsOf({ body, buttons, files }: Delivery): Item[] {
  const content = readBody(body)
  const textItems = content.text === '' && !content.document ? [] : [{ ...content, buttons }]
  return [...textItems, ...files.map((file) => ({ text: '', entities: [], buttons: [], file }))]
}

function textOf({ text, entities, buttons }: Item) {
  return {
    text,
    entities,
    link_preview_options: { is_disabled: true },
    ...(buttons.length > 0 ? { reply_markup: keyboard(buttons) } : {}),
  }
}

async function failureOfCall(call: () => Promise<unknown>): Promise<TelegramFailure | undefined> {
  try {
    await call()
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}
