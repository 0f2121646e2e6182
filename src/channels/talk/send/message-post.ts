import { openAsBlob } from 'node:fs'
import type { Delivery, Receipt } from '../../../domain/delivery.ts'
import { channelMessages } from '../../../messages/channel-messages.ts'
import type { Language } from '../../../messages/languages.ts'
import { type AnyText, textIn } from '../../../messages/localized.ts'
import { expiryOf } from '../inbound.ts'
import { asDocument, MAX_CAPTION_CHARS, type ReplyTarget, readBody } from '../outbound.ts'
import { talkMessages } from '../talk-messages.ts'
import type { Capabilities } from '../wire/capabilities.ts'
import type { TalkFailure } from '../wire/failure.ts'
import type { TalkClient } from '../wire/talk-client.ts'
import { isRefused, postWithFile } from './file-post.ts'
import { defuseCommand, defuseMentions, dialectOf, toDialect } from './markdown-dialect.ts'
import { findReferences, type ReferenceWriter, referenceOf } from './message-reference.ts'
import { receiptBeforeSend, receiptInRoom, receiptOfSend, whyNoFile } from './send-receipts.ts'

/** The target of a message, and what we know about the room. */
export interface PostTarget {
  token: string
  able: Capabilities
  members: ReadonlySet<string> | undefined
  place: ReplyTarget
  /** Sends no notification. */
  silent: boolean
  /** For the notes we add. */
  language: Language
}

/** Posts one message and works around refusals where it can. */
export async function postMessage(
  client: TalkClient,
  room: PostTarget,
  item: DeliveryMessage,
  signal: AbortSignal,
): Promise<Receipt> {
  const { file } = item
  const converted = { ...item, text: toServerText(room, item.text) }
  return file
    ? await postFile(client, room, { ...converted, file }, signal)
    : await postText(client, room, converted, signal)
}

/** The message it replies to and its thread may be gone. That must not cost the answer. */
async function postText(
  client: TalkClient,
  room: PostTarget,
  item: DeliveryMessage,
  signal: AbortSignal,
): Promise<Receipt> {
  const { token, place, silent } = room
  const { text: message, referenceId } = item
  const answer = await client.send(token, { message, referenceId, ...place, ...(silent ? { silent } : {}) }, signal)
  if (answer.ok) return { status: 'sent', remoteId: String(answer.value.id), ...expiryOf(answer.value) }
  const { replyTo, ...thread } = place
  const isMisplaced = isRefused(answer.failure, 400)
  if (isMisplaced && replyTo !== undefined) return await postText(client, { ...room, place: thread }, item, signal)
  if (isMisplaced && thread.threadId !== undefined) return await postText(client, { ...room, place: {} }, item, signal)
  if (isRefused(answer.failure, 413) && message.length > MAX_CAPTION_CHARS) {
    const { text, document } = asDocument(message, room.language)
    if (document) return await postFile(client, room, { ...item, text, file: textFile(document) }, signal)
  }
  return await receiptInRoom(client, token, answer.failure, signal)
}

/** If the server refuses the file, the text says so, because the text must not be lost with it. */
async function postFile(
  client: TalkClient,
  room: PostTarget,
  { referenceId, file, text }: DeliveryMessage & { file: MessageFile },
  signal: AbortSignal,
): Promise<Receipt> {
  const { token, able, place, silent } = room
  const postWithoutFile = (why: AnyText) => {
    const note = toServerText(room, `*(${channelMessages.notAttached(file.name, why)[room.language]})*`)
    return postText(client, room, { referenceId, text: text === '' ? note : `${text}\n\n${note}` }, signal)
  }
  if (!able.attachments.allowed) return await postWithoutFile(talkMessages.filesOff)
  const content = await file.content().catch(() => undefined)
  if (!content) return await postWithoutFile(channelMessages.fileGone)
  const filePost = { token, name: file.name, content, caption: text, referenceId, place, silent }
  const answer = await postWithFile(client, { ...filePost, inRoomFolder: able.attachments.subfolders }, signal)
  if (!answer.ok && !isPosted(answer.failure)) {
    const { failure } = answer
    if (failure.kind === 'refused') return await postWithoutFile(whyNoFile(failure))
    return 'before' in answer ? receiptBeforeSend(failure) : receiptOfSend(failure)
  }
  // The response is about the share. The message has its own id, which we look up.
  const traces = await findReferences(client, { token, after: place.replyTo, references: [referenceId] }, signal)
  const sentTraces = traces.ok ? traces.value : undefined
  return { status: 'sent', remoteId: sentTraces?.ids.get(referenceId) ?? referenceId, ...sentTraces?.expiry }
}

/** The server answers this after posting the message, whether or not it was posted before. */
function isPosted(failure: TalkFailure): boolean {
  return isRefused(failure, 403) && 'reason' in failure && /already shared/i.test(textIn(failure.reason, 'en'))
}

function toServerText({ able, members }: PostTarget, markdown: string): string {
  return defuseCommand(defuseMentions(toDialect(markdown, dialectOf(able)), members))
}

/** One message on the platform: text, or a file with an optional caption. */
export interface DeliveryMessage {
  text: string
  file?: MessageFile
  referenceId: string
}

interface MessageFile {
  name: string
  /** Rejects if the file no longer exists. */
  content(): Promise<Blob>
}

export interface Shelf {
  path(hash: string): string
}

/**
 * The messages of one delivery, in order. The same delivery always gives the same messages with the same references.
 */
export function messagesOf(
  delivery: Delivery,
  able: Pick<Capabilities, 'has'>,
  fileStore: Shelf,
  writer: ReferenceWriter,
): DeliveryMessage[] {
  const { text, document } = readBody(delivery.body)
  const attachments = delivery.files.map(({ hash, name }) => ({
    name,
    content: async () => openAsBlob(fileStore.path(hash)),
  }))
  const files = [...(document ? [textFile(document)] : []), ...attachments]
  const isCaption = files.length === 1 && text.length <= MAX_CAPTION_CHARS && able.has('media-caption')
  const textMessages = text === '' || isCaption ? [] : [{ text }]
  const all = [...textMessages, ...files.map((file) => ({ text: isCaption ? text : '', file }))]
  return all.map((item, at) => ({ ...item, referenceId: referenceOf(delivery, at, writer) }))
}

function textFile({ name, content }: { name: string; content: string }): MessageFile {
  return { name, content: async () => new Blob([content], { type: 'text/markdown' }) }
}
