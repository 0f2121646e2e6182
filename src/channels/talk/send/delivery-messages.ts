import { openAsBlob } from 'node:fs'
import type { Delivery } from '../../../domain/delivery.ts'
import { MAX_CAPTION_CHARS, readBody } from '../outbound.ts'
import type { Capabilities } from '../wire/capabilities.ts'
import { type ReferenceWriter, referenceOf } from './message-reference.ts'

/** One message on the platform: text, or a file with an optional caption. */
export interface DeliveryMessage {
  text: string
  file?: MessageFile
  referenceId: string
}

export interface MessageFile {
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
  shelf: Shelf,
  writer: ReferenceWriter,
): DeliveryMessage[] {
  const { text, document } = readBody(delivery.body)
  const kept = delivery.files.map(({ hash, name }) => ({ name, content: async () => openAsBlob(shelf.path(hash)) }))
  const files = [...(document ? [textFile(document)] : []), ...kept]
  const isCaption = files.length === 1 && text.length <= MAX_CAPTION_CHARS && able.has('media-caption')
  const words = text === '' || isCaption ? [] : [{ text }]
  const all = [...words, ...files.map((file) => ({ text: isCaption ? text : '', file }))]
  return all.map((item, at) => ({ ...item, referenceId: referenceOf(delivery, at, writer) }))
}

export function textFile({ name, content }: { name: string; content: string }): MessageFile {
  return { name, content: async () => new Blob([content], { type: 'text/markdown' }) }
}
