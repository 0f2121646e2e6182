import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { NamedFile } from '../../../domain/file.ts'
import type { ChannelFileStore } from '../../shared/attachments.ts'
import type { SendTarget } from '../outbound.ts'
import type { TelegramApi, UploadMethod } from '../wire/api.ts'
import { failureOf, UnsendableError } from '../wire/failure.ts'

/** Sends a text as a file and returns the id of its message. */
export async function uploadText(
  api: TelegramApi,
  fields: SendTarget & Record<string, unknown>,
  { name, content }: { name: string; content: string },
  signal: AbortSignal,
): Promise<number> {
  const file = { field: 'document', name, content: new Blob([content], { type: 'text/markdown' }) }
  return (await api.upload('sendDocument', fields, file, signal)).message_id
}

/** Sends a stored file as a photo, voice message and so on. If the server refuses that, sends it as a plain file. */
export async function uploadStoredFile(
  api: TelegramApi,
  fileStore: ChannelFileStore,
  fields: SendTarget & Record<string, unknown>,
  { hash, name }: NamedFile,
  signal: AbortSignal,
): Promise<number> {
  const path = fileStore.path(hash)
  const { size } = await stat(path).catch(() => {
    throw new UnsendableError(`${name} is missing from the stored files`)
  })
  const [method, field, maxBytes] = uploadKinds[extname(name).toLowerCase()] ?? plainFile
  const content = await openAsBlob(path)
  const upload = (uploadMethod: UploadMethod, fieldName: string) =>
    api.upload(uploadMethod, fields, { field: fieldName, name, content }, signal)
  if (method === 'sendDocument' || size > maxBytes) return (await upload('sendDocument', 'document')).message_id
  try {
    return (await upload(method, field)).message_id
  } catch (error) {
    if (failureOf(error).kind !== 'refused') throw error
    return (await upload('sendDocument', 'document')).message_id
  }
}

type UploadKind = [method: UploadMethod, field: string, maxBytes: number]
const MAX_UPLOAD_BYTES = 50_000_000
const photo: UploadKind = ['sendPhoto', 'photo', 10_000_000]
const voice: UploadKind = ['sendVoice', 'voice', MAX_UPLOAD_BYTES]
const audio: UploadKind = ['sendAudio', 'audio', MAX_UPLOAD_BYTES]
const plainFile: UploadKind = ['sendDocument', 'document', MAX_UPLOAD_BYTES]
const uploadKinds: Record<string, UploadKind> = {
  '.jpg': photo,
  '.jpeg': photo,
  '.png': photo,
  '.ogg': voice,
  '.oga': voice,
  '.opus': voice,
  '.mp3': audio,
  '.m4a': audio,
  '.mp4': ['sendVideo', 'video', MAX_UPLOAD_BYTES],
  '.gif': ['sendAnimation', 'animation', MAX_UPLOAD_BYTES],
}
