import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { Readable } from 'node:stream'
import { NotStoredError } from '../../../domain/errors.ts'
import { type ChannelFileStore, createByteLimit, type FetchedFile } from '../../shared/attachments.ts'
import { abortable, type TelegramApi } from '../wire/api.ts'
import { describeFailure, failureOf } from '../wire/failure.ts'
import type { WantedFile } from './message-content.ts'

export interface FileLimits {
  /** The public server allows 20 MiB; a self-hosted one has no limit. */
  downloadBytes: number
  downloadMs: number
  /** The Bot API server runs on this machine and its file paths are valid here. Only then may it name a local path. */
  isServerLocal: boolean
}

/** Downloads a file. A failure is a value, because it must not cost the message the file belongs to. */
export async function fetchFile(
  api: TelegramApi,
  fileStore: ChannelFileStore,
  wanted: WantedFile,
  limits: FileLimits,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const tooLarge = {
    status: 'missing',
    reason: `it is larger than ${Math.floor(limits.downloadBytes / MiB)} MB`,
  } as const
  if (wanted.bytes !== undefined && wanted.bytes > limits.downloadBytes) return tooLarge
  const limit = createByteLimit(limits.downloadBytes)
  try {
    const { file_path: path } = await api.methods.getFile({ file_id: wanted.fileId }, abortable(signal))
    if (path === undefined) return { status: 'missing', reason: 'Telegram did not say where it is' }
    // A self-hosted server saves the file on its own disk and returns the absolute path.
    if (isAbsolute(path) && !limits.isServerLocal) return elsewhere
    const source = isAbsolute(path) ? await openOwn(path) : await api.download(path, signal, limits.downloadMs)
    source.once('error', (error) => limit.stream.destroy(error))
    const file = await fileStore.put(source.pipe(limit.stream), wanted.name)
    return 'tooLarge' in file ? { status: 'missing', reason: 'it is too large to be kept' } : { status: 'kept', file }
  } catch (error) {
    // The disk may be full only for a while. Until there is room, the message and its file wait on the platform.
    if (error instanceof NotStoredError) throw error
    return limit.hasOverflowed() ? tooLarge : { status: 'missing', reason: reasonOf(error) }
  }
}

const MiB = 1024 * 1024

const elsewhere = {
  status: 'missing',
  reason: 'the Bot API server keeps it on its own disk, and telegram.local_server is not set',
} as const

/** Reading from a pipe or a device would never end. */
async function openOwn(path: string): Promise<Readable> {
  if (!(await stat(path)).isFile()) throw new Error('it is not a regular file')
  return createReadStream(path)
}

function reasonOf(error: unknown): string {
  try {
    return describeFailure(failureOf(error))
  } catch {
    // The message of the error may contain local paths, which do not belong in a chat.
    return error instanceof Error && 'code' in error ? String(error.code) : 'it broke off'
  }
}
