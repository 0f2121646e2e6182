import { type Readable, Transform } from 'node:stream'
import type { NamedFile } from '../../domain/file.ts'
import type { InboundEvent } from '../../domain/message.ts'
import { channelMessages } from '../../messages/channel-messages.ts'
import { type LocalizedText, textIn } from '../../messages/localized.ts'
import type { Transcriber } from './transcription.ts'

/**
 * Stores file contents. `put` reads the stream to its end and keeps nothing if it breaks or is too long. It rejects
 * with NotStoredError if the disk is full.
 */
export interface ChannelFileStore {
  put(content: Readable, name: string): Promise<NamedFile | { tooLarge: number }>
  path(hash: string): string
}

/** A file of a message that is still on the platform's server. */
export interface Attachment {
  /** The name chosen by the sender, or our own. It is data and never a path. */
  name: string
  /** A voice recording that should be transcribed. */
  spoken: boolean
  /** The message consists of this file alone, without any text. */
  isAlone?: true
}

/** An event and the files to download before it is stored. */
export interface EventWithFiles<T extends Attachment> {
  event: InboundEvent
  files: T[]
}

export type FetchedFile = { status: 'kept'; file: NamedFile } | { status: 'missing'; reason: string }

export interface AttachmentDeps<T extends Attachment> {
  /** Downloads one file. A file that cannot be fetched is a value; rejects only if the file cannot be stored. */
  fetch(file: T): Promise<FetchedFile>
  fileStore: Pick<ChannelFileStore, 'path'>
  transcribe: Transcriber
}

/** An album should not download one file after another, but other traffic needs bandwidth too. */
const MAX_PARALLEL_DOWNLOADS = 4

/**
 * Downloads the files of messages before they are stored and keeps the order. If a file cannot be fetched, the text of
 * its message says so.
 */
export async function fetchAttachments<T extends Attachment>(
  deps: AttachmentDeps<T>,
  all: EventWithFiles<T>[],
  signal: AbortSignal,
): Promise<InboundEvent[]> {
  const events: InboundEvent[] = []
  for (let at = 0; at < all.length; at += MAX_PARALLEL_DOWNLOADS) {
    events.push(
      ...(await Promise.all(
        all.slice(at, at + MAX_PARALLEL_DOWNLOADS).map((message) => fetchFilesOf(deps, message, signal)),
      )),
    )
  }
  return events
}

/** Leaves the files of a stranger on the platform; the text of the message says so. */
export function skipAttachments<T extends Attachment>({ event, files }: EventWithFiles<T>): EventWithFiles<T> {
  if (event.kind !== 'message') return { event, files: [] }
  const lines = files.map(({ name }) => `[${name} was not fetched: its sender has not been let in]`)
  return { event: { ...event, text: [event.text, ...lines].join('\n') }, files: [] }
}

async function fetchFilesOf<T extends Attachment>(
  deps: AttachmentDeps<T>,
  { event, files: attachments }: EventWithFiles<T>,
  signal: AbortSignal,
): Promise<InboundEvent> {
  if (event.kind !== 'message' || attachments.length === 0) return event
  const files: NamedFile[] = []
  const lines = [event.text]
  let refusal: LocalizedText | undefined
  let isHeard = false
  for (const file of attachments) {
    const fetched = await deps.fetch(file)
    if (fetched.status === 'missing') lines.push(`[${file.name} could not be fetched: ${fetched.reason}]`)
    else {
      files.push(fetched.file)
      if (!file.spoken) continue
      const transcript = await deps.transcribe(deps.fileStore.path(fetched.file.hash), file.name, signal)
      if (transcript.status === 'heard') {
        lines.push(transcript.text)
        isHeard = true
      } else {
        lines.push(`[The voice message could not be transcribed: ${textIn(transcript.reason, 'en')}]`)
        if (file.isAlone) refusal = channelMessages.notHeard(transcript.reason)
      }
    }
  }
  return {
    ...event,
    text: lines.join('\n'),
    ...(files.length > 0 ? { files } : {}),
    ...(isHeard && { spoken: true as const }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

/** Counts the bytes that really arrive, because the size stated in a message is only the sender's claim. */
export function createByteLimit(maxBytes: number) {
  let totalBytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      totalBytes += chunk.length
      if (totalBytes > maxBytes) done(new Error('too large'))
      else done(null, chunk)
    },
  })
  return { stream, hasOverflowed: () => totalBytes > maxBytes }
}
