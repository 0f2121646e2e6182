import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { safeName } from '../../../lib/text/safe-name.ts'
import type { ReplyTarget } from '../outbound.ts'
import { failed, ok, type TalkAnswer, type TalkFailure } from '../wire/failure.ts'
import type { TalkClient } from '../wire/talk-client.ts'

/** A file and the message that carries it. */
export interface FilePost {
  token: string
  name: string
  content: Blob
  /** The caption, on servers that support captions. */
  caption: string
  referenceId: string
  place: ReplyTarget
  silent: boolean
  /** The server has a folder for each room. */
  inRoomFolder: boolean
}

/** `before` means that it failed before the message was requested, so no message can exist. */
export type FilePostResult = TalkAnswer<void> | { ok: false; failure: TalkFailure; before: true }

/** Our own folder, so that we never overwrite files others shared with us. */
const OUTBOX_FOLDER = 'Skein outbox'

/**
 * Uploads a file and posts its message. Repeating the upload is safe, because the name is the same; repeating the post
 * is not, so callers look for the reference first.
 */
export async function postWithFile(client: TalkClient, file: FilePost, signal: AbortSignal): Promise<FilePostResult> {
  if (!file.inRoomFolder) return await share(client, file, signal)
  const folder = await client.draftFolder(file.token, signal)
  // The feature may have been disabled meanwhile, or for this room.
  if (!folder.ok && folder.failure.kind === 'refused' && folder.failure.status !== 507)
    return await share(client, file, signal)
  if (!folder.ok) return { ...folder, before: true }
  const { token, referenceId, content, name } = file
  const filePath = `${folder.value}/${toMark(referenceId)}${extname(name)}`
  const stored = await put(client, filePath, content, signal)
  if (!stored.ok) return { ...stored, before: true }
  return await client.attach(token, { filePath, fileName: safeName(name), referenceId, meta: toMeta(file) }, signal)
}

/** Each message gets its own folder, so that the file can keep its name. */
async function share(client: TalkClient, file: FilePost, signal: AbortSignal): Promise<FilePostResult> {
  const { token, referenceId } = file
  const folder = `/${OUTBOX_FOLDER}/${toMark(referenceId)}`
  const path = `${folder}/${safeName(file.name)}`
  const stored = await put(client, path, file.content, signal, [`/${OUTBOX_FOLDER}`, folder])
  if (!stored.ok) return { ...stored, before: true }
  const answer = await client.share({ token, path, referenceId, meta: toMeta(file) }, signal)
  const { replyTo } = file.place
  if (answer.ok || !isRefused(answer.failure, 400) || replyTo === undefined) return answer
  const { replyTo: _gone, ...meta } = toMeta(file)
  return await client.share({ token, path, referenceId, meta }, signal)
}

/** A file with this name was uploaded by us: the name is unique to the delivery, and uploads are atomic. */
async function put(
  client: TalkClient,
  path: string,
  content: Blob,
  signal: AbortSignal,
  folders: string[] = [],
): Promise<TalkAnswer<void>> {
  const answer = await client.upload(path, content, signal)
  if (answer.ok || isRefused(answer.failure, 412)) return ok(undefined)
  if (folders.length === 0 || !(isRefused(answer.failure, 404) || isRefused(answer.failure, 409))) return answer
  for (const folder of folders) {
    const created = await client.makeFolder(folder, signal)
    if (!created.ok) return failed(created.failure)
  }
  return await put(client, path, content, signal)
}

function toMeta({ name, caption, place, silent }: FilePost): Record<string, unknown> {
  const messageType = voiceExtensions.has(extname(name).toLowerCase()) ? 'voice-message' : 'comment'
  return { messageType, ...(caption === '' ? {} : { caption }), ...place, ...(silent ? { silent } : {}) }
}

const voiceExtensions = new Set(['.ogg', '.oga', '.opus', '.wav'])

function toMark(referenceId: string): string {
  return createHash('sha256').update(referenceId).digest('hex').slice(0, 16)
}

export function isRefused(failure: TalkFailure, status: number): boolean {
  return failure.kind === 'refused' && failure.status === status
}
