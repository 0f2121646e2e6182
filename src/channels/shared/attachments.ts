import type { NamedFile } from '../../domain/file.ts'
import type { InboundEvent } from '../../domain/message.ts'
import type { FileShelf } from './file-shelf.ts'
import type { Transcriber } from './voice.ts'

/** What hangs on a message and is still with the platform. */
export interface Attachment {
  /** What the sender called it, or what we call it: data, never a path. */
  name: string
  /** Speech to be turned into words. */
  spoken: boolean
  /** Nothing was written beside it. */
  isAlone?: true
}

/** One event, and what is to be fetched before it is stored. */
export interface Laden<T extends Attachment> {
  event: InboundEvent
  files: T[]
}

export type Fetched = { status: 'kept'; file: NamedFile } | { status: 'missing'; reason: string }

export interface AttachmentDeps<T extends Attachment> {
  /** Brings one in. What cannot be had is told; rejects only where it cannot be stored. */
  fetch(file: T): Promise<Fetched>
  shelf: Pick<FileShelf, 'path'>
  transcribe: Transcriber
}

/** Enough to keep an album from waiting on itself, few enough to leave the line to others. */
const DOWNLOADS_AT_ONCE = 4

/** Fetches what hangs on messages before they are stored; what cannot be had, the message says. Keeps the order. */
export async function bringFiles<T extends Attachment>(
  deps: AttachmentDeps<T>,
  all: Laden<T>[],
  signal: AbortSignal,
): Promise<InboundEvent[]> {
  const events: InboundEvent[] = []
  for (let at = 0; at < all.length; at += DOWNLOADS_AT_ONCE) {
    events.push(
      ...(await Promise.all(all.slice(at, at + DOWNLOADS_AT_ONCE).map((taken) => bring(deps, taken, signal)))),
    )
  }
  return events
}

/** What comes from somebody who is not let in stays with the platform, and the message says so. */
export function leaveFiles<T extends Attachment>({ event, files }: Laden<T>): Laden<T> {
  if (event.kind !== 'message') return { event, files: [] }
  const lines = files.map(({ name }) => `[${name} was not fetched: its sender is not let in]`)
  return { event: { ...event, text: [event.text, ...lines].join('\n') }, files: [] }
}

async function bring<T extends Attachment>(
  deps: AttachmentDeps<T>,
  { event, files: wanted }: Laden<T>,
  signal: AbortSignal,
): Promise<InboundEvent> {
  if (event.kind !== 'message' || wanted.length === 0) return event
  const files: NamedFile[] = []
  const lines = [event.text]
  let refusal: string | undefined
  for (const file of wanted) {
    const fetched = await deps.fetch(file)
    if (fetched.status === 'missing') lines.push(`[${file.name} could not be fetched: ${fetched.reason}]`)
    else {
      files.push(fetched.file)
      if (!file.spoken) continue
      const transcript = await deps.transcribe(deps.shelf.path(fetched.file.hash), file.name, signal)
      lines.push(transcript.status === 'heard' ? transcript.text : `[I could not listen to it: ${transcript.reason}]`)
      if (transcript.status === 'unheard' && file.isAlone) refusal = unheard(transcript.reason)
    }
  }
  return {
    ...event,
    text: lines.join('\n'),
    ...(files.length > 0 ? { files } : {}),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

function unheard(reason: string): string {
  return `I could not listen to that: ${reason}. The recording is kept; write it to me instead.`
}
