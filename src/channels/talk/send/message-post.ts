import type { Receipt } from '../../../domain/delivery.ts'
import { expiryOf } from '../inbound.ts'
import { asDocument, MAX_CAPTION_CHARS, type ReplyTarget } from '../outbound.ts'
import type { Capabilities } from '../wire/capabilities.ts'
import type { TalkFailure } from '../wire/failure.ts'
import type { TalkClient } from '../wire/talk-client.ts'
import { type DeliveryMessage, type MessageFile, textFile } from './delivery-messages.ts'
import { isRefused, postWithFile } from './file-post.ts'
import { dialectOf, toDialect } from './markdown-dialect.ts'
import { defuseCommand, defuseMentions } from './mentions.ts'
import { findReferences } from './reference-search.ts'
import { receiptBeforeSend, receiptInRoom, receiptOfSend, whyNoFile } from './send-receipts.ts'

/** The target of a message, and what we know about the room. */
export interface PostTarget {
  token: string
  able: Capabilities
  members: ReadonlySet<string> | undefined
  place: ReplyTarget
  /** Sends no notification. */
  silent: boolean
}

/** Posts one message and works around refusals where it can. */
export async function postMessage(
  client: TalkClient,
  room: PostTarget,
  item: DeliveryMessage,
  signal: AbortSignal,
): Promise<Receipt> {
  const { file } = item
  const written = { ...item, text: toServerText(room, item.text) }
  return file
    ? await postFile(client, room, { ...written, file }, signal)
    : await postText(client, room, written, signal)
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
    const { text, document } = asDocument(message)
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
  const instead = (why: string) => {
    const note = toServerText(room, `*(${file.name} could not be attached: ${why})*`)
    return postText(client, room, { referenceId, text: text === '' ? note : `${text}\n\n${note}` }, signal)
  }
  if (!able.attachments.allowed) return await instead('files are switched off on this server')
  const content = await file.content().catch(() => undefined)
  if (!content) return await instead('it is not on the shelf any more')
  const attaching = { token, name: file.name, content, caption: text, referenceId, place, silent }
  const answer = await postWithFile(client, { ...attaching, inRoomFolder: able.attachments.subfolders }, signal)
  if (!answer.ok && !isPosted(answer.failure)) {
    const { failure } = answer
    if (failure.kind === 'refused') return await instead(whyNoFile(failure))
    return 'before' in answer ? receiptBeforeSend(failure) : receiptOfSend(failure)
  }
  // The response is about the share. The message has its own id, which we look up.
  const traces = await findReferences(client, { token, after: place.replyTo, references: [referenceId] }, signal)
  const found = traces.ok ? traces.value : undefined
  return { status: 'sent', remoteId: found?.ids.get(referenceId) ?? referenceId, ...found?.expiry }
}

/** The server answers this after posting the message, whether or not it was posted before. */
function isPosted(failure: TalkFailure): boolean {
  return isRefused(failure, 403) && 'reason' in failure && /already shared/i.test(failure.reason)
}

function toServerText({ able, members }: PostTarget, markdown: string): string {
  return defuseCommand(defuseMentions(toDialect(markdown, dialectOf(able)), members))
}
