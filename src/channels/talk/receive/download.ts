import { NotStoredError } from '../../../domain/errors.ts'
import type { Attachment, ChannelShelf, FetchedFile } from '../../shared/attachments.ts'
import { createByteLimit } from '../../shared/byte-limit.ts'
import { describeFailure } from '../wire/failure.ts'
import type { TalkClient } from '../wire/talk-client.ts'

export interface TalkFile extends Attachment {
  /** The path in our own home; undefined if the server does not allow the download. */
  path: string | undefined
  /** The current size according to the server, which may differ from the size when it was sent. */
  bytes: number | undefined
}

const MiB = 1024 * 1024
export const MAX_DOWNLOAD_BYTES = 100 * MiB

/** Downloads a file. A failure is a value, because it must not cost the message the file belongs to. */
export async function fetchFile(
  client: Pick<TalkClient, 'download'>,
  shelf: ChannelShelf,
  { path, bytes, name }: TalkFile,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const tooLarge = { status: 'missing', reason: `it is larger than ${MAX_DOWNLOAD_BYTES / MiB} MB` } as const
  if (path === undefined) return { status: 'missing', reason: 'its owner does not let it be downloaded' }
  if (bytes !== undefined && bytes > MAX_DOWNLOAD_BYTES) return tooLarge
  const limit = createByteLimit(MAX_DOWNLOAD_BYTES)
  try {
    const answer = await client.download(path, signal, async (content) => {
      content.once('error', (error) => limit.stream.destroy(error))
      return await shelf.put(content.pipe(limit.stream), name)
    })
    if (!answer.ok) return { status: 'missing', reason: reasonOf(answer.failure) }
    const file = answer.value
    return 'tooLarge' in file ? { status: 'missing', reason: 'it is too large to be kept' } : { status: 'kept', file }
  } catch (error) {
    // A full disk may be freed: until then the message and its file stay on the server.
    if (error instanceof NotStoredError) throw error
    return limit.overflowed() ? tooLarge : { status: 'missing', reason: 'it broke off' }
  }
}

function reasonOf(failure: Parameters<typeof describeFailure>[0]): string {
  return failure.kind === 'refused' && failure.status === 404 ? 'it is not there any more' : describeFailure(failure)
}
