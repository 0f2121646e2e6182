import type { Receipt } from '../../../domain/delivery.ts'
import { expiryOf } from '../inbound.ts'
import { asDocument, CAPTION_LIMIT, type Place } from '../outbound.ts'
import type { Capabilities } from '../wire/capabilities.ts'
import type { TalkClient } from '../wire/client.ts'
import type { Failure } from '../wire/failure.ts'
import { attach, isRefused } from './attaching.ts'
import { dialectOf, inDialect } from './dialect.ts'
import { asFile, type Item, type ItemFile } from './items.ts'
import { lookUp } from './look-up.ts'
import { defuseCommand, defuseMentions } from './mentions.ts'
import { receiptInRoom, receiptOfSend, whyNoFile, withoutSend } from './refusals.ts'

/** The target of a message, and what we know about the room. */
export interface Room {
  token: string
  able: Capabilities
  members: ReadonlySet<string> | undefined
  place: Place
  /** Sends no notification. */
  silent: boolean
}

/** Posts one message and works around refusals where it can. */
export async function post(client: TalkClient, room: Room, item: Item, signal: AbortSignal): Promise<Receipt> {
  const { file } = item
  const written = { ...item, text: writtenIn(room, item.text) }
  return file
    ? await postFile(client, room, { ...written, file }, signal)
    : await postText(client, room, written, signal)
}

/** The message it replies to and its thread may be gone. That must not cost the answer. */
async function postText(client: TalkClient, room: Room, item: Item, signal: AbortSignal): Promise<Receipt> {
  const { token, place, silent } = room
  const { text: message, referenceId } = item
  const answer = await client.send(token, { message, referenceId, ...place, ...(silent ? { silent } : {}) }, signal)
  if (answer.ok) return { status: 'sent', remoteId: String(answer.value.id), ...expiryOf(answer.value) }
  const { replyTo, ...thread } = place
  const isMisplaced = isRefused(answer.failure, 400)
  if (isMisplaced && replyTo !== undefined) return await postText(client, { ...room, place: thread }, item, signal)
  if (isMisplaced && thread.threadId !== undefined) return await postText(client, { ...room, place: {} }, item, signal)
  if (isRefused(answer.failure, 413) && message.length > CAPTION_LIMIT) {
    const { text, document } = asDocument(message)
    if (document) return await postFile(client, room, { ...item, text, file: asFile(document) }, signal)
  }
  return await receiptInRoom(client, token, answer.failure, signal)
}

/** If the server refuses the file, the text says so, because the text must not be lost with it. */
async function postFile(
  client: TalkClient,
  room: Room,
  { referenceId, file, text }: Item & { file: ItemFile },
  signal: AbortSignal,
): Promise<Receipt> {
  const { token, able, place, silent } = room
  const instead = (why: string) => {
    const note = writtenIn(room, `*(${file.name} could not be attached: ${why})*`)
    return postText(client, room, { referenceId, text: text === '' ? note : `${text}\n\n${note}` }, signal)
  }
  if (!able.attachments.allowed) return await instead('files are switched off on this server')
  const content = await file.content().catch(() => undefined)
  if (!content) return await instead('it is not on the shelf any more')
  const attaching = { token, name: file.name, content, caption: text, referenceId, place, silent }
  const answer = await attach(client, { ...attaching, inRoomFolder: able.attachments.subfolders }, signal)
  if (!answer.ok && !isPosted(answer.failure)) {
    const { failure } = answer
    if (failure.kind === 'refused') return await instead(whyNoFile(failure))
    return 'before' in answer ? withoutSend(failure) : receiptOfSend(failure)
  }
  // The response is about the share. The message has its own id, which we look up.
  const traces = await lookUp(client, { token, after: place.replyTo, references: [referenceId] }, signal)
  const found = traces.ok ? traces.value : undefined
  return { status: 'sent', remoteId: found?.ids.get(referenceId) ?? referenceId, ...found?.expiry }
}

/** The server answers this after posting the message, whether or not it was posted before. */
function isPosted(failure: Failure): boolean {
  return isRefused(failure, 403) && 'reason' in failure && /already shared/i.test(failure.reason)
}

function writtenIn({ able, members }: Room, markdown: string): string {
  return defuseCommand(defuseMentions(inDialect(markdown, dialectOf(able)), members))
}
