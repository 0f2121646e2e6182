import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { safeName } from '../../../lib/text/safe-name.ts'
import type { Place } from '../outbound.ts'
import type { TalkClient } from '../wire/client.ts'
import { type Answer, type Failure, failed, ok } from '../wire/failure.ts'

/** A file, and the message that it comes with. */
export interface Attaching {
  token: string
  name: string
  content: Blob
  /** Words below it, on servers that know them. */
  caption: string
  referenceId: string
  place: Place
  silent: boolean
  /** The server keeps a folder for each room. */
  inRoomFolder: boolean
}

/** What failed: before the message was asked for nothing of it can be there. */
export type Attached = Answer<void> | { ok: false; failure: Failure; before: true }

/** Our own, so that nothing that others shared with us is ever written over. */
const FOLDER = 'Skein outbox'

/**
 * Puts a file into our home and its message into the room. Done again it finds the file under the same name; the message
 * would be there twice, so whoever does it again looks for the reference before.
 */
export async function attach(client: TalkClient, file: Attaching, signal: AbortSignal): Promise<Attached> {
  if (!file.inRoomFolder) return await share(client, file, signal)
  const folder = await client.draftFolder(file.token, signal)
  // Switched off meanwhile, or for this room.
  if (!folder.ok && folder.failure.kind === 'refused' && folder.failure.status !== 507)
    return await share(client, file, signal)
  if (!folder.ok) return { ...folder, before: true }
  const { token, referenceId, content, name } = file
  const filePath = `${folder.value}/${markOf(referenceId)}${extname(name)}`
  const stored = await put(client, filePath, content, signal)
  if (!stored.ok) return { ...stored, before: true }
  return await client.attach(token, { filePath, fileName: safeName(name), referenceId, meta: metaOf(file) }, signal)
}

/** A folder for each message, so that the file in it can keep its name. */
async function share(client: TalkClient, file: Attaching, signal: AbortSignal): Promise<Attached> {
  const { token, referenceId } = file
  const folder = `/${FOLDER}/${markOf(referenceId)}`
  const path = `${folder}/${safeName(file.name)}`
  const stored = await put(client, path, file.content, signal, [`/${FOLDER}`, folder])
  if (!stored.ok) return { ...stored, before: true }
  const answer = await client.share({ token, path, referenceId, meta: metaOf(file) }, signal)
  const { replyTo } = file.place
  if (answer.ok || !isRefused(answer.failure, 400) || replyTo === undefined) return answer
  const { replyTo: _gone, ...meta } = metaOf(file)
  return await client.share({ token, path, referenceId, meta }, signal)
}

/** What is there already was put there by us: the name is of one delivery, and a file arrives whole or not at all. */
async function put(
  client: TalkClient,
  path: string,
  content: Blob,
  signal: AbortSignal,
  folders: string[] = [],
): Promise<Answer<void>> {
  const answer = await client.upload(path, content, signal)
  if (answer.ok || isRefused(answer.failure, 412)) return ok(undefined)
  if (folders.length === 0 || !(isRefused(answer.failure, 404) || isRefused(answer.failure, 409))) return answer
  for (const folder of folders) {
    const made = await client.makeFolder(folder, signal)
    if (!made.ok) return failed(made.failure)
  }
  return await put(client, path, content, signal)
}

function metaOf({ name, caption, place, silent }: Attaching): Record<string, unknown> {
  const messageType = voices.has(extname(name).toLowerCase()) ? 'voice-message' : 'comment'
  return { messageType, ...(caption === '' ? {} : { caption }), ...place, ...(silent ? { silent } : {}) }
}

const voices = new Set(['.ogg', '.oga', '.opus', '.wav'])

function markOf(referenceId: string): string {
  return createHash('sha256').update(referenceId).digest('hex').slice(0, 16)
}

export function isRefused(failure: Failure, status: number): boolean {
  return failure.kind === 'refused' && failure.status === status
}
